public import Gestures

/// An edit of a text field; ``TextField/apply(_:)`` performs it.
public typealias TextEdit = Gestures.TextEdit

/// One step of an input method.
public typealias TextInputUpdate = Gestures.TextInputUpdate

extension TextEdit {
    /// True for typed text, which is undone word by word.
    var isTyping: Bool {
        switch self {
        case .insert(let text): text.count == 1
        case .compose(let step): step.committed.count == 1 && step.deletedBefore == 0 && step.deletedAfter == 0
        default: false
        }
    }
}
