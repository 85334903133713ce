/// The undoable and redoable changes of a text field. A typed word is one change.
struct TextHistory: Equatable, Sendable {
    struct State: Equatable, Sendable {
        var text: String
        var anchor: Int
        var caret: Int

        init(_ field: TextField) {
            (text, anchor, caret) = (field.text, field.anchorBytes, field.caretBytes)
        }
    }

    private static let capacity = 100

    private var undone: [State] = []
    private var done: [State] = []
    /// The caret after the last change if that was typing: typing there continues it.
    private var typingCaret: Int?

    /// Records a change. Typing continues earlier typing at the same caret, unless it begins another word.
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

    /// Returns the state before the last change, if any.
    mutating func undo(from state: State) -> State? {
        guard let earlier = done.popLast() else { return nil }
        undone.append(state)
        typingCaret = nil
        return earlier
    }

    /// Returns the state before the last undo, if any.
    mutating func redo(from state: State) -> State? {
        guard let later = undone.popLast() else { return nil }
        done.append(state)
        typingCaret = nil
        return later
    }
}
