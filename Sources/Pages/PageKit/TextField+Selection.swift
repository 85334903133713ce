// SPDX-License-Identifier: MIT

import Gestures

extension TextField {
    /// The selected range, bytes of UTF-8; empty without a selection.
    public var selection: Range<Int> { min(anchorBytes, caretBytes)..<max(anchorBytes, caretBytes) }

    public var hasSelection: Bool { anchorBytes != caretBytes }

    /// The selected text.
    public var selectedText: String {
        let range = selection
        let bytes = text.utf8
        return String(
            text[
                bytes.index(
                    bytes.startIndex, offsetBy: range.lowerBound)..<bytes.index(
                        bytes.startIndex, offsetBy: range.upperBound)])
    }

    /// The selection in ``displayText``, bytes of UTF-8; an input method's preedit hides it.
    public var displaySelection: Range<Int>? { hasSelection && preedit == nil ? selection : nil }

    /// Selects a range, bytes of UTF-8, with the caret at its end.
    public mutating func select(_ range: Range<Int>) {
        placeCaret(at: range.lowerBound)
        placeCaret(at: range.upperBound, extending: true)
    }

    /// Selects the word at a position, bytes of UTF-8, or the characters between two words.
    public mutating func selectWord(at bytes: Int) {
        placeCaret(at: bytes)
        // At the end of a text the last word is meant.
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

    /// Deletes the selection.
    ///
    /// - Returns: false if there is none.
    @discardableResult
    mutating func deleteSelection() -> Bool {
        guard hasSelection else { return false }
        let range = selection
        let bytes = text.utf8
        text.removeSubrange(
            bytes.index(
                bytes.startIndex, offsetBy: range.lowerBound)..<bytes.index(
                    bytes.startIndex, offsetBy: range.upperBound))
        placeCaret(at: range.lowerBound)
        return true
    }

    /// Returns where a movement leads from the caret, bytes of UTF-8.
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

    /// Returns the movement in reading order that a key makes in visual order.
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

    /// Restores the text before the last change.
    mutating func undo() {
        if let earlier = history.undo(from: TextHistory.State(self)) { restore(earlier) }
    }

    /// Restores the text before the last undo.
    mutating func redo() {
        if let later = history.redo(from: TextHistory.State(self)) { restore(later) }
    }

    private mutating func restore(_ state: TextHistory.State) {
        (text, anchorBytes, caretBytes) = (state.text, state.anchor, state.caret)
        setPreedit(nil)
    }

    private func offset(of index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }
}

extension Character {
    /// True for a letter, a digit or an underscore.
    fileprivate var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
