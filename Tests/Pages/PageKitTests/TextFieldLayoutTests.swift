import Canvas
import Geometry
import PageKit
import Testing

@Suite("TextFieldLayout")
struct FieldShapeTests {
    private let painter = PagePainter()
    private let area = Rect(x: 20, y: 10, width: 160, height: 44)
    private static let texts = [
        "", "short", String(repeating: "long words and ", count: 30), String(repeating: "日本語 👍 é ", count: 20), "שלום",
        String(repeating: "שלום עולם ", count: 20), String(repeating: "mixed שלום ", count: 20),
    ]

    private func shape(_ field: TextField, isFocused: Bool = true, dark: Bool = false) -> TextFieldLayout {
        painter.field(
            field, in: area, leading: 12, trailing: 30, size: 16, isFocused: isFocused, theme: dark ? .dark : .light)
    }

    private func picture(_ shape: TextFieldLayout) -> [UInt8] {
        let bitmap = Bitmap(format: .argb32, width: 200, height: 64)
        let canvas = Canvas(bitmap: bitmap, scale: 1)
        shape.draw(painter.line("Search", size: 16, .black), on: canvas, theme: .light)
        return bitmap.packedRows
    }

    @Test(arguments: texts)
    func caretIsVisibleAnywhereInTheText(text: String) {
        var field = TextField(text)
        repeat {
            let caret = shape(field).caret
            #expect(caret.x >= 32 && caret.maxX <= 150 && caret.y > area.y && caret.maxY < area.maxY, "\(caret)")
        } while field.move(.backward)
    }

    /// On a page from right to left, the caret is at the upright text, and a press there finds it.
    @Test(arguments: ["short", "שלום עולם", "mixed שלום 12"]) func caretIsMirroredWithItsField(text: String) {
        var field = TextField(text)
        repeat {
            let layout = painter.field(
                field, in: area, leading: 12, trailing: 30, size: 16, isFocused: true, theme: .light, isMirrored: true)
            let plain = shape(field)
            // The distances from the text's ends are exchanged.
            let point = Point(x: layout.caret.center.x, y: layout.caret.center.y)
            #expect(layout.caret.x >= 32 - 1e-9 && layout.caret.maxX <= 150 + 1e-9, "\(layout.caret)")
            #expect(layout.caretOffset(at: point) == plain.caretOffset(at: plain.caret.center), "\(field.caretBytes)")
        } while field.move(.backward)
    }

    @Test func pressFindsThePositionInTheText() {
        var field = TextField(Self.texts[2])
        for _ in 0..<200 { field.move(.backward) }
        let place = shape(field).caret
        #expect(shape(field).caretOffset(at: place.center) == field.caretBytes)
        #expect(shape(field).caretOffset(at: Point(x: place.x + 30, y: 0)) > field.caretBytes)
        #expect(shape(field).caretOffset(at: Point(x: -1e9, y: 0)) == 0)
        field.move(.toEnd)
        #expect(shape(field).caretOffset(at: Point(x: 1e9, y: 0)) == field.text.utf8.count)
    }

    @Test func drawingStaysInTheTextArea() {
        var field = TextField(limit: 4000)
        let empty = picture(shape(field, isFocused: false))
        let focused = picture(shape(field))
        field.insert("written")
        let written = picture(shape(field))
        field.setPreedit(.init("begun", cursor: 5..<5))
        let begun = picture(shape(field))
        field.setPreedit(.init("begun"))
        let hidden = picture(shape(field))
        var again = TextField("writtenbegun")
        let plain = picture(shape(again))
        let pictures = [empty, focused, written, begun, hidden, plain]
        for (index, picture) in pictures.enumerated() { #expect(!pictures[..<index].contains(picture), "\(index)") }
        again.insert(String(repeating: "M", count: 300))
        let long = picture(shape(again))
        for y in 0..<64 {
            for x in Array(0..<32) + Array(150..<200) { #expect(long[(y * 200 + x) * 4 + 3] == 0) }
        }
    }

    @Test func emptyFrameCanBeDrawn() {
        let none = painter.field(
            TextField("text"), in: Rect(x: 0, y: 0, width: 0, height: 0), leading: 12, trailing: 30, size: 0,
            isFocused: true,
            theme: .light)
        #expect(Set(picture(none)) == [0] && none.caret.x.isFinite)
    }
}
