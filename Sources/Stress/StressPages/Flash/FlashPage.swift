// SPDX-License-Identifier: MIT

public import Canvas
public import Geometry
import Localization
public import PageKit
internal import StressModel

/// The action screen: guided exercises, and actions and notes that are recorded with one press.
public final class FlashPage: StressPage, TextPage {
    /// A control of the page.
    enum Target: Equatable {
        /// Starts, pauses and resumes the exercise, and restarts it at its end.
        case guide
        /// Cancels the exercise.
        case end
        case exercise(Int)
        case action(Int)
        /// The text field for a note.
        case noteField
        /// Records the note in the text field.
        case save
        case note(Int)
        case undo
    }

    /// Everything besides the context and the menu that is drawn while no exercise runs.
    private struct Picture: Equatable {
        var selected: Int
        var run: ExerciseRun?
        var done: Exercise?
        var toast: Toast?
        var noteField: TextField
        var offset: Double
        var pressed: Target?
        var focused: Target?
    }

    /// The maximum number of characters of a note that is repeated in the toast.
    private static let maximumEchoLength = 16

    let source: any StressSource
    let menu: FlashMenu
    let painter = PagePainter()
    /// The observer of the exercises.
    public weak var observer: (any ExerciseObserver)?
    /// The exercise in the guide.
    private(set) var selected = 0
    /// The running or paused exercise.
    private(set) var run: ExerciseRun?
    /// The exercise that has just ended, until another one is started.
    private(set) var done: Exercise?
    private(set) var toast: Toast?
    private(set) var gestures = ScrollGestureRecognizer<Target>()
    private(set) var focus = Focus<Target>() {
        didSet {
            // An input method's preedit text ends with the focus of its field.
            if focus.target != .noteField { noteField.setPreedit(nil) }
        }
    }
    /// The note that is being written; it is kept when the page is hidden.
    private(set) var noteField = TextField(limit: Note.maximumLength)
    private var selection = TextSelectionGesture()
    /// The visible height of the page at the last layout, logical px.
    private var lastHeight = 0.0
    private var isShown = false
    /// The time of the last frame.
    private var drawnAt: UInt64 = 0
    /// True if the last frame was part of a scroll animation.
    private var wasMoving = false
    /// The time up to which the observer has been notified of phases.
    private var notifiedUntil: UInt64 = 0

    /// Creates a page without a running exercise.
    public init(_ source: any StressSource, menu: FlashMenu = FlashMenu()) {
        self.source = source
        var menu = menu
        if menu.exercises.isEmpty { menu.exercises = Exercise.all }
        self.menu = menu
    }

    public var interaction: PartInteraction {
        get { PartInteraction(scroller: gestures.scroller) }
        set {}
    }

    /// Starts an exercise from its beginning.
    public func start(_ exercise: Int, now: UInt64) {
        guard menu.exercises.indices.contains(exercise) else { return }
        selected = exercise
        done = nil
        run = ExerciseRun(menu.exercises[exercise], now: now)
        notifiedUntil = now
        if isShown, let phase = menu.exercises[exercise].phases.first { observer?.began(phase) }
    }

    public func draw(on canvas: Canvas, context: PageContext, now: UInt64) {
        let layout = layout(context, now: now)
        let theme = Theme(ownColors: context)
        canvas.withSavedState {
            canvas.translate(x: 0, y: -gestures.scroller.offset(at: now))
            painter.header(localized("Flash"), [localized("Quick relief")], layout.frame, on: canvas, theme: theme)
            drawGuide(layout, on: canvas, context: context, now: now)
            drawExercises(layout, on: canvas, theme: theme)
            drawChips(layout, on: canvas, theme: theme)
            // The text field draws its own focus.
            if let control = controls(layout).first(where: {
                $0.target == focus.target && !$0.isFixed && $0.target != .noteField
            }) {
                painter.focusRing(control, on: canvas, theme: theme)
            }
        }
        if let toast = shownToast(at: now) {
            toast.draw(layout.frame, on: canvas, painter: painter, theme: theme, isPressed: gestures.pressed == .undo)
            if let control = controls(layout).first(where: { $0.target == focus.target && $0.isFixed }) {
                painter.focusRing(control, on: canvas, theme: theme)
            }
        }
    }

