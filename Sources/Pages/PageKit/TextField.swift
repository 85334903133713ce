import Gestures
internal import ShellModel

/// An editable line of text: the text, the caret with a selection, the preedit of an input method, and the undo history.
///
/// The caret and the ends of the selection are between grapheme clusters; the caret moves and deletes whole ones. In
/// inserted text, a run of line breaks and tabs becomes a space, and other control characters are removed.
public struct TextField: Equatable, Sendable {
    /// The text that an input method shows at the caret but has not committed.
    public struct Preedit: Equatable, Sendable {
        public let text: String
        /// The caret or the selection in it, in bytes of UTF-8; nil hides the caret.
        public let cursor: Range<Int>?

        /// A preedit; nil for an empty text.
        public init?(_ text: String, cursor: Range<Int>? = nil) {
            let line = TextField.line(text)
            guard !line.isEmpty else { return nil }
            self.text = line
            self.cursor = cursor.map {
                TextField.start(
                    ofScalarAt: $0.lowerBound, in: line)..<TextField.start(ofScalarAt: $0.upperBound, in: line)
            }
        }
    }

    /// A movement of the caret, in reading order.
    public enum Movement: Sendable, CaseIterable {
        case backward
        case forward
        case wordBackward
        case wordForward
        case toStart
        case toEnd
    }

    /// The text without the preedit.
    public internal(set) var text = ""
    /// The position of the caret in the text, bytes of UTF-8.
    public internal(set) var caretBytes = 0
    /// The other end of the selection, bytes of UTF-8; the caret's without one.
    public internal(set) var anchorBytes = 0
    /// The preedit of an input method, if any.
    public private(set) var preedit: Preedit?
    /// The maximum length of the text, bytes of UTF-8.
    public let limit: Int
    var history = TextHistory()

    /// A field with a text, cut to the limit, and the caret at its end.
    public init(_ text: String = "", limit: Int = 1000) {
        self.limit = max(limit, 0)
        insert(text)
        history = TextHistory()
    }

    /// The position of the caret in the text, in characters.
    public var caret: Int { text.distance(from: text.startIndex, to: caretIndex) }

    /// True without text and preedit.
    public var isEmpty: Bool { text.isEmpty && preedit == nil }

    /// The text with the preedit at the caret.
    public var displayText: String {
        guard let preedit else { return text }
        return "\(text[..<caretIndex])\(preedit.text)\(text[caretIndex...])"
    }

    /// The position of the caret in ``displayText``, bytes of UTF-8; nil while an input method hides it.
    public var displayCaret: Int? {
        guard let preedit else { return caretBytes }
        return preedit.cursor.map { caretBytes + $0.upperBound }
    }

    /// True if the text is read from right to left, by its first letter.
    public var isRightToLeft: Bool {
        displayText.unicodeScalars.first { $0.properties.isAlphabetic }.map(\.isRightToLeft) ?? false
    }

    /// Replaces the selection by the whole characters of a text within the limit; false if nothing has changed.
    @discardableResult
    public mutating func insert(_ string: String) -> Bool {
        let hadSelection = deleteSelection()
        let available = limit - text.utf8.count
        var (part, bytes) = ("", 0)
        for character in Self.line(string) {
            bytes += character.utf8.count
            guard bytes <= available else { break }
            part.append(character)
        }
        guard !part.isEmpty else { return hadSelection }
        let end = caretBytes + part.utf8.count
        text.insert(contentsOf: part, at: caretIndex)
        placeCaret(at: end)
        return true
    }

    /// Deletes the selection, else the text that a movement of the caret passes; false if nothing was deleted.
    @discardableResult
    public mutating func delete(_ movement: Movement) -> Bool {
        if !hasSelection { move(movement, extending: true) }
        return deleteSelection()
    }

    /// Moves the caret, or one end of the selection by `extending`; false if neither has changed. Otherwise, a movement
    /// by a character from a selection leads to the selection's end.
    @discardableResult
    public mutating func move(_ movement: Movement, extending: Bool = false) -> Bool {
        let before = (caretBytes, anchorBytes)
        switch movement {
        case .backward where !extending && hasSelection: caretBytes = selection.lowerBound
        case .forward where !extending && hasSelection: caretBytes = selection.upperBound
        default: caretBytes = destination(of: movement)
        }
        if !extending { anchorBytes = caretBytes }
        return before != (caretBytes, anchorBytes)
    }

