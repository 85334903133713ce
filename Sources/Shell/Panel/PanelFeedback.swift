import EventLoop
import Feedback
import ShellModel

/// Haptic and speech feedback. Neither device is opened before a look or a preference enables it.
final class PanelFeedback {
    private var haptics = Haptics(motor: ForceFeedbackDevice())
    private var pulseTimer: EventLoop.Timer?
    private let speaker: SpeechDispatcherClient
    /// The screen that was announced last; nil while speech is off.
    private var announced: AnnouncedScreen?
    private let screen: () -> AnnouncedScreen?
    private var hasState = false

    init(loop: EventLoop, screen: @escaping () -> AnnouncedScreen?) {
        self.screen = screen
        speaker = SpeechDispatcherClient(loop: loop)
        pulseTimer = loop.timer { [weak self] in
            guard let self else { return }
            haptics.advance(to: MonotonicClock.now)
            armPulse()
        }
    }

    /// True if the bar speaks, which enables exploration by touch.
    var speaks: Bool { speaker.isEnabled }

    func tapCompleted(at time: UInt64) {
        haptics.tapCompleted(at: time)
        armPulse()
    }

    func play(_ kind: HapticKind) {
        haptics.play(kind, at: MonotonicClock.now)
        armPulse()
    }

    func connectionLost() {
        haptics.connectionLost()
    }

    /// Applies the daemon's state: plays the change of the selection, and turns speech on or off.
    func update(_ state: ShellState, at time: UInt64) {
        guard let look = state.look else { return }
        haptics.style = look.haptics
        haptics.selectionIs(state.selection?.tab.rawValue, at: time)
        armPulse()
        speaker.set(look.speech)
        let wasEnabled = speaker.isEnabled
        speaker.setEnabled(look.speech.isEnabled)
        if !look.speech.isEnabled {
            announced = nil
        } else if !wasEnabled, hasState, let screen = screen() {
            say(screen.greeting)
            for problem in screen.problems { say(problem) }
            announced = screen
        }
        hasState = true
    }

    func announceChanges() {
        guard speaker.isEnabled, let now = screen() else { return }
        let announcements = now.announcements(since: announced)
        announced = now
        for announcement in announcements { say(announcement) }
    }

    /// Speaks a node of the screen, and its hint after a pause.
    func describe(_ node: AccessibilityNode) {
        say(Announcement(.answer, node.spoken, hintedNode: node.id))
    }

    func announce(_ text: String, _ urgency: SpeechUrgency) {
        say(Announcement(urgency == .assertive ? .answer : .news("announcement"), text))
    }

    private func say(_ announcement: Announcement) {
        let hint = announcement.hintedNode.map { [screen] node in { screen()?.tree.spokenHint(of: node) ?? "" } }
        speaker.say(announcement.text, announcement.kind, hint: hint)
    }

    private func armPulse() {
        pulseTimer?.arm(at: haptics.nextPulse)
    }
}
