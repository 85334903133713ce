// SPDX-License-Identifier: MIT
import Posix
import CommandLineKit
import EventLoop
import Feedback
import SocketIPC
import TabBar
import ShellModel

/// Haptic and speech feedback. Neither device is opened before a look enables it.
final class PanelFeedback {
    private var haptics = Haptics(motor: ForceFeedbackDevice())
    private let speaker: SpeechDispatcherClient

    init(loop: EventLoop) {
        speaker = SpeechDispatcherClient(address: SpeechAddress(environment: environmentVariable), loop: loop)
    }

    /// Plays the pulse of a completed tap.
    func tapCompleted(at time: UInt64) {
        haptics.tapCompleted(at: time)
    }

    /// Resets the known state after the daemon's connection is lost.
    func connectionLost() {
        haptics.connectionLost()
    }

    /// Applies the daemon's state: plays and announces the changes.
    func update(_ model: BarModel, from previous: ShellState, to state: ShellState, at time: UInt64) {
        guard let look = state.look else { return }
        haptics.trigger = Haptics.Trigger(look.haptics.trigger)
        haptics.strength = look.haptics.strength
        haptics.duration = look.haptics.duration
        haptics.selectionIs(state.selection?.tab.rawValue, at: time)
        speaker.setEnabled(look.speech.isEnabled)
        guard look.speech.isEnabled, previous.revision > 0 else { return }
        if let tab = state.selection?.tab, tab != previous.selection?.tab, let spoken = spoken(tab, model) {
            speaker.say(spoken.sentences)
        }
        for (tab, badge) in state.badges where previous.badges[tab] != badge {
            if let spoken = spoken(tab, model) { speaker.notify(spoken.news, about: tab.rawValue) }
        }
    }

    private func spoken(_ tab: TabID, _ model: BarModel) -> TabAnnouncement? {
        model.description(of: tab).map {
            TabAnnouncement(label: $0.label, hint: $0.hint, value: $0.value ?? "", isSelected: $0.isSelected)
        }
    }
}

extension Haptics.Trigger {
    fileprivate init(_ trigger: HapticsStyle.Trigger) {
        switch trigger {
        case .never: self = .never
        case .tap: self = .tap
        case .selection: self = .selection
        }
    }
}
