import Geometry
import Localization
import PageKit

/// The action screen: guided exercises, and actions and notes recorded with one press.
final class FlashPage: ChangingPage, TextPage {
    /// Everything drawn while no exercise runs, besides the context and the menu.
    private struct Picture: Equatable {
        var selected: Int
        var run: ExerciseRun?
        var done: Exercise?
        var toast: Toast?
        var noteField: TextField
        var interaction: PartInteraction.Picture
    }

    /// The maximum number of a note's characters in the toast.
    private static let maximumEchoLength = 16

    let source: any StressSource
    let menu: FlashMenu
    let painter = PagePainter()
    weak var observer: (any ExerciseObserver)?
    /// The exercise in the guide.
    private(set) var selected = 0
    private(set) var run: ExerciseRun?
    /// The last ended exercise, until another one starts.
    private(set) var done: Exercise?
    var toast: Toast?
    var interaction = PartInteraction() {
        didSet {
            // An input method's preedit text ends with the focus of its field.
            if !isWriting, noteField.preedit != nil { noteField.setPreedit(nil) }
        }
    }
    /// The unfinished note, kept while the page is hidden.
    private(set) var noteField = TextField(limit: Note.maximumLength)
    private var selection = TextSelectionGesture()
    /// The visible height of the page at the last layout, logical px.
    private var lastHeight = 0.0
    private var drawnAt: UInt64 = 0
    /// True if the last frame was part of a scroll animation.
    private var wasMoving = false
    /// The time up to which the observer has been notified of phases.
    private var notifiedUntil: UInt64 = 0

    init(_ source: any StressSource, menu: FlashMenu = FlashMenu()) {
        self.source = source
        var menu = menu
        if menu.exercises.isEmpty { menu.exercises = Exercise.all }
        self.menu = menu
    }

    func start(_ exercise: Int, now: UInt64) {
        guard menu.exercises.indices.contains(exercise) else { return }
        selected = exercise
        done = nil
        run = ExerciseRun(menu.exercises[exercise], now: now)
        notifiedUntil = now
        if isShown, let phase = menu.exercises[exercise].phases.first { observer?.began(phase) }
    }

