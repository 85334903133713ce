// SPDX-License-Identifier: MIT
import EventLoop
import Geometry
import ShellModel
import SurfaceKit
import TabBar

/// Hides the bar of one output as the look says, and brings it back: for the pointer at the edge of the screen, and with a
/// finger that draws it in.
final class BarHider {
    /// The depth of the strip at the edge that takes input while the bar is out, logical px.
    static let stripDepth = 2.0
    /// The time for which a bar that was brought back stays, ns: after a touch, and after the pointer has left it.
    private static let stay: (touch: UInt64, pointer: UInt64) = (3_000_000_000, 800_000_000)
    /// The distance after which a press becomes a drag, logical px.
    private static let threshold = 8.0

    /// Called when the slide has a new target, or was dragged.
    var onChange: () -> Void = {}
    private(set) var slide = BarSlide()
    /// True if the bar is out, unless the user has brought it back.
    private(set) var isActive = false

    /// True if the user has brought the bar back. It shows itself for a while before it hides for the first time.
    private var isRevealed = true
    private var pointers: Set<InputSource> = []
    private var drag: (source: InputSource, start: Double, isSliding: Bool)?
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
        if isActive, staysAtFirst { timer?.arm(after: Self.stay.touch) } else { timer?.disarm() }
        apply()
    }

    /// Applies an input event.
    ///
    /// - Parameters:
    ///   - depth: the length of the bar's surface across the edge.
    ///   - distance: returns the distance of a point from the edge.
    /// - Returns: true if the event presses nothing on the bar.
    func handle(
        _ event: InputEvent, from source: InputSource, depth: Double, distance: (Point) -> Double
    ) -> Bool {
        let now = MonotonicClock.now
        switch event {
        case .press(let point):
            guard isActive, drag == nil else { break }
            timer?.disarm()
            drag = (source, distance(point), false)
            if case .touch = source, slide.isOut { beginSliding(at: distance(point), depth: depth, now: now) }
        case .move(let point):
            if let drag, drag.source == source {
                let distance = distance(point)
                if !drag.isSliding, drag.start - distance > Self.threshold {
                    beginSliding(at: distance, depth: depth, now: now)
                }
                if self.drag?.isSliding == true {
                    slide.drag(to: distance, depth: depth, now: now)
                    onChange()
                    return true
                }
            } else if case .pointer = source, pointers.insert(source).inserted, isActive {
                timer?.disarm()
                isRevealed = true
                apply()
            }
        case .release, .cancel:
            guard let drag, drag.source == source else { break }
            self.drag = nil
            if drag.isSliding {
                slide.endDrag(
                    now: now, isCancelled: event == .cancel, along: transition, reducesMotion: reducesMotion)
                isRevealed = !slide.isOut
                // A pointer that has put the bar away has to leave the strip first.
                if slide.isOut { pointers.remove(source) }
                onChange()
            }
            scheduleHiding(after: Self.stay.touch)
            return drag.isSliding || slide.isOut
        case .leave:
            pointers.remove(source)
            scheduleHiding(after: Self.stay.pointer)
        default: break
        }
        return slide.isOut || slide.isDragging
    }

    private func beginSliding(at distance: Double, depth: Double, now: UInt64) {
        drag?.isSliding = true
        slide.beginDrag(at: distance, depth: depth, now: now)
        onChange()
    }

    private func scheduleHiding(after delay: UInt64) {
        guard isActive, isRevealed, pointers.isEmpty, drag == nil else { return }
        timer?.arm(after: delay)
    }

    private func apply() {
        let isOut = isActive && !isRevealed && !isFocused
        guard isOut != slide.isOut else { return }
        slide.setOut(isOut, from: MonotonicClock.now, along: transition, reducesMotion: reducesMotion)
        onChange()
    }
}
