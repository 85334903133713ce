// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry
public import PageKit
internal import Pages
internal import StressModel

/// The action screen: exercises with a guide, and actions and notes that one press records.
public final class FlashPage: StressPage {
    /// What can be pressed.
    package enum Target: Equatable {
        /// Starts, pauses and resumes the exercise; starts it again when it is done.
        case guide
        /// Ends it before its time.
        case end
        case exercise(Int)
        case action(Int)
        /// Where a note is written.
        case noteField
        /// Records what is written there.
        case save
        case note(Int)
        case undo
    }

    /// The most characters of a note that is said again when it is recorded.
    private static let longestWord = 16

    let source: any StressSource
    let menu: FlashMenu
    let painter = PagePainter()
    /// What accompanies the exercises.
    public weak var cues: (any ExerciseObserver)?
    /// The exercise in the guide.
    package private(set) var selected = 0
    /// What runs, or is paused.
    package private(set) var run: ExerciseRun?
    /// The exercise that was done last, until another one is begun.
    package private(set) var done: Exercise?
    private(set) var toast: Toast?
    private(set) var hand = ScrollGestureRecognizer<Target>()
    private(set) var focus = Focus<Target>() {
        didSet {
            // What an input method has begun goes where it was begun.
            if focus.target != .noteField { noteField.setPreedit(nil) }
        }
    }
    /// The note that is being written; it stays when one leaves the page.
    package private(set) var noteField = TextField(limit: Note.length)
    /// How much of the page was seen when it was last laid out, logical px.
    private var seenHeight = 0.0
    private var isShown = false
    /// The time of the last picture, and whether it was one of a motion.
    private var drawnAt: UInt64 = 0
    private var wasMoving = false
    /// Up to when cues were given.
    private var cuedUntil: UInt64 = 0

    /// A page on which nothing runs.
    public init(_ source: any StressSource, menu: FlashMenu = FlashMenu()) {
        self.source = source
        self.menu = menu.usable
    }

    public var acceptsKeys: Bool { true }
    public var acceptsText: Bool { true }

