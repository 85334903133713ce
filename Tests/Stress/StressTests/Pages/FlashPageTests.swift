import Canvas
import Geometry
import PageKit
import PageTestSupport
import Testing

@testable import StressMonitor

@Suite
struct FlashPageTests {
    let source = TestSource()
    let page: FlashPage
    let context = phone
    var layout: FlashLayout { FlashLayout(context) }
    /// Box breathing.
    let length: UInt64 = 192 * second

    init() {
        page = FlashPage(source)
        page.appeared(now: 0)
    }

    @Test func guideStartsPausesAndResumesExercise() {
        #expect(page.nextFrame(after: second, context: context) == .never)
        #expect(page.tap(layout.guideCenter, context, at: second) == .redraw)
        #expect(page.run?.began == second)
        #expect(page.nextFrame(after: second, context: context) == .immediately)
        _ = page.tap(layout.guideCenter, context, at: 3 * second)
        #expect(page.run?.isPaused == true)
        #expect(page.nextFrame(after: 3 * second, context: context) == .never)
        #expect(page.nextTask(after: 3 * second) == nil)
        _ = page.tap(layout.guideCenter, context, at: 100 * second)
        #expect(page.run?.position(at: 100 * second) == Exercise.boxBreathing.position(elapsed: Int64(2 * second)))
        #expect(page.nextTask(after: 100 * second) == 98 * second + length)
    }

    @Test func pressedExerciseStartsAndEndButtonCancelsIt() throws {
        _ = page.tap(layout.exercises[1].center, context, at: second)
        #expect(page.selected == 1 && page.run?.exercise == .fourSevenEight)
        _ = page.tap(layout.exercises[3].center, context, at: 2 * second)
        #expect(page.run?.exercise == .grounding && page.run?.began == 2 * second)
        let end = try #require(layout.buttons(isRunning: true).last)
        _ = page.tap(end.area.center, context, at: 3 * second)
        #expect(page.run == nil)
        #expect(try source.sessions.isEmpty)
    }

    /// A press shows in place: on the disc or on the button, darker.
    @Test func pressOfTheDiscDarkensTheDiscAlone() throws {
        let start = try #require(layout.buttons(isRunning: false).first).area
        let (disc, button) = (layout.guideCenter.offsetLeft(20), Point(x: start.x + 12, y: start.center.y))
        func sum(_ pixels: [UInt8], _ point: Point) -> Int {
            let index = (Int(point.y) * Int(context.size.width) + Int(point.x)) * 4
            return pixels[index..<index + 3].reduce(0) { $0 + Int($1) }
        }
        let before = page.picture(context, at: 0)
        _ = page.pointer(.press(layout.guideCenter), context: context, now: 0)
        let pressed = page.picture(context, at: 0)
        #expect(sum(pressed, disc) < sum(before, disc))
        #expect(sum(pressed, button) == sum(before, button))
        _ = page.pointer(.cancel, context: context, now: 0)
        _ = page.pointer(.press(start.center), context: context, now: 0)
        let started = page.picture(context, at: 0)
        #expect(sum(started, disc) == sum(before, disc))
        #expect(sum(started, button) != sum(before, button))
    }

    @Test func hiddenExerciseContinuesAndOnlySchedulesItsEnd() {
        page.start(0, now: second)
        page.disappeared(now: 2 * second)
        #expect(page.nextTask(after: 2 * second) == second + length)
        page.appeared(now: 100 * second)
        #expect(page.run?.position(at: 100 * second) == Exercise.boxBreathing.position(elapsed: Int64(99 * second)))
    }

