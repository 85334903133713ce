import PageKit
import TestSupport
import Testing

@Suite("TextField")
struct TextFieldTests {
    private let family = "👨‍👩‍👧"
    private let flag = "🇩🇪"

    @Test func textIsInsertedAtTheCaret() {
        var field = TextField("ac")
        #expect(field.caret == 2)
        field.move(.backward)
        #expect(field.did { $0.insert("b") } == true)
        #expect(field.text == "abc" && field.caret == 2 && field.caretBytes == 2)
        field.move(.toStart)
        #expect(field.did { $0.delete(.backward) } == false)
        #expect(field.did { $0.delete(.forward) } == true)
        #expect(field.text == "bc" && field.caret == 0)
        field.move(.toEnd)
        #expect(field.did { $0.delete(.forward) } == false)
        #expect(field.did { $0.move(.forward) } == false)
        #expect(field.did { $0.delete(.backward) } == true)
        #expect(field.text == "b" && field.caret == 1)
        field.clear()
        #expect(field == TextField())
    }

    @Test func caretMovesOverAndDeletesWholeCharacters() {
        for character in [family, flag, "e\u{301}", "ก็", "한", "\u{1112}\u{1161}\u{11AB}", "👍🏽", "⚕️"] {
            var field = TextField("x\(character)y")
            #expect(field.caret == 3)
            field.move(.backward)
            field.move(.backward)
            #expect(field.caret == 1 && field.caretBytes == 1, "\(character)")
            field.move(.forward)
            #expect(field.caretBytes == 1 + character.utf8.count)
            field.delete(.backward)
            #expect(field.text == "xy" && field.caretBytes == 1)
            field.insert(character)
            field.move(.backward)
            field.delete(.forward)
            #expect(field.text == "xy")
        }
    }

    @Test func caretStaysBetweenCharactersThatJoin() {
        // Typed text joins the character that follows.
        var field = TextField("\u{1F1EA}x")
        field.move(.toStart)
        field.insert("\u{1F1E9}")
        #expect(field.text == flag + "x" && field.caret == 1 && field.caretBytes == 8)
        // The text between two halves is deleted.
        field = TextField("\u{1F1E9}-\u{1F1EA}")
        field.move(.backward)
        field.delete(.backward)
        #expect(field.text == flag && field.caret == 1 && field.caretBytes == 8)
        // An accent goes to the letter before it.
        field = TextField("e")
        field.insert("\u{301}")
        #expect(field.caret == 1 && field.caretBytes == 3)
    }

    @Test func textIsOneLineWithoutControlCharacters() {
        #expect(TextField("a\r\n\n\tb\u{1B}[0m\u{7F}c\u{2028}d\u{0}").text == "a b[0mc d")
        #expect(TextField("a  b \n").text == "a  b  ")
        #expect(TextField("پ\u{200C}ی \(family)").text == "پ\u{200C}ی \(family)")
    }

    @Test func limitKeepsWholeCharacters() {
        var field = TextField("ab\(family)c", limit: 5)
        #expect(field.text == "ab")
        #expect(field.did { $0.insert(family) } == false)
        #expect(field.did { $0.insert("üxy") } == true)
        #expect(field.text == "abüx" && field.caret == 4)
        #expect(field.did { $0.insert("z") } == false)
        field = TextField(limit: 0)
        #expect(field.did { $0.apply(.insert("a")) } == false)
        #expect(TextField("a", limit: -3).text.isEmpty)
    }

    @Test func preeditIsDisplayedButNotPartOfTheText() throws {
        var field = TextField("今日")
        field.move(.backward)
        field.apply(.compose(.step(preedit: "あは", cursor: 3..<3)))
        #expect(field.text == "今日" && field.displayText == "今あは日")
        #expect(field.displayCaret == 6 && field.caretBytes == 3)
        field.apply(.compose(.step(preedit: "亜")))
        #expect(field.displayText == "今亜日" && field.displayCaret == nil)
        field.apply(.compose(TextInputUpdate(committed: "は")))
        #expect(field.text == "今は日" && field.displayText == field.text && field.caret == 2)
        #expect(TextField.Preedit("") == nil && TextField.Preedit("\u{7}") == nil)
        let odd = try #require(TextField.Preedit("é", cursor: 1..<900))
        #expect(odd.cursor == 0..<2)
    }

