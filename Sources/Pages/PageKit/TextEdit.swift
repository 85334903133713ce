// SPDX-License-Identifier: MIT

import SurfaceKit

/// What the user did to a field with a keyboard or an input method; ``TextField/apply(_:)`` does it.
public enum TextEdit: Equatable, Sendable {
    /// Text was typed.
    case insert(String)
    /// Backspace.
    case deleteBackward
    /// Delete.
    case deleteForward
    /// An input method took one step, which is done in this order and in place of the preedit of the step before: so many
    /// bytes of UTF-8 go away before and after the caret, a text is inserted, and another one is shown at the caret
    /// without being part of the field's text yet.
    case compose(deletingBefore: Int, after: Int, inserting: String, preedit: TextField.Preedit?)
}

extension TextEdit {
    /// What a surface was told.
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
