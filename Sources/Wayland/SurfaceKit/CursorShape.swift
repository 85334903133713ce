// SPDX-License-Identifier: MIT

/// The shape of the cursor over a surface, by its name in CSS and in cursor-shape.
public enum CursorShape: Hashable, Sendable, CaseIterable {
    /// The arrow.
    case `default`
    /// The hand over what can be pressed.
    case pointer
}