    @Test(arguments: [true, false])
    func finishedExerciseIsRecordedOnce(isSeen: Bool) throws {
        page.start(0, now: second)
        if !isSeen { page.disappeared(now: 2 * second) }
        let end = second + length
        #expect(page.performTask(context: context, now: end - 1) == .none)
        #expect(try source.sessions.isEmpty)
        #expect(page.performTask(context: context, now: end) == .redraw)
        #expect(page.performTask(context: context, now: end + 1) == .none)
        page.appeared(now: end + 2)
        #expect(
            try source.sessions == [
                Session(start: MockData.now, length: 192_000, kind: "breathing", name: "Box breathing")
            ])
        #expect(page.done == .boxBreathing)
        #expect(page.nextTask(after: end) == nil)
        #expect(page.nextFrame(after: end, context: context) == .never)
    }

    @Test func exerciseThatEndedDuringSuspendIsRecorded() throws {
        page.start(0, now: second)
        page.disappeared(now: 2 * second)
        page.appeared(now: 10_000 * second)
        #expect(try source.sessions.map(\.length) == [192_000])
    }

    @Test func observerIsNotifiedOfEachPhaseWhileVisible() {
        let recorder = Recorder()
        page.observer = recorder
        page.start(0, now: 0)
        #expect(recorder.words == ["Inhale"])
        #expect(page.nextTask(after: 0) == 4 * second)
        _ = page.performTask(context: context, now: 4 * second)
        #expect(recorder.words == ["Inhale", "Hold"])
        #expect(page.nextTask(after: 4 * second) == 8 * second)
        page.disappeared(now: 5 * second)
        #expect(page.nextTask(after: 5 * second) == length)
        page.appeared(now: 9 * second)
        #expect(page.nextTask(after: 9 * second) == 12 * second)
        _ = page.performTask(context: context, now: 12 * second)
        #expect(recorder.words == ["Inhale", "Hold", "Hold"])
        _ = page.performTask(context: context, now: length)
        #expect(recorder.words.last == "finished")
    }

    @Test func reducedMotionDrawsOncePerSecond() {
        var context = context
        context.reducedMotion = true
        page.start(0, now: second)
        #expect(page.nextFrame(after: second, context: context) == .at(2 * second))
        #expect(page.nextFrame(after: 5 * second / 2, context: context) == .at(3 * second))
    }

    @Test func actionAndNoteAreRecordedWithOnePressAndCanBeUndone() throws {
        _ = page.tap(layout.actions[1].center, context, at: second)
        #expect(try source.sessions.map(\.name) == ["Water"])
        #expect(page.nextFrame(after: second, context: context) == .at(second + Toast.duration))
        let undo = try #require(page.toast?.areas(layout.frame, painter: page.painter).button)
        _ = page.tap(undo.center, context, at: 2 * second)
        #expect(try source.sessions.isEmpty && page.toast == nil)

        // It is below the window's edge, so it is scrolled to first.
        let note = layout.notes[2]
        _ = page.pointer(.scroll(dy: 1000, source: .finger, isFinal: true), context: context, now: 3 * second)
        let offset = try #require(page.scrollOffset(at: 5 * second, context: context))
        _ = page.tap(Point(x: note.center.x, y: note.center.y - offset), context, at: 5 * second)
        #expect(try source.notes == ["Coffee"])
        #expect(page.nextFrame(after: 14 * second, context: context) == .never)
    }

    /// Scrolls to the field, presses it and types.
    private func write(_ text: String) {
        _ = page.pointer(.scroll(dy: 1000, source: .wheel, isFinal: true), context: context, now: 0)
        press(layout.noteField.center)
        _ = page.text(.insert(text), context: context, now: second)
    }

    /// Presses a point of the content at its present position.
    private func press(_ point: Point) {
        let offset = page.scrollOffset(at: second, context: context) ?? 0
        _ = page.tap(Point(x: point.x, y: point.y - offset), context, at: second)
    }

    /// What is composed is seen as a part of the note. Elsewhere a press ends it, as in other toolkits.
    @Test(arguments: ["key", "save", "name", "chip"])
    func preeditIsRecordedWithTheNote(by means: String) throws {
        write("")
        _ = page.text(
            .compose(TextInputUpdate(preedit: "ceshi")), context: context, now: second
        )
        let save = page.tree(context, at: second).node("save")
        switch means {
        case "key": #expect(page.key(.activate, context: context, now: second) == .redraw)
        case "name": _ = page.tap(try #require(save?.bounds?.center), context, at: second)
        default: press(means == "save" ? layout.saveButton.center : layout.notes[2].center)
        }
        #expect(try source.notes == [means == "chip" ? "Coffee" : "ceshi"] && page.noteField.isEmpty)
    }

    @Test(arguments: [true, false])
    func writtenNoteIsRecordedByReturnOrButton(isByKey: Bool) throws {
        #expect(page.textFocus(in: context, now: second) == nil)
        write("Slept")
        _ = page.text(.insert(" badly 😴"), context: context, now: second)
        let focus = try #require(page.textFocus(in: context, now: second))
        #expect(focus.field.text == "Slept badly 😴" && focus.purpose == .prose)
        #expect(focus.caret.y > 0 && focus.caret.maxY < context.size.height)
        if isByKey {
            #expect(page.key(.activate, context: context, now: second) == .redraw)
        } else {
            press(layout.saveButton.center)
        }
        #expect(try source.notes == ["Slept badly 😴"])
        #expect(page.noteField.isEmpty && page.toast?.text.hasPrefix("Slept badly 😴 noted at ") == true)
        #expect((page.textFocus(in: context, now: second) != nil) == isByKey)
        // The toast does not cover the field.
        let offset = try #require(page.scrollOffset(at: 2 * second, context: context))
        let bar = try #require(page.toast?.areas(layout.frame, painter: page.painter).bar)
        #expect(layout.noteField.maxY - offset <= bar.y)
        // An empty text is not a note.
        _ = page.key(.activate, context: context, now: second)
        #expect(try source.notes.count == 1)
    }

    @Test func unfinishedNoteIsKeptWhileHiddenAndEscapeOnlyLeavesField() throws {
        write("Half")
        _ = page.text(
            .compose(TextInputUpdate(preedit: "begun")), context: context, now: second
        )
        page.leave(at: 2 * second)
        #expect(page.textFocus(in: context, now: second) == nil)
        page.appeared(now: 3 * second)
        #expect(page.textFocus(in: context, now: second) == nil)
        #expect(page.noteField.text == "Half" && page.noteField.preedit == nil)
        #expect(page.text(.insert("lost"), context: context, now: second) == .none)
        write(" a note")
        #expect(page.key(.escape, context: context, now: second) == .redraw)
        #expect(page.textFocus(in: context, now: second) == nil && page.noteField.text == "Half a note")
        #expect(try source.notes.isEmpty)
    }

    @Test func noteFieldIsReachedByKeysThatThenMoveCaret() throws {
        for _ in 0..<40 where page.interaction.focused != "note" { _ = page.key(.tab, context: context, now: second) }
        #expect(page.textFocus(in: context, now: second) != nil)
        _ = page.text(.insert("ac"), context: context, now: second)
        _ = page.key(.left, context: context, now: second)
        _ = page.text(.insert("b"), context: context, now: second)
        _ = page.key(.home, context: context, now: second)
        _ = page.text(.deleteForward, context: context, now: second)
        #expect(page.noteField.text == "bc" && page.noteField.caret == 0)
        _ = page.key(.down, context: context, now: second)
        #expect(page.interaction.focused == "save")
        _ = page.key(.activate, context: context, now: second)
        #expect(try source.notes == ["bc"])
    }

    @Test func noteFieldAndCaretStayVisibleAboveOnScreenKeyboard() throws {
        write(String(repeating: "long words ", count: 60))
        var low = context
        (low.size.height, low.reducedMotion) = (420, true)
        _ = page.picture(low, at: second)
        for edit in [TextEdit.insert("x"), .deleteBackward] {
            _ = page.text(edit, context: low, now: second)
            let caret = try #require(page.textFocus(in: low, now: second)).caret
            #expect(caret.y >= 0 && caret.maxY <= 420, "\(caret)")
            #expect(caret.x > layout.noteField.x && caret.maxX < layout.saveButton.x)
        }
        for _ in 0..<200 {
            _ = page.key(.left, context: low, now: second)
            let caret = try #require(page.textFocus(in: low, now: second)).caret
            #expect(caret.x > layout.noteField.x && caret.maxX < layout.saveButton.x)
        }
        (low.size.height, low.reducedMotion) = (300, false)
        #expect(page.nextFrame(after: second, context: low) == .immediately)
    }

    @Test func fastTypingScrollsAsFarAsSlowTyping() throws {
        func offset(_ step: UInt64) throws -> Double {
            let page = FlashPage(source)
            page.appeared(now: 0)
            for _ in 0..<40 where page.interaction.focused != "note" { _ = page.key(.tab, context: context, now: 0) }
            _ = page.pointer(.scroll(dy: -2000, source: .wheel, isFinal: true), context: context, now: second)
            for index in 0..<10 as Range<UInt64> {
                _ = page.text(.insert("x"), context: context, now: 2 * second + index * step)
            }
            return try #require(page.scrollOffset(at: 60 * second, context: context))
        }
        #expect(try offset(second) > 0)
        #expect(try abs(offset(10_000_000) - offset(second)) < 0.01)
    }

    /// It is not confirmed before it is stored.
    @Test func whatCannotBeStoredSaysSoAndIsTriedAgain() throws {
        source.failure = StressFailure(reason: "no space left")
        _ = page.tap(layout.actions[0].center, context, at: second)
        #expect(page.toast?.text == "Not saved: no space left" && page.toast?.undo == nil)
        write("Keep me")
        _ = page.key(.activate, context: context, now: second)
        #expect(page.noteField.text.isEmpty && page.toast?.text == "Not saved: no space left")
        #expect(try page.toast?.undo == nil && source.notes == [])
        source.failure = nil
        source.storeWaiting(now: 2 * second)
        #expect(try source.notes == ["Keep me"] && source.sessions.map(\.name) == ["Walk"])
        #expect(page.toast?.text.hasPrefix("Keep me noted at ") == true && page.toast?.undo != nil)
    }

    @Test func longNoteIsNotRepeatedInToast() throws {
        write(String(repeating: "word ", count: 2000))
        #expect(page.noteField.text.utf8.count == Note.maximumLength)
        _ = page.key(.activate, context: context, now: second)
        #expect(page.toast?.text.hasPrefix("Noted at ") == true)
        #expect(try source.notes.first?.utf8.count == Note.maximumLength - 1)
    }

    @Test func configuredMenuIsOffered() {
        var menu = FlashMenu()
        menu.exercises = []
        menu.actions = ["Tea"]
        menu.notes = []
        let page = FlashPage(source, menu: menu)
        let layout = FlashLayout(context, page.menu)
        #expect(page.menu.exercises == Exercise.all)
        #expect(layout.actions.count == 1 && layout.notes.isEmpty)
        #expect(Set(page.picture(context, at: 0)).count > 50)
    }

    @Test func pageCanBeUsedWithKeysOnly() {
        #expect(page.key(.activate, context: context, now: second) == .redraw)
        #expect(page.run != nil)
        #expect(page.key(.escape, context: context, now: 2 * second) == .redraw)
        #expect(page.run == nil)
        for _ in 0..<3 { _ = page.key(.tab, context: context, now: second) }
        #expect(page.interaction.focused == "exercise/1")
        _ = page.key(.activate, context: context, now: second)
        #expect(page.run?.exercise == .fourSevenEight)
        // Round and round: the disc, End, four exercises, four actions, the field and five notes.
        for _ in 0..<16 { _ = page.key(.tab, context: context, now: second) }
        #expect(page.interaction.focused == "exercise/1")
        _ = page.pointer(.press(Point(x: 1, y: 1)), context: context, now: second)
        #expect(page.interaction.focused == nil)
    }

    @Test func onlyAnimatedAreaChanges() throws {
        page.start(0, now: second)
        _ = page.nextFrame(after: second, context: context)
        let area = try #require(page.animatedArea(in: context))
        let bitmap = Bitmap(format: .argb32, width: 428, height: 800)
        _ = page.picture(context, at: 2 * second, over: bitmap)
        let patched = page.picture(context, at: 4 * second, clip: area, over: bitmap)
        #expect(patched == page.picture(context, at: 4 * second))
        #expect(patched != page.picture(context, at: 2 * second))
    }
}

extension Point {
    fileprivate func offsetLeft(_ distance: Double) -> Point { Point(x: x - distance, y: y) }
}
