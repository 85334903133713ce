import Geometry
import PageKit
import Testing

@Suite struct TextSelectionTests {
    private func field(_ text: String, _ edits: TextEdit...) -> TextField {
        var field = TextField(text)
        for edit in edits { field.apply(edit) }
        return field
    }

    private func left(_ extending: Bool = true) -> TextEdit { .move(.left, extending: extending) }

    @Test func shiftExtendsTheSelection() {
        let selected = field("abc", left(), left())
        #expect(selected.selectedText == "bc" && selected.selection == 1..<3 && selected.caretBytes == 1)
        #expect(field("abc", left(), left(), .move(.right, extending: true)).selectedText == "c")
        #expect(field("abc", .move(.start, extending: true)).selectedText == "abc")
        #expect(field("a👍🏽", left()).selectedText == "👍🏽")
        // Without Shift the caret goes to that end of the selection.
        #expect(field("abc", .selectAll, left(false)).caretBytes == 0)
        #expect(field("abc", .selectAll, .move(.right, extending: false)).caretBytes == 3)
        #expect(!field("abc", .selectAll, left(false)).hasSelection)
    }

    @Test func selectionIsReplacedAndDeleted() {
        #expect(field("abc", left(), .insert("x")).text == "abx")
        #expect(field("abc", .selectAll, .deleteBackward).text == "")
        #expect(field("abc", left(), .deleteForward).text == "ab")
        #expect(field("abc", left(), .deleteSelection).text == "ab")
        #expect(field("abc", left(), .deleteWordBackward).text == "ab")
        // An input method's text takes its place, its silence does not.
        #expect(field("abc", left(), .compose(TextInputUpdate())).text == "abc")
        #expect(field("abc", left(), .compose(TextInputUpdate(committed: "é"))).text == "abé")
        // Text over the limit leaves the rest.
        var full = TextField("abcd", limit: 4)
        full.apply(left())
        full.apply(.insert("xyz"))
        #expect(full.text == "abcx")
    }

    @Test func wordsArePassedAndDeleted() {
        #expect(field("one two", .move(.wordLeft, extending: false)).caretBytes == 4)
        #expect(field("one, two ", .move(.wordLeft, extending: true)).selectedText == "two ")
        #expect(field("one two", .move(.start, extending: false), .move(.wordRight, extending: false)).caretBytes == 3)
        #expect(field("one two", .deleteWordBackward).text == "one ")
        #expect(field("one two", .deleteWordBackward, .deleteWordBackward).text == "")
        #expect(field("one two", .move(.start, extending: false), .deleteWordForward).text == " two")
        // In a text from right to left, the left is the end.
        let hebrew = "אב גד"
        #expect(field(hebrew, .move(.wordRight, extending: false)).caretBytes == 5)
        #expect(field(hebrew, .move(.start, extending: false), .move(.wordLeft, extending: false)).caretBytes == 4)
    }

    @Test func typingIsUndoneByWords() {
        var field = TextField()
        for character in "one two" { field.apply(.insert(String(character))) }
        field.apply(.undo)
        #expect(field.text == "one ")
        field.apply(.undo)
        #expect(field.text == "")
        #expect(field.did { $0.apply(.undo) } == false)
        field.apply(.redo)
        field.apply(.redo)
        #expect(field.text == "one two" && field.caretBytes == 7)
        #expect(field.did { $0.apply(.redo) } == false)
        // Another change replaces the undone ones.
        field.apply(.undo)
        field.apply(.insert("x"))
        #expect(field.did { $0.apply(.redo) } == false && field.text == "one x")
    }

    @Test func undoRestoresTheSelection() {
        let undone = field("one two", .move(.wordLeft, extending: true), .insert("x"), .undo)
        #expect(undone.text == "one two" && undone.selectedText == "two")
        // The text that the field began with stays.
        var untouched = TextField("a")
        let isUndone = untouched.apply(.undo)
        #expect(!isUndone)
    }

    private final class Stage {
        var field = TextField("one two three")
        var gesture = TextSelectionGesture()

        /// The offsets are the points' x; all of them from 0 to 100 are on the field.
        func handle(_ event: PagePointerEvent, at milliseconds: UInt64 = 0) -> Bool {
            gesture.handle(
                event, on: &field, now: milliseconds * 1_000_000, contains: { (0...100).contains($0.x) },
                offset: { Int($0.x) })
        }
    }

    private func point(_ x: Double) -> Point { Point(x: x, y: 0) }

    @Test func dragSelects() {
        let stage = Stage()
        #expect(stage.handle(.press(point(12))))
        #expect(stage.field.caretBytes == 12 && !stage.field.hasSelection)
        // A finger that rolls does not.
        #expect(stage.handle(.move(point(8))) && !stage.field.hasSelection)
        #expect(stage.handle(.move(point(3))) && stage.field.selection == 3..<12)
        #expect(stage.handle(.release(point(3))) && stage.field.selectedText == " two thre")
        #expect(!stage.handle(.move(point(9))) && !stage.handle(.press(point(101))))
    }

    @Test func doublePressSelectsAWordAndTripleAll() {
        let stage = Stage()
        for (index, selected) in ["", "two", "one two three"].enumerated() {
            #expect(stage.handle(.press(point(5)), at: UInt64(index) * 300))
            #expect(stage.handle(.release(point(5)), at: UInt64(index) * 300))
            #expect(stage.field.selectedText == selected)
        }
        // A slow one is another first press.
        #expect(stage.handle(.press(point(5)), at: 1200) && !stage.field.hasSelection)
    }
}
