// SPDX-License-Identifier: MIT
import EventLoop
import Geometry
import Gestures
import ShellModel
import TabBar

/// Hides the bar of one output as the look says, and brings it back: for the pointer at the edge of the screen, and with a
/// finger that draws it in.
final class BarHider {
    /// The depth of the strip at the edge that takes input while the bar is out, logical px.
    static let stripDepth = 2.0
    /// The time for which a bar that was brought back stays, ns: after a touch, and after the pointer has left it.
    private static let stay: (touch: UInt64, pointer: UInt64) = (3_000_000_000, 800_000_000)
    /// Called when the slide has a new target, or was dragged.
    var onChange: () -> Void = {}
    private(set) var slide = BarSlide()
    /// True if the bar is out, unless the user has brought it back.
    private(set) var isActive = false

    /// True if the user has brought the bar back. It shows itself for a while before it hides for the first time.
    private var isRevealed = true
    /// The pointers over the bar.
    private var pointers: Set<InputSource> = []
    /// The pointers and fingers that press it.
    private var presses: Set<InputSource> = []
    private var transition = Transition.immediate
    private var reducesMotion = false
    /// True while the bar has the focus of the keys, and so is seen.
    private var isFocused = false
    private var timer: EventLoop.Timer?

    init(_ loop: EventLoop) {
        timer = loop.timer { [weak self] in
            guard let self else { return }
            isRevealed = false
            apply()
        }
    }

    /// Applies the state of the shell.
    ///
    /// - Parameters:
    ///   - isActive: true if the bar hides.
    ///   - staysAtFirst: true if it is seen for a while before that.
    ///   - isFocused: true while it stays because of the keys.
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

    /// The state that gestures depend on.
    var hiding: BarField.Hiding { slide.isDragging ? .sliding : slide.isOut ? .out : isActive ? .possible : .never }

    /// Applies an input event: the bar comes for a pointer, and stays while one is over it or a finger on it.
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

    /// Follows a drag that draws the bar in or puts it away.
    ///
    /// - Parameters:
    ///   - depth: the length of the bar's surface across the edge.
    ///   - distance: returns the distance of a point from the edge.
    func follow(_ phase: DragPhase, depth: Double, distance: (Point) -> Double) {
        let now = MonotonicClock.now
        switch phase {
        case .began(let point):
            // One that is put away moves from where the press has become a drag.
            if slide.isOut { slide.beginDrag(at: distance(point), depth: depth, now: now) }
        case .moved(_, let point):
            if !slide.isDragging { slide.beginDrag(at: distance(point), depth: depth, now: now) }
            slide.drag(to: distance(point), depth: depth, now: now)
        case .ended, .cancelled:
            slide.endDrag(
                now: now, isCancelled: phase == .cancelled, along: transition, reducesMotion: reducesMotion)
            isRevealed = !slide.isOut
            // A pointer that has put the bar away has to leave the strip first.
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