    /// Every frame while an exercise runs; with reduced motion, every second.
    public func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        drawnAt = now
        wasMoving = gestures.scroller.isMoving(at: now)
        if wasMoving { return .immediately }
        let toastEnd = shownToast(at: now)?.end
        guard let run, !run.isPaused, !run.position(at: now).isFinished else {
            return toastEnd.map { .at($0) } ?? .never
        }
        guard context.reducedMotion else { return .immediately }
        let second: Int64 = 1_000_000_000
        let next = now &+ UInt64(second - max(run.elapsed(at: now), 0) % second)
        return .at(min(next, toastEnd ?? next, run.nextTransition(after: now) ?? next))
    }

    /// The guide's card, while nothing else is animated.
    public func animatedArea(in context: PageContext) -> Rect? {
        guard run != nil, toast == nil, !wasMoving else { return nil }
        let layout = FlashLayout(context, menu, painter)
        let card = layout.guideCard.offset(y: -gestures.scroller.offset(at: drawnAt))
        return PagePainter.opaquePart(of: card)
    }

    public func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? {
        if let run, !run.isPaused { return nil }
        return CacheKey(
            Picture(
                selected: selected, run: run, done: done, toast: shownToast(at: now), noteField: noteField,
                offset: gestures.scroller.offset(at: now), pressed: gestures.pressed, focused: focus.target))
    }

    public func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        let layout = layout(context, now: now)
        if isWriting {
            let shape = noteShape(layout, theme: Theme(ownColors: context))
            let offset = gestures.scroller.offset(at: now)
            func content(_ point: Point) -> Point { Point(x: point.x, y: point.y + offset) }
            let isSelecting = selection.handle(
                event, on: &noteField, now: now, contains: { shape.textArea.contains(content($0)) },
                offset: { shape.caretOffset(at: content($0)) })
            if isSelecting { return .redraw }
        }
        // The field keeps the focus until the press has become a tap: on-screen keyboards appear and disappear with it.
        if case .press = event, !isWriting { focus.clear() }
        let offset = gestures.scroller.offset(at: now)
        let controls = controls(layout) + guideButton(layout)
        let hadTarget = gestures.pressed != nil
        let outcome = gestures.handle(
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
                focusField(at: Point(x: point.x, y: point.y + offset), layout, context, now: now)
            } else {
                activate(target, now: now)
            }
            return .redraw
        }
    }

    public func textFocus(in context: PageContext, now: UInt64) -> TextFocus? {
        guard isShown, isWriting else { return nil }
        let caret = noteShape(FlashLayout(context, menu, painter), theme: Theme(ownColors: context)).caret
        return TextFocus(noteField, caret: caret.offset(y: -gestures.scroller.offset(at: now)))
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
                gestures.scroller.reveal(control.area, context, now: now)
            }
        case .home, .end, .pageUp, .pageDown:
            gestures.scroller.scroll(by: key, context, now: now)
        case .activate:
            activate(
                focus.target.flatMap { target in controls.first { $0.target == target }?.target } ?? .guide, now: now)
        case .menu: return nil
        case .escape:
            if focus.target != nil { focus.clear() } else { activate(.end, now: now) }
        }
        return .redraw
    }

    /// The start of each phase while the page is visible; else only the end, to record the session.
    public func nextTask(after now: UInt64) -> UInt64? {
        guard let run else { return nil }
        return isShown && observer != nil ? run.nextTransition(after: notifiedUntil) ?? run.end : run.end
    }

    public func performTask(context: PageContext, now: UInt64) -> PageReaction {
        guard let run, !run.isPaused else { return .none }
        let position = run.position(at: now)
        if position.isFinished {
            finish(run, now: now)
            return .redraw
        }
        if isShown, let turn = run.nextTransition(after: notifiedUntil), turn <= now {
            observer?.began(run.exercise.phases[position.phase])
        }
        notifiedUntil = max(now, notifiedUntil)
        return .none
    }

    /// Records an exercise that ended while the page was hidden.
    public func appeared(now: UInt64) {
        isShown = true
        notifiedUntil = now
        if let run, run.position(at: now).isFinished { finish(run, now: now) }
    }

    public func disappeared(now: UInt64) {
        painter.forgetUnusedTexts()
        isShown = false
        gestures.cancel(now: now)
        focus.clear()
        toast = nil
    }

    public func reselected(context: PageContext, now: UInt64) -> PageReaction {
        guard gestures.scroller.offset(at: now) > 0 else { return .none }
        gestures.scroller.scrollToTop(now: now, animated: !context.reducedMotion)
        return .redraw
    }

    /// True if a note is being written.
    var isWriting: Bool { focus.target == .noteField }

    /// True if the field has text to record.
    var canSave: Bool { noteField.text.contains { !$0.isWhitespace } }

    /// The layout of the field in content coordinates.
    func noteShape(_ layout: FlashLayout, theme: Theme) -> TextFieldLayout {
        let inset = layout.frame.size(18)
        return painter.field(
            noteField, in: layout.noteField, leading: inset,
            trailing: canSave ? layout.noteField.maxX - layout.saveButton.x + 8 : inset, size: layout.frame.size(15),
            isFocused: isWriting, theme: theme, isMirrored: layout.frame.isRightToLeft)
    }

    func isPressed(_ target: Target) -> Bool { gestures.pressed == target }

    func shownToast(at now: UInt64) -> Toast? { toast.flatMap { now < $0.end ? $0 : nil } }

    /// The page's controls in focus order.
    func controls(_ layout: FlashLayout) -> [Control<Target>] {
        var controls: [Control<Target>] = [Control(.guide, layout.guideArea, radius: layout.guideRadius)]
        // The first button does the same, so it is skipped.
        controls += layout.buttons(isRunning: run != nil).dropFirst().map {
            Control($0.target, $0.area, radius: $0.area.height / 2)
        }
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

    /// The button that does the same as the guide.
    private func guideButton(_ layout: FlashLayout) -> [Control<Target>] {
        layout.buttons(isRunning: run != nil).prefix(1).map {
            Control($0.target, $0.area, radius: $0.area.height / 2)
        }
    }

    private func layout(_ context: PageContext, now: UInt64) -> FlashLayout {
        let layout = FlashLayout(context, menu, painter)
        gestures.scroller.resize(content: layout.contentHeight, window: context.size.height, now: now)
        if let end = toast?.end, end <= now { toast = nil }
        // An on-screen keyboard has appeared or disappeared.
        if context.size.height != lastHeight, isWriting { revealField(layout, context, now: now) }
        lastHeight = context.size.height
        return layout
    }

    /// Focuses the field and places the caret at a point.
    private func focusField(at point: Point, _ layout: FlashLayout, _ context: PageContext, now: UInt64) {
        let shape = noteShape(layout, theme: Theme(ownColors: context))
        if noteField.preedit == nil { noteField.placeCaret(at: shape.caretOffset(at: point)) }
        focus.set(.noteField)
        revealField(layout, context, now: now)
    }

    /// Scrolls to the field, and far enough that a toast does not cover it.
    private func revealField(_ layout: FlashLayout, _ context: PageContext, now: UInt64) {
        let field = layout.noteField
        let area = Rect(
            x: field.x, y: field.y, width: field.width, height: field.height + Toast.reservedHeight(layout.frame))
        gestures.scroller.reveal(area, context, now: now)
    }

    private func activate(_ target: Target, now: UInt64) {
        switch target {
        case .guide:
            guard var run else { return start(selected, now: now) }
            if run.isPaused {
                run.resume(now: now)
                notifiedUntil = now
                observer?.began(run.exercise.phases[run.position(at: now).phase])
            } else {
                run.pause(now: now)
            }
            self.run = run
        case .end: (run, done) = (nil, nil)
        case .exercise(let index):
            if run?.exercise == menu.exercises[index] {
                activate(.guide, now: now)
            } else {
                start(index, now: now)
            }
        case .action(let index):
            let action = menu.actions[index]
            let session = Session(start: source.wallClock(at: now), length: 0, kind: FlashMenu.actionKind, name: action)
            record(session, message: localized("\(action) recorded"), now: now)
        case .noteField: focus.set(.noteField)
        case .save:
            if record(noteField.text, now: now) { noteField.clear() }
        case .note(let index): record(menu.notes[index], now: now)
        case .undo: undo(now: now)
        }
    }

    private func finish(_ run: ExerciseRun, now: UInt64) {
        self.run = nil
        done = run.exercise
        let session = Session(
            start: source.wallClock(at: run.began), length: run.exercise.length, kind: Exercise.kind,
            name: run.exercise.name)
        record(session, message: nil, now: now)
        if isShown { observer?.finished(run.exercise) }
    }

    /// Records a session.
    ///
    /// - Parameter message: the text of the toast; nil for none.
    private func record(_ session: Session, message: String?, now: UInt64) {
        do throws(StressFailure) {
            try source.add(session)
            guard let message else { return }
            let found = try source.sessions(in: session.start..<session.start.advanced(by: 1))
                .last { $0.value == session }
            toast = Toast(message, undo: found.map { .addition(.session($0)) }, now: now)
        } catch {
            toast = Toast(error.reason, now: now)
        }
    }

    /// Records a note.
    ///
    /// - Returns: true if it was recorded.
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
        let clock = Formatters.clock(note.time, in: source.timeZone)
        toast = Toast(
            note.text.count > Self.maximumEchoLength
                ? localized("Noted at \(clock)") : localized("\(note.text) noted at \(clock)"),
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