    /// Starts an exercise anew.
    package func start(_ exercise: Int, now: UInt64) {
        guard menu.exercises.indices.contains(exercise) else { return }
        selected = exercise
        done = nil
        run = ExerciseRun(menu.exercises[exercise], now: now)
        cuedUntil = now
        if isShown, let phase = menu.exercises[exercise].phases.first { cues?.began(phase) }
    }

    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        let layout = layout(context, now: now)
        let theme = Theme(context.appearance)
        canvas.saved {
            canvas.translate(x: 0, y: -hand.scroller.offset(at: now))
            painter.header("Flash", ["Quick relief"], layout.frame, on: canvas, theme: theme)
            drawGuide(layout, on: canvas, context: context, now: now)
            drawExercises(layout, on: canvas, theme: theme)
            drawChips(layout, on: canvas, theme: theme)
            // The field shows by itself that it has the focus.
            if let control = controls(layout).first(where: {
                $0.target == focus.target && !$0.isFixed && $0.target != .noteField
            }) {
                painter.focusRing(control, on: canvas, theme: theme)
            }
        }
        if let toast = shownToast(at: now) {
            toast.draw(layout.frame, on: canvas, painter: painter, theme: theme, isPressed: hand.pressed == .undo)
            if let control = controls(layout).first(where: { $0.target == focus.target && $0.isFixed }) {
                painter.focusRing(control, on: canvas, theme: theme)
            }
        }
    }

    /// Every frame while an exercise runs, or each second with reduced motion.
    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        drawnAt = now
        wasMoving = hand.scroller.isMoving(at: now)
        if wasMoving { return .immediately }
        let toastEnd = shownToast(at: now)?.end
        guard let run, !run.isPaused, !run.position(at: now).isFinished else {
            return toastEnd.map { .at($0) } ?? .never
        }
        guard context.reducedMotion else { return .immediately }
        let second: Int64 = 1_000_000_000
        let next = now &+ UInt64(second - max(run.elapsed(at: now), 0) % second)
        return .at(min(next, toastEnd ?? next, run.nextTurn(after: now) ?? next))
    }

    /// The guide, as long as nothing else changes by itself.
    public func animatedArea(in context: PageContext) -> Rect? {
        guard run != nil, toast == nil, !wasMoving else { return nil }
        let layout = FlashLayout(context, menu, painter)
        let card = layout.guideCard.offset(y: -hand.scroller.offset(at: drawnAt))
        return PagePainter.opaquePart(of: card)
    }

    public func scrollOffset(at now: UInt64, context: PageContext) -> Double? { hand.scroller.position(at: now) }

    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        let layout = layout(context, now: now)
        // The field keeps the focus until it is known what the press means: on-screen keyboards come and go with it.
        if case .press = event, !isWriting { focus.clear() }
        let offset = hand.scroller.offset(at: now)
        let controls = controls(layout)
        let hadTarget = hand.pressed != nil
        let outcome = hand.handle(
            event, context: context, now: now, target: { controls.target(at: $0, offset: offset) })
        switch outcome {
        case .none, .scrubbed:
            guard case .release = event, isWriting, !hadTarget else { return .none }
            focus.clear()
            return .redraw
        case .changed: return .redraw
        case .tapped(let target):
            if isWriting, target != .noteField { focus.clear() }
            if target == .noteField, case .release(let point) = event {
                write(at: Point(x: point.x, y: point.y + offset), layout, context, now: now)
            } else {
                activate(target, now: now)
            }
            return .redraw
        }
    }

    public func textFocus(in context: PageContext, now: UInt64) -> TextFocus? {
        guard isShown, isWriting else { return nil }
        let caret = noteShape(FlashLayout(context, menu, painter), theme: Theme(context.appearance)).caret
        return TextFocus(noteField, caret: caret.offset(y: -hand.scroller.offset(at: now)))
    }

    public func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction {
        guard isWriting, noteField.apply(edit) else { return .none }
        revealField(layout(context, now: now), context, now: now)
        return .redraw
    }

    public func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        let layout = layout(context, now: now)
        let controls = controls(layout)
        switch key {
        case .left where isWriting, .right where isWriting, .home where isWriting, .end where isWriting:
            noteField.move(key)
        case .activate where isWriting:
            activate(.save, now: now)
        case .tab, .backtab, .left, .right, .up, .down:
            guard let control = focus.move(key, among: controls) else { return nil }
            if control.target == .noteField {
                revealField(layout, context, now: now)
            } else if !control.isFixed {
                hand.scroller.reveal(control.area, context, now: now)
            }
        case .home, .end, .pageUp, .pageDown:
            hand.scroller.scroll(by: key, context, now: now)
        case .activate:
            activate(
                focus.target.flatMap { target in controls.first { $0.target == target }?.target } ?? .guide, now: now)
        case .escape:
            if focus.target != nil { focus.clear() } else { activate(.end, now: now) }
        }
        return .redraw
    }

    /// Each phase's beginning while the page is seen; else only the end, to record it.
    public func nextTask(after now: UInt64) -> UInt64? {
        guard let run else { return nil }
        return isShown && cues != nil ? run.nextTurn(after: cuedUntil) ?? run.end : run.end
    }

    public func performTask(context: PageContext, now: UInt64) -> PageReaction {
        guard let run, !run.isPaused else { return .none }
        let position = run.position(at: now)
        if position.isFinished {
            finish(run, now: now)
            return .redraw
        }
        if isShown, let turn = run.nextTurn(after: cuedUntil), turn <= now {
            cues?.began(run.exercise.phases[position.phase])
        }
        cuedUntil = max(now, cuedUntil)
        return .none
    }

    /// What others change is not shown here.
    public func measurementsChanged() {}

    /// What ended meanwhile has ended.
    public func appeared(now: UInt64) {
        isShown = true
        cuedUntil = now
        if let run, run.position(at: now).isFinished { finish(run, now: now) }
    }

    public func disappeared(now: UInt64) {
        isShown = false
        hand.cancel(now: now)
        focus.clear()
        toast = nil
        if run != nil { cues?.stopped() }
    }

    public func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard hand.scroller.offset(at: now) > 0 else { return .none }
        hand.scroller.scrollToTop(now: now, animated: !context.reducedMotion)
        return .redraw
    }

    /// Whether a note is being written.
    var isWriting: Bool { focus.target == .noteField }

    /// Whether there is anything to record.
    var canSave: Bool { noteField.text.contains { !$0.isWhitespace } }

    /// The field as it stands in the content.
    func noteShape(_ layout: FlashLayout, theme: Theme) -> TextFieldLayout {
        let inset = layout.frame.size(18)
        return painter.field(
            noteField, in: layout.noteField, leading: inset,
            trailing: canSave ? layout.noteField.maxX - layout.saveButton.x + 8 : inset, size: layout.frame.size(15),
            isFocused: isWriting, theme: theme)
    }

    func isPressed(_ target: Target) -> Bool { hand.pressed == target }

    func shownToast(at now: UInt64) -> Toast? { toast.flatMap { now < $0.end ? $0 : nil } }

    /// The page's controls in the order in which one goes through them.
    func controls(_ layout: FlashLayout) -> [Control<Target>] {
        var controls = layout.buttons(isRunning: run != nil).map { button in
            Control(button.target, button.area, radius: button.area.height / 2)
        }
        controls.insert(Control(.guide, layout.guideArea, radius: layout.guideRadius), at: 0)
        // The button says it too.
        if controls.count > 1 { controls.remove(at: 1) }
        controls += layout.exercises.enumerated().map { Control(.exercise($0), $1, radius: PagePainter.cardRadius) }
        controls += layout.actions.enumerated().map { Control(.action($0), $1, radius: $1.height / 2) }
        controls.append(Control(.noteField, layout.noteField, radius: layout.noteField.height / 2))
        if canSave { controls.append(Control(.save, layout.saveButton, radius: layout.saveButton.height / 2)) }
        controls += layout.notes.enumerated().map { Control(.note($0), $1, radius: $1.height / 2) }
        if let button = toast?.areas(layout.frame, painter: painter).button {
            controls.append(Control(.undo, button, radius: button.height / 2, isFixed: true))
        }
        return controls
    }

    private func layout(_ context: PageContext, now: UInt64) -> FlashLayout {
        let layout = FlashLayout(context, menu, painter)
        hand.scroller.resize(content: layout.contentHeight, window: context.size.height, now: now)
        if let end = toast?.end, end <= now { toast = nil }
        // An on-screen keyboard has come, or gone.
        if context.size.height != seenHeight, isWriting { revealField(layout, context, now: now) }
        seenHeight = context.size.height
        return layout
    }

    /// Writes in the field from where it was pressed on.
    private func write(at point: Point, _ layout: FlashLayout, _ context: PageContext, now: UInt64) {
        let shape = noteShape(layout, theme: Theme(context.appearance))
        if noteField.preedit == nil { noteField.placeCaret(at: shape.caretOffset(at: point)) }
        focus.set(.noteField)
        revealField(layout, context, now: now)
    }

    /// Scrolls the field so far up that what is said below it does not cover it.
    private func revealField(_ layout: FlashLayout, _ context: PageContext, now: UInt64) {
        let field = layout.noteField
        let area = Rect(
            x: field.x, y: field.y, width: field.width, height: field.height + Toast.room(layout.frame))
        hand.scroller.reveal(area, context, now: now)
    }

    private func activate(_ target: Target, now: UInt64) {
        switch target {
        case .guide:
            guard var run else { return start(selected, now: now) }
            if run.isPaused {
                run.resume(now: now)
                cuedUntil = now
                cues?.began(run.exercise.phases[run.position(at: now).phase])
            } else {
                run.pause(now: now)
                cues?.stopped()
            }
            self.run = run
        case .end:
            if run != nil { cues?.stopped() }
            (run, done) = (nil, nil)
        case .exercise(let index):
            if run?.exercise == menu.exercises[index] {
                activate(.guide, now: now)
            } else {
                start(index, now: now)
            }
        case .action(let index):
            let action = menu.actions[index]
            let session = Session(
                start: source.wallClock(at: now), length: 0, kind: QuickAction.kind, name: action.name)
            record(session, saying: "\(action.name) recorded", now: now)
        case .noteField: focus.set(.noteField)
        case .save:
            if record(noteField.text, now: now) { noteField.clear() }
        case .note(let index): record(menu.notes[index], now: now)
        case .undo:
            undo(now: now)
        }
    }

    private func finish(_ run: ExerciseRun, now: UInt64) {
        self.run = nil
        done = run.exercise
        let session = Session(
            start: source.wallClock(at: run.began), length: run.exercise.length, kind: Exercise.kind,
            name: run.exercise.name)
        record(session, saying: nil, now: now)
        if isShown { cues?.finished(run.exercise) }
    }

    /// - Parameter words: what is said of it; nil where that is seen anyway.
    private func record(_ session: Session, saying words: String?, now: UInt64) {
        do throws(StressFailure) {
            try source.add(session)
            guard let words else { return }
            let found = try source.sessions(in: session.start..<session.start.advanced(by: 1))
                .last { $0.value == session }
            toast = Toast(words, undo: found.map { .addition(.session($0)) }, now: now)
        } catch {
            toast = Toast(error.reason, now: now)
        }
    }

    /// Records a note.
    ///
    /// - Returns: whether it was recorded.
    @discardableResult
    private func record(_ text: String, now: UInt64) -> Bool {
        guard let note = Note(time: source.wallClock(at: now), text: text) else { return false }
        do throws(StressFailure) {
            try source.add(note)
        } catch {
            toast = Toast(error.reason, now: now)
            return false
        }
        let found = (try? source.notes(in: note.time..<note.time.advanced(by: 1)))?.last { $0.value == note }
        let clock = Formatters.clock(note.time, in: source.place)
        toast = Toast(
            note.text.count > Self.longestWord ? "Noted at \(clock)" : "\(note.text) noted at \(clock)",
            undo: found.map { .addition(.note($0)) }, now: now)
        return true
    }

    private func undo(now: UInt64) {
        guard case .addition(let item)? = toast?.undo else { return }
        do throws(StressFailure) {
            _ = try source.delete(.item(item))
            toast = nil
        } catch {
            toast = Toast(error.reason, now: now)
        }
        if focus.target == .undo { focus.clear() }
    }
}
