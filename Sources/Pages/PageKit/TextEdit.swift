// SPDX-License-Identifier: MIT

import SurfaceKit

/// An edit of a text field with a keyboard or an input method; ``TextField/apply(_:)`` performs it.
public enum TextEdit: Equatable, Sendable {
    /// Inserts typed text.
    case insert(String)
    /// Deletes the character before the caret (Backspace).
    case deleteBackward
    /// Deletes the character after the caret (Delete).
    case deleteForward
    /// Performs one step of an input method, which replaces the previous preedit: deletes a number of bytes of UTF-8 before
    /// and after the caret, inserts a text, and shows a preedit at the caret that is not part of the field's text yet.
    case compose(deletingBefore: Int, after: Int, inserting: String, preedit: TextField.Preedit?)
}

extension TextEdit {
    /// The edit of a surface's event.
    init(_ event: TextEvent) {
        self =
            switch event {
            case .insert(let text): .insert(text)
            case .deleteBackward: .deleteBackward
            case .deleteForward: .deleteForward
            case .compose(let step):
                .compose(
                    deletingBefore: step.deletedBefore, after: step.deletedAfter, inserting: step.committed,
                    preedit: TextField.Preedit(step.preedit, cursor: step.cursor))
            }
    }
}
