// SPDX-License-Identifier: MIT

/// A cache of text layouts by string and style.
///
/// Laying out a text costs a hundred times as much as drawing it. A full cache is cleared, which does not happen on a
/// page with a steady set of texts.
public final class TextCache {
    private struct Key: Hashable {
        var text: String
        var style: TextStyle
    }

    private let capacity: Int
    private var layouts: [Key: TextLayout] = [:]

    /// A cache of a number of texts.
    public init(capacity: Int = 512) {
        self.capacity = capacity
    }

    /// The layout of a text, cached or new.
    public func layout(_ text: String, _ style: TextStyle) -> TextLayout {
        let key = Key(text: text, style: style)
        if let cached = layouts[key] { return cached }
        if layouts.count >= capacity { layouts.removeAll(keepingCapacity: true) }
        let layout = TextLayout(text, style: style)
        layouts[key] = layout
        return layout
    }
}