    /// Every frame while an exercise runs; with reduced motion, every second.
    func nextFrame(after now: UInt64, context: PageContext) -> NextFrame {
        // A new height begins a scroll to the field. Drawing, which follows, would begin it without a next frame.
        if context.size.height != lastHeight { _ = layout(context, now: now) }
        drawnAt = now
        wasMoving = interaction.scroller.isMoving(at: now)
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
    func animatedArea(in context: PageContext) -> Rect? {
        guard run != nil, toast == nil, !wasMoving else { return nil }
        let card = FlashLayout(context, menu, painter).guideCard
        return PagePainter.opaquePart(of: card.offset(y: -interaction.offset(at: drawnAt)))
    }

    func cacheKey(at now: UInt64, context: PageContext) -> CacheKey? {
        if let run, !run.isPaused { return nil }
        return CacheKey(
            Picture(
                selected: selected, run: run, done: done, toast: shownToast(at: now), noteField: noteField,
                interaction: interaction.picture(at: now)))
    }

    func pointer(_ event: PagePointerEvent, context: PageContext, now: UInt64) -> PageReaction {
        let layout = layout(context, now: now)
        let offset = interaction.offset(at: now)
        func content(_ point: Point) -> Point { Point(x: point.x, y: point.y + offset) }
        let shape = noteShape(layout, theme: Theme(ownColors: context))
        if isWriting {
            let isSelecting = selection.handle(
                event, on: &noteField, now: now, contains: { shape.textArea.contains(content($0)) },
                offset: { shape.caretOffset(at: content($0)) })
            if isSelecting { return .redraw }
        }
        let isFieldPressed = interaction.pressed == "note"
        // The press takes the focus from the field, which ends the preedit.
        if case .release = event, interaction.pressed == "save" { noteField.commitPreedit() }
        let reaction = pressParts(event, context: context, now: now)
        if case .release(let point) = event, isFieldPressed, isWriting, noteField.preedit == nil,
            layout.noteField.contains(content(point))
        {
            noteField.placeCaret(at: shape.caretOffset(at: content(point)))
        }
        return reaction
    }

    func returned(discardsText: Bool, context: PageContext, now: UInt64) -> PageReaction {
        if discardsText { noteField.clear() }
        interaction.stop(now: now)
        interaction.scroller.scrollToTop(now: now, animated: false)
        return .redraw
    }

    func textFocus(in context: PageContext, now: UInt64) -> TextFocus? {
        guard isShown, isWriting else { return nil }
        let caret = noteShape(FlashLayout(context, menu, painter), theme: Theme(ownColors: context)).caret
        return TextFocus(noteField, caret: caret.offset(y: -interaction.offset(at: now)))
    }

    func text(_ edit: TextEdit, context: PageContext, now: UInt64) -> PageReaction {
        guard isWriting, noteField.apply(edit) else { return .none }
        revealField(layout(context, now: now), context, now: now)
        return .redraw
    }

    func key(_ key: PageKey, context: PageContext, now: UInt64) -> PageReaction? {
        switch key {
        case .left where isWriting, .right where isWriting, .home where isWriting, .end where isWriting:
            noteField.move(key)
        case .activate where isWriting: save(now: now)
        case .activate:
            guard interaction.focused.flatMap({ list(in: context, now: now)[$0] }) == nil else {
                return keyParts(key, context: context, now: now)
            }
            toggle(now: now)
        case .tab, .backtab, .left, .right, .up, .down:
            let isForward = key == .tab || key == .right || key == .down
            let reaction = moveFocus(isForward: isForward, context: context, now: now)
            if isWriting { revealField(layout(context, now: now), context, now: now) }
            return reaction
        case .escape where interaction.focused == nil: end()
        case .home, .end, .pageUp, .pageDown, .menu, .escape: return keyParts(key, context: context, now: now)
        }
        return .redraw
    }

    /// The start of each phase while the page is visible; else only the end, to record the session.
    func nextTask(after now: UInt64) -> UInt64? {
        guard let run else { return nil }
        return isShown && observer != nil ? run.nextTransition(after: notifiedUntil) ?? run.end : run.end
    }

    func performTask(context: PageContext, now: UInt64) -> PageReaction {
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
    func appeared(now: UInt64) {
        source.isShown = true
        notifiedUntil = now
        if let run, run.position(at: now).isFinished { finish(run, now: now) }
    }

    func disappeared(now: UInt64) {
        painter.forgetUnusedTexts()
        source.isShown = false
        toast = nil
    }

    var isWriting: Bool { interaction.focused == "note" }

    var canSave: Bool { noteField.displayText.contains { !$0.isWhitespace } }

    func noteShape(_ layout: FlashLayout, theme: Theme) -> TextFieldLayout {
        let inset = layout.frame.size(18)
        return painter.field(
            noteField, in: layout.noteField, leading: inset,
            trailing: canSave ? layout.noteField.maxX - layout.saveButton.x + 8 : inset, size: layout.frame.size(15),
            isFocused: interaction.shownFocus == "note", theme: theme, isMirrored: layout.frame.isRightToLeft)
    }

    /// Returns the layout, after setting the height of the content.
    func layout(_ context: PageContext, now: UInt64) -> FlashLayout {
        let layout = FlashLayout(context, menu, painter)
        interaction.resize(content: layout.contentHeight, context, now: now)
        endToast(at: now)
        // An on-screen keyboard has appeared or disappeared.
        if context.size.height != lastHeight, isWriting { revealField(layout, context, now: now) }
        lastHeight = context.size.height
        return layout
    }

    /// Scrolls to the field, and far enough that a toast does not cover it.
    func revealField(_ layout: FlashLayout, _ context: PageContext, now: UInt64) {
        var area = layout.noteField
        area.height += Toast.reservedHeight(layout.frame)
        interaction.scroller.reveal(area, context, now: now)
    }

    /// Starts, pauses or resumes the exercise.
    func toggle(now: UInt64) {
        guard var run else { return start(selected, now: now) }
        if run.isPaused {
            run.resume(now: now)
            notifiedUntil = now
            observer?.began(run.exercise.phases[run.position(at: now).phase])
        } else {
            run.pause(now: now)
        }
        self.run = run
    }

    func end() {
        (run, done) = (nil, nil)
    }

    /// Saves the note as it is seen, with the preedit.
    func save(now: UInt64) {
        noteField.commitPreedit()
        if record(noteField.text, now: now) { noteField.clear() }
    }

    func record(action: String, now: UInt64) {
        let session = Session(start: source.wallClock(at: now), length: 0, kind: FlashMenu.actionKind, name: action)
        change(.session(session), message: localized("\(action) recorded"), now: now)
    }

    private func finish(_ run: ExerciseRun, now: UInt64) {
        self.run = nil
        done = run.exercise
        let session = Session(
            start: source.wallClock(at: run.began), length: run.exercise.length, kind: Exercise.kind,
            name: run.exercise.name)
        change(.session(session), message: nil, now: now)
        if isShown { observer?.finished(run.exercise) }
    }

    /// Records a note, confirmed once it is stored; false for an empty text.
    @discardableResult
    func record(_ text: String, now: UInt64) -> Bool {
        guard let note = Note(time: source.wallClock(at: now), text: text) else { return false }
        let isLong = note.text.count > Self.maximumEchoLength
        let time = Formatters.clock(note.time, in: source.timeZone)
        change(
            .note(note),
            message: isLong ? localized("Noted at \(time)") : localized("\(note.text) noted at \(time)"), now: now)
        return true
    }
}