    @Test func inputMethodDeletesWholeScalars() {
        func field(after before: Int, _ after: Int) -> String {
            var field = TextField("aé|ü日")
            for _ in 0..<2 { field.move(.backward) }
            field.apply(.compose(.step(deleting: before, after)))
            return field.text
        }
        #expect(field(after: 1, 0) == "aéü日")
        #expect(field(after: 2, 0) == "aéü日")
        #expect(field(after: 3, 2) == "a日")
        #expect(field(after: 0, 1) == "aé|ü日")
        #expect(field(after: 0, 4) == "aé|日")
        #expect(field(after: .max, .max) == "")
        #expect(field(after: .min, .min) == "aé|ü日")
    }

    @Test func deletedAccentLeavesItsLetter() {
        var field = TextField("e\u{301}")
        field.apply(.compose(.step(deleting: 2)))
        #expect(field.text.unicodeScalars.elementsEqual("e".unicodeScalars) && field.caret == 1)
    }

    @Test func leftAndRightAreVisual() {
        var field = TextField("שלום")
        #expect(field.isRightToLeft)
        field.move(PageKey.right)
        #expect(field.caret == 3)
        field.move(PageKey.left)
        #expect(field.caret == 4)
        field.move(PageKey.home)
        #expect(field.caret == 0)
        field = TextField("1. note שלום")
        #expect(!field.isRightToLeft)
        field.move(PageKey.left)
        #expect(field.caret == 11)
        #expect(field.did { $0.move(PageKey.tab) } == false)
    }

    @Test func randomEditsKeepTheFieldValid() {
        var random = SplitMix64(seed: 20)
        let pieces = [
            "a", "\u{301}", family, "\u{200D}", "\u{1F1E9}", "\n", "日", "\u{1F3FD}", "ש", "\u{1112}", "\u{1161}",
        ]
        for _ in 0..<60 {
            var field = TextField(limit: 60)
            var steps: [String] = []
            for _ in 0..<40 {
                let piece = pieces.randomElement(using: &random) ?? ""
                let (before, after) = (Int.random(in: -2...9, using: &random), Int.random(in: -2...9, using: &random))
                let edits: [TextEdit] = [
                    .insert(piece), .insert(piece + piece), .deleteBackward, .deleteForward,
                    .compose(
                        .step(
                            deleting: before, after, piece, preedit: piece,
                            cursor: max(before, 0)..<max(before, 0) + 3)),
                ]
                if let edit = edits.randomElement(using: &random) {
                    steps.append("\(edit)")
                    field.apply(edit)
                }
                if Bool.random(using: &random) {
                    let movement = [TextField.Movement.backward, .forward, .toStart].randomElement(using: &random)
                    field.move(movement ?? .toEnd)
                }
                let boundaries = field.text.indices.map {
                    field.text.utf8.distance(from: field.text.startIndex, to: $0)
                }
                #expect((boundaries + [field.text.utf8.count]).contains(field.caretBytes), "\(steps)")
                #expect(field.text.utf8.count <= 60 && field.caret <= field.text.count)
                #expect(field.displayCaret.map { $0 <= field.displayText.utf8.count } ?? true)
            }
        }
    }
}

extension TextField {
    /// Runs a closure, and returns its result: a macro that evaluates it cannot change it.
    mutating func did(_ body: (inout TextField) -> Bool) -> Bool { body(&self) }
}

extension TextInputUpdate {
    /// A step of an input method, whose caret in the preedit is hidden unless it is given.
    fileprivate static func step(
        deleting before: Int = 0, _ after: Int = 0, _ committed: String = "", preedit: String = "",
        cursor: Range<Int>? = nil
    ) -> TextInputUpdate {
        var step = TextInputUpdate(committed: committed, preedit: preedit)
        (step.deletedBefore, step.deletedAfter, step.cursor) = (before, after, cursor)
        return step
    }
}
