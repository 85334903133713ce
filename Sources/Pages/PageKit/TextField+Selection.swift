import Gestures

extension TextField {
    /// The selected range, bytes of UTF-8; empty without a selection.
    public var selection: Range<Int> { min(anchorBytes, caretBytes)..<max(anchorBytes, caretBytes) }

    public var hasSelection: Bool { anchorBytes != caretBytes }

    /// The selected text.
    public var selectedText: String { String(text[indices(of: selection)]) }

    /// The selection in ``displayText``, bytes of UTF-8; a preedit hides it.
    public var displaySelection: Range<Int>? { hasSelection && preedit == nil ? selection : nil }

    /// The selection as the accessibility tree has it.
    var scalarSelection: AccessibilityNode.TextSelection {
        func scalars(_ bytes: Int) -> Int {
            text.unicodeScalars.distance(
                from: text.startIndex, to: text.utf8.index(text.startIndex, offsetBy: bytes))
        }
        return .init(anchor: scalars(anchorBytes), focus: scalars(caretBytes))
    }

    /// Selects a range, bytes of UTF-8, with the caret at its end.
    public mutating func select(_ range: Range<Int>) {
        placeCaret(at: range.lowerBound)
        placeCaret(at: range.upperBound, extending: true)
    }

    /// Selects a range of Unicode scalars, as far as the text goes.
    mutating func select(scalars: Range<Int>) {
        let ends = [scalars.lowerBound, scalars.upperBound].map {
            String(text.unicodeScalars.prefix(max($0, 0))).utf8.count
        }
        select(ends[0]..<ends[1])
    }

    /// Selects the word at a position, bytes of UTF-8, or the characters between two words.
    public mutating func selectWord(at bytes: Int) {
        placeCaret(at: bytes)
        // The end of a text counts as its last word.
        let index = caretIndex < text.endIndex || text.isEmpty ? caretIndex : text.index(before: caretIndex)
        guard index < text.endIndex else { return }
        let isWord = text[index].isWordCharacter
        var (start, end) = (index, index)
        while start > text.startIndex, text[text.index(before: start)].isWordCharacter == isWord {
            start = text.index(before: start)
        }
        while end < text.endIndex, text[end].isWordCharacter == isWord { end = text.index(after: end) }
        select(offset(of: start)..<offset(of: end))
    }

    @discardableResult
    mutating func deleteSelection() -> Bool {
        guard hasSelection else { return false }
        remove(selection)
        return true
    }

    /// Returns the destination of a movement from the caret, bytes of UTF-8.
    func destination(of movement: Movement) -> Int {
        var index = caretIndex
        switch movement {
        case .backward: if index > text.startIndex { index = text.index(before: index) }
        case .forward: if index < text.endIndex { index = text.index(after: index) }
        case .wordBackward:
            func isWord() -> Bool { text[text.index(before: index)].isWordCharacter }
            while index > text.startIndex, !isWord() { index = text.index(before: index) }
            while index > text.startIndex, isWord() { index = text.index(before: index) }
        case .wordForward:
            while index < text.endIndex, !text[index].isWordCharacter { index = text.index(after: index) }
            while index < text.endIndex, text[index].isWordCharacter { index = text.index(after: index) }
        case .toStart: return 0
        case .toEnd: return text.utf8.count
        }
        return offset(of: index)
    }

    /// Converts a key's movement from visual to reading order.
    func movement(_ motion: TextMotion) -> Movement {
        switch motion {
        case .left: isRightToLeft ? .forward : .backward
        case .right: isRightToLeft ? .backward : .forward
        case .wordLeft: isRightToLeft ? .wordForward : .wordBackward
        case .wordRight: isRightToLeft ? .wordBackward : .wordForward
        case .start: .toStart
        case .end: .toEnd
        }
    }

    mutating func undo() {
        if let earlier = history.undo(from: TextHistory.State(self)) { restore(earlier) }
    }

    mutating func redo() {
        if let later = history.redo(from: TextHistory.State(self)) { restore(later) }
    }

    private mutating func restore(_ state: TextHistory.State) {
        (text, anchorBytes, caretBytes) = (state.text, state.anchor, state.caret)
        setPreedit(nil)
    }

    /// Deletes a range, bytes of UTF-8, and places the caret there.
    mutating func remove(_ range: Range<Int>) {
        text.removeSubrange(indices(of: range))
        placeCaret(at: range.lowerBound)
    }

    private func offset(of index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }

    private func indices(of range: Range<Int>) -> Range<String.Index> {
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        return start..<text.utf8.index(start, offsetBy: range.count)
    }
}

extension Character {
    /// True for a letter, a digit or an underscore.
    fileprivate var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
