// SPDX-License-Identifier: MIT

/// The changes of a text field that can be undone and redone. A word that is typed is one change.
struct TextHistory: Equatable, Sendable {
    /// The text with its selection.
    struct State: Equatable, Sendable {
        var text: String
        var anchor: Int
        var caret: Int

        init(_ field: TextField) {
            (text, anchor, caret) = (field.text, field.anchorBytes, field.caretBytes)
        }
    }

    /// The maximum number of changes.
    private static let capacity = 100

    private var undone: [State] = []
    private var done: [State] = []
    /// The caret after the last change if that was typing: typing there continues it.
    private var typingCaret: Int?

    /// Records a change.
    ///
    /// - Parameter isTyping: true for a typed character. It continues the typing before it at the same caret, unless it is the
    ///   first one of another word.
    mutating func record(_ before: TextField, now: TextField, isTyping: Bool) {
        guard before.text != now.text else { return }
        let startsWord = before.text[..<before.caretIndex].last == " "
        if !(isTyping && typingCaret == before.caretBytes && !before.hasSelection && !startsWord) {
            done.append(State(before))
            if done.count > Self.capacity { done.removeFirst() }
        }
        undone = []
        typingCaret = isTyping ? now.caretBytes : nil
    }

    /// Returns the state before the last change; nil if there is none.
    mutating func undo(from state: State) -> State? {
        guard let earlier = done.popLast() else { return nil }
        undone.append(state)
        typingCaret = nil
        return earlier
    }

    /// Returns the state before the last undo; nil if there is none.
    mutating func redo(from state: State) -> State? {
        guard let later = undone.popLast() else { return nil }
        done.append(state)
        typingCaret = nil
        return later
    }
}
