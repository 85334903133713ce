// SPDX-License-Identifier: MIT

/// The way in which an icon that is not built in is drawn.
public enum IconRendering: String, Sendable, CaseIterable {
    /// Its shape alone, in the colour of the bar's icons.
    case mask
    /// As it is, in its own colours.
    case color
}
