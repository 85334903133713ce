// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry
public import PageKit

/// Quick actions: exercises that a press starts and stops, and a note of the moment.
public final class FlashPage: Page {
    /// What can be pressed.
    enum Target: Equatable {
        case guide
        case action(Int)
    }

    static let exercises = [Exercise.boxBreathing, .fourSevenEight, .grounding]
    /// The exercises and the note.
    static let actionCount = exercises.count + 1
    private static let minute: UInt64 = 60_000_000_000

    let painter = PagePainter()
    /// The exercise in the guide.
    package private(set) var selected = 0
    /// When the exercise was started, CLOCK_MONOTONIC in ns; nil while none runs.
    package private(set) var startedAt: UInt64?
    /// When the moment was noted.
    package private(set) var notedAt: UInt64?
    private(set) var pressed: Target?

    /// A page on which nothing runs.
    public init() {}

    /// Where the running exercise is, or nil.
    package func position(at now: UInt64) -> Exercise.Position? {
        startedAt.map { Self.exercises[selected].position(elapsed: Int64(clamping: now) - Int64(clamping: $0)) }
    }

    /// Starts an exercise anew.
    package func start(_ exercise: Int, now: UInt64) {
        guard Self.exercises.indices.contains(exercise) else { return }
        selected = exercise
        startedAt = now
    }

    /// Ends the exercise.
    package func stop() {
        startedAt = nil
    }

    /// Draws the whole page.
    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        let layout = FlashLayout(size: context.size, insets: context.insets)
        painter.header("Flash", "Quick relief", in: layout.frame.header, on: canvas, context: context)
        for index in 0..<Self.actionCount {
            drawAction(index, in: layout.actions[index], on: canvas, context: context, now: now)
        }
        drawGuide(layout, on: canvas, context: context, now: now)
    }

    /// Every frame while an exercise runs; each minute after a note.
    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        if let startedAt {
            guard context.reducedMotion else { return .immediately }
            let second: UInt64 = 1_000_000_000
            return .at(startedAt + ((now &- startedAt) / second + 1) * second)
        }
        guard let notedAt, now >= notedAt else { return .never }
        return .at(notedAt + ((now - notedAt) / Self.minute + 1) * Self.minute)
    }

    /// The guide, as long as nothing else changes by itself.
    public func animatedArea(in context: PageContext) -> Rect? {
        // While a note grows older, its card changes too.
        guard startedAt != nil, notedAt == nil else { return nil }
        return PagePainter.opaquePart(of: FlashLayout(size: context.size, insets: context.insets).guideCard)
    }

    /// Follows presses of the guide and of the actions.
    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        switch event {
        case .press(let point):
            pressed = target(at: point, context)
            return pressed == nil ? .none : .redraw
        case .release(let point):
            guard let target = pressed else { return .none }
            pressed = nil
            if target == self.target(at: point, context) { activate(target, now: now) }
            return .redraw
        case .cancel:
            guard pressed != nil else { return .none }
            pressed = nil
            return .redraw
        case .move, .scroll:
            return .none
        }
    }

    /// The note as it reads at a time.
    func noteText(at now: UInt64) -> String {
        guard let notedAt else { return "Mark this moment" }
        let minutes = now > notedAt ? (now - notedAt) / Self.minute : 0
        return minutes == 0 ? "Noted just now" : "Noted \(minutes) min ago"
    }

    private func target(at point: Point, _ context: PageContext) -> Target? {
        let layout = FlashLayout(size: context.size, insets: context.insets)
        if layout.guideCard.contains(point) { return .guide }
        return layout.actions.firstIndex { $0.contains(point) }.map { .action($0) }
    }

    private func activate(_ target: Target, now: UInt64) {
        switch target {
        case .guide:
            if startedAt == nil { start(selected, now: now) } else { stop() }
        case .action(let index) where index < Self.exercises.count:
            if index == selected && startedAt != nil { stop() } else { start(index, now: now) }
        case .action:
            notedAt = now
        }
    }
}