    /// Moves the caret with a key: left and right in visual order, home and end; false for other keys.
    @discardableResult
    public mutating func move(_ key: PageKey) -> Bool {
        let motions: [PageKey: TextMotion] = [.left: .left, .right: .right, .home: .start, .end: .end]
        guard let motion = motions[key] else { return false }
        move(movement(motion))
        return true
    }

    /// Places the caret, or one end of the selection, at bytes of UTF-8, or at the end of the character there.
    public mutating func placeCaret(at bytes: Int, extending: Bool = false) {
        let index = text.utf8.index(text.startIndex, offsetBy: min(max(bytes, 0), text.utf8.count))
        // Inserted text may have joined the following character, as two halves of a flag do.
        let end = index < text.endIndex ? text.index(after: index) : index
        let isBoundary = index == text.endIndex || text.index(before: end) == index
        caretBytes = text.utf8.distance(from: text.startIndex, to: isBoundary ? index : end)
        if !extending { anchorBytes = caretBytes }
    }

    /// Sets the preedit of an input method, or removes it with nil.
    public mutating func setPreedit(_ preedit: Preedit?) {
        self.preedit = preedit
    }

    /// Makes the preedit, if any, part of the text.
    public mutating func commitPreedit() {
        if let preedit { apply(.compose(TextInputUpdate(committed: preedit.text))) }
    }

    /// Removes text, preedit and the undo history.
    public mutating func clear() {
        self = TextField(limit: limit)
    }

    /// Performs an edit of the user; false if the field has not changed.
    @discardableResult
    public mutating func apply(_ edit: TextEdit) -> Bool {
        let old = self
        switch edit {
        case .insert(let text): insert(text)
        case .deleteBackward: delete(.backward)
        case .deleteForward: delete(.forward)
        case .deleteWordBackward: delete(.wordBackward)
        case .deleteWordForward: delete(.wordForward)
        case .deleteSelection: deleteSelection()
        case .move(let motion, let extending): move(movement(motion), extending: extending)
        case .selectAll: select(0..<text.utf8.count)
        case .replace(let range, let text):
            select(scalars: range)
            if let text { insert(text) }
        case .undo: undo()
        case .redo: redo()
        case .compose(let step):
            let preedit = Preedit(step.preedit, cursor: step.cursor)
            setPreedit(nil)
            delete(bytesBefore: step.deletedBefore, after: step.deletedAfter)
            // Text or a preedit replaces the selection.
            if !step.committed.isEmpty || preedit != nil { insert(step.committed) }
            setPreedit(preedit)
        }
        switch edit {
        case .undo, .redo: break
        default: history.record(old, now: self, isTyping: edit.isTyping)
        }
        return (text, caretBytes, anchorBytes, preedit) != (old.text, old.caretBytes, old.anchorBytes, old.preedit)
    }

    /// Deletes an input method's range, except for scalars partly outside it.
    private mutating func delete(bytesBefore: Int, after: Int) {
        let count = text.utf8.count
        let requested = caretBytes - min(max(bytesBefore, 0), caretBytes)
        let first = Self.start(ofScalarAt: requested, in: text)
        let start = first == requested ? first : first + Self.scalarLength(at: first, in: text)
        let end = Self.start(ofScalarAt: caretBytes + min(max(after, 0), count - caretBytes), in: text)
        if start < end { remove(start..<end) }
    }

    var caretIndex: String.Index { text.utf8.index(text.startIndex, offsetBy: caretBytes) }

    private static func line(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        var isBreak = false
        for scalar in text.unicodeScalars {
            let isSpacing = scalar.properties.isWhitespace && scalar != " "
            switch scalar.properties.generalCategory {
            case .control where isSpacing, .lineSeparator, .paragraphSeparator: isBreak = true
            case .control: break
            default:
                if isBreak { line.append(" ") }
                isBreak = false
                line.append(scalar)
            }
        }
        if isBreak { line.append(" ") }
        return String(line)
    }

    /// Returns the first byte of the scalar that a byte belongs to.
    private static func start(ofScalarAt offset: Int, in text: String) -> Int {
        let bytes = text.utf8
        var offset = min(max(offset, 0), bytes.count)
        while offset > 0, offset < bytes.count, bytes[bytes.index(bytes.startIndex, offsetBy: offset)] & 0xC0 == 0x80 {
            offset -= 1
        }
        return offset
    }

    private static func scalarLength(at offset: Int, in text: String) -> Int {
        let index = text.utf8.index(text.startIndex, offsetBy: offset)
        return index < text.endIndex ? UTF8.width(text.unicodeScalars[index]) : 0
    }
}
