import EventLoop
import Geometry
import Gestures
import ShellModel
import TabBar

/// Hides the bar of one output as the look says, and reveals it: for the pointer at the edge, or a finger that pulls it in.
final class BarHider {
    /// The depth of the strip at the edge that takes input while the bar is hidden, logical px.
    static let stripDepth = 2.0
    /// The time that a revealed bar stays, ns: after a touch, and after the pointer has left it.
    private static let stay: (touch: UInt64, pointer: UInt64) = (3_000_000_000, 800_000_000)
    var onChange: () -> Void = {}
    private(set) var slide = BarSlide()
    /// True if the bar is hidden, unless the user has revealed it.
    private(set) var isActive = false

    /// True if the user has revealed the bar. It is visible for a while before it hides for the first time.
    private var isRevealed = true
    private var pointers: Set<InputSource> = []
    private var presses: Set<InputSource> = []
    private var transition = Transition.immediate
    private var reducesMotion = false
    /// True while the bar has the keyboard focus, and so is visible.
    private var isFocused = false
    private var timer: EventLoop.Timer?

    init(_ loop: EventLoop) {
        timer = loop.timer { [weak self] in
            guard let self else { return }
            isRevealed = false
            apply()
        }
    }

    func update(
        isActive: Bool, staysAtFirst: Bool, isFocused: Bool, along transition: Transition, reducesMotion: Bool
    ) {
        (self.transition, self.reducesMotion) = (transition, reducesMotion)
        if isFocused != self.isFocused {
            self.isFocused = isFocused
            apply()
        }
        guard isActive != self.isActive else { return }
        self.isActive = isActive
        isRevealed = staysAtFirst
        timer?.arm(after: isActive && staysAtFirst ? Self.stay.touch : nil)
        apply()
    }

    var hiding: BarField.Hiding { slide.isDragging ? .sliding : slide.isOut ? .out : isActive ? .possible : .never }

    /// Applies an input event: the bar appears for a pointer, and stays while a pointer or a finger is on it.
    func observe(_ event: InputEvent, from source: InputSource) {
        switch event {
        case .press:
            timer?.disarm()
            presses.insert(source)
        case .move:
            guard case .pointer = source, !presses.contains(source), pointers.insert(source).inserted, isActive else {
                return
            }
            timer?.disarm()
            isRevealed = true
            apply()
        case .release, .cancel:
            presses.remove(source)
            scheduleHiding(after: Self.stay.touch)
        case .leave:
            pointers.remove(source)
            scheduleHiding(after: Self.stay.pointer)
        default: break
        }
    }

    func follow(_ phase: DragPhase, depth: Double, distance: (Point) -> Double) {
        let now = MonotonicClock.now
        switch phase {
        case .began(let point):
            // A visible one moves from where the press became a drag.
            if slide.isOut { slide.beginDrag(at: distance(point), depth: depth, now: now) }
        case .moved(_, let point):
            if !slide.isDragging { slide.beginDrag(at: distance(point), depth: depth, now: now) }
            slide.drag(to: distance(point), depth: depth, now: now)
        case .ended, .cancelled:
            slide.endDrag(
                now: now, isCancelled: phase == .cancelled, along: transition, reducesMotion: reducesMotion)
            isRevealed = !slide.isOut
            // A pointer that has hidden the bar has to leave the strip first.
            if slide.isOut { pointers.subtract(presses) }
        }
        onChange()
    }

    private func scheduleHiding(after delay: UInt64) {
        guard isActive, isRevealed, pointers.isEmpty, presses.isEmpty else { return }
        timer?.arm(after: delay)
    }

    private func apply() {
        let isOut = isActive && !isRevealed && !isFocused
        guard isOut != slide.isOut else { return }
        slide.setOut(isOut, from: MonotonicClock.now, along: transition, reducesMotion: reducesMotion)
        onChange()
    }
}
