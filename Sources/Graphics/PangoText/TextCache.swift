// SPDX-License-Identifier: MIT

/// Texts that were set once, by what they say and how they look.
///
/// Setting a text costs a hundred times what drawing it does. The cache forgets everything when it is full, which a
/// page with a steady set of texts never meets.
public final class TextCache {
    private struct Key: Hashable {
        var text: String
        var style: TextStyle
    }

    private let capacity: Int
    private var layouts: [Key: TextLayout] = [:]

    /// A cache for so many texts.
    public init(capacity: Int = 512) {
        self.capacity = capacity
    }

    /// The text, set now or before.
    public func layout(_ text: String, _ style: TextStyle) -> TextLayout {
        let key = Key(text: text, style: style)
        if let known = layouts[key] { return known }
        if layouts.count >= capacity { layouts.removeAll(keepingCapacity: true) }
        let layout = TextLayout(text, style: style)
        layouts[key] = layout
        return layout
    }
}
