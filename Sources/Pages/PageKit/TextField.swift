// SPDX-License-Identifier: MIT

/// One line of text that is written in: the text, the caret, and what an input method has begun.
///
/// The caret stands between characters as a person sees them (grapheme clusters), and moves and deletes whole ones. What is
/// inserted becomes one line: a run of line breaks and tabs becomes a space, and other control characters go away.
public struct TextField: Equatable, Sendable {
    /// What an input method shows at the caret but has not written yet.
    public struct Preedit: Equatable, Sendable {
        public let text: String
        /// The caret in it, or what is marked there, bytes of UTF-8; nil hides the caret.
        public let cursor: Range<Int>?

        /// - Returns: nil for no text.
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

    /// A way for the caret to go, in the order in which the text is read.
    public enum Movement: Sendable {
        case backward
        case forward
        case toStart
        case toEnd
    }

    /// What is written, without the preedit.
    public private(set) var text = ""
    /// How much of the text is before the caret, bytes of UTF-8.
    public private(set) var caretBytes = 0
    /// What an input method has begun; nil while there is nothing.
    public private(set) var preedit: Preedit?
    /// The most bytes of UTF-8 that are written.
    public let limit: Int

    /// An empty field, or one with the caret at the end of a text. Of what goes beyond the limit the end is left out.
    public init(_ text: String = "", limit: Int = 1000) {
        self.limit = max(limit, 0)
        insert(text)
    }

    /// How many characters are before the caret.
    public var caret: Int { text.distance(from: text.startIndex, to: caretIndex) }

    /// Whether nothing is written nor begun.
    public var isEmpty: Bool { text.isEmpty && preedit == nil }

    /// The text with the preedit in its place.
    public var shown: String {
        guard let preedit else { return text }
        return text[..<caretIndex] + preedit.text + text[caretIndex...]
    }

    /// Where the preedit is in what is shown, bytes of UTF-8.
    public var shownPreedit: Range<Int>? {
        preedit.map { caretBytes..<(caretBytes + $0.text.utf8.count) }
    }

    /// Where the caret is in what is shown, bytes of UTF-8; nil while an input method hides it.
    public var shownCaret: Int? {
        guard let preedit else { return caretBytes }
        return preedit.cursor.map { caretBytes + $0.upperBound }
    }

    /// Whether the text is one that is read from the right, by its first letter.
    public var isRightToLeft: Bool {
        shown.unicodeScalars.first { $0.properties.isAlphabetic }.map { Self.isRightToLeft($0) } ?? false
    }

    /// Inserts a text before the caret, as many whole characters of it as the limit leaves room for.
    ///
    /// - Returns: whether anything was inserted.
    @discardableResult
    public mutating func insert(_ string: String) -> Bool {
        let room = limit - text.utf8.count
        var (part, bytes) = ("", 0)
        for character in Self.line(string) {
            bytes += character.utf8.count
            guard bytes <= room else { break }
            part.append(character)
        }
        guard !part.isEmpty else { return false }
        let end = caretBytes + part.utf8.count
        text.insert(contentsOf: part, at: caretIndex)
        placeCaret(at: end)
        return true
    }

    /// Deletes the character before the caret.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public mutating func deleteBackward() -> Bool {
        guard caretBytes > 0 else { return false }
        let start = text.index(before: caretIndex)
        let offset = text.utf8.distance(from: text.startIndex, to: start)
        text.removeSubrange(start..<caretIndex)
        placeCaret(at: offset)
        return true
    }

    /// Deletes the character after the caret.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    public mutating func deleteForward() -> Bool {
        guard caretIndex < text.endIndex else { return false }
        text.remove(at: caretIndex)
        placeCaret(at: caretBytes)
        return true
    }

    /// Moves the caret.
    ///
    /// - Returns: whether it went anywhere.
    @discardableResult
    public mutating func move(_ movement: Movement) -> Bool {
        let before = caretBytes
        switch movement {
        case .backward where caretBytes > 0:
            placeCaret(at: text.utf8.distance(from: text.startIndex, to: text.index(before: caretIndex)))
        case .forward where caretIndex < text.endIndex:
            placeCaret(at: text.utf8.distance(from: text.startIndex, to: text.index(after: caretIndex)))
        case .toStart: placeCaret(at: 0)
        case .toEnd: placeCaret(at: text.utf8.count)
        default: break
        }
        return caretBytes != before
    }

    /// Moves the caret as a key says: left and right as one sees it, home and end.
    ///
    /// - Returns: whether it is a key that moves the caret.
    @discardableResult
    public mutating func move(_ key: PageKey) -> Bool {
        switch key {
        case .left: move(isRightToLeft ? .forward : .backward)
        case .right: move(isRightToLeft ? .backward : .forward)
        case .home: move(.toStart)
        case .end: move(.toEnd)
        default: return false
        }
        return true
    }

    /// Puts the caret where so many bytes of UTF-8 of the text are before it, or just after the character that is there.
    public mutating func placeCaret(at bytes: Int) {
        let offset = min(max(bytes, 0), text.utf8.count)
        let index = text.utf8.index(text.startIndex, offsetBy: offset)
        // What was written may have become one with what follows, as two halves of a flag do.
        let character = index < text.endIndex ? text.rangeOfComposedCharacter(at: index) : index..<index
        let place = character.lowerBound == index ? index : character.upperBound
        caretBytes = text.utf8.distance(from: text.startIndex, to: place)
    }

    /// Shows what an input method has begun, or with nil nothing any more.
    public mutating func setPreedit(_ preedit: Preedit?) {
        self.preedit = preedit
    }

    /// Takes everything away.
    public mutating func clear() {
        (text, caretBytes, preedit) = ("", 0, nil)
    }

    /// Does what the user did.
    ///
    /// - Returns: whether the field is another one than before.
    @discardableResult
    public mutating func apply(_ edit: TextEdit) -> Bool {
        let old = self
        switch edit {
        case .insert(let text): insert(text)
        case .deleteBackward: deleteBackward()
        case .deleteForward: deleteForward()
        case .compose(let before, let after, let string, let preedit):
            setPreedit(nil)
            delete(bytesBefore: before, after: after)
            insert(string)
            setPreedit(preedit)
        }
        return self != old
    }

    /// Deletes what an input method asks for. Of a scalar of which it names a part nothing goes away.
    private mutating func delete(bytesBefore: Int, after: Int) {
        let count = text.utf8.count
        let wanted = caretBytes - min(max(bytesBefore, 0), caretBytes)
        let first = Self.start(ofScalarAt: wanted, in: text)
        let start = first == wanted ? first : first + Self.scalarLength(at: first, in: text)
        let end = Self.start(ofScalarAt: caretBytes + min(max(after, 0), count - caretBytes), in: text)
        guard start < end else { return }
        let bytes = text.utf8
        text.removeSubrange(
            bytes.index(bytes.startIndex, offsetBy: start)..<bytes.index(bytes.startIndex, offsetBy: end))
        placeCaret(at: start)
    }

    private var caretIndex: String.Index { text.utf8.index(text.startIndex, offsetBy: caretBytes) }

    /// A text as one line.
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

    /// The first byte of the scalar that a byte belongs to.
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

    /// Whether a letter belongs to one of the scripts that are written from the right.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
        default: false
        }
    }
}

extension String {
    /// The character that a scalar belongs to.
    fileprivate func rangeOfComposedCharacter(at index: Index) -> Range<Index> {
        let start = self.index(before: self.index(after: index))
        return start..<self.index(after: start)
    }
}
