// SPDX-License-Identifier: MIT

internal import Pango

/// A cache of text layouts by string and style.
///
/// Laying out a text costs a hundred times as much as drawing it. The cache has two generations: when the younger one is
/// full, it becomes the older one, and what was in that is forgotten unless it was asked for since. So a page with a steady
/// set of texts keeps them, and one with ever new texts (times, readings) does not keep all that it has ever shown: a
/// layout takes 10 kB.
public final class TextCache {
    private struct Key: Hashable {
        var text: String
        var style: TextStyle
    }

    private let capacity: Int
    private var young: [Key: TextLayout] = [:]
    private var old: [Key: TextLayout] = [:]

    /// - Parameter capacity: the maximum number of texts in a generation.
    public init(capacity: Int = 160) {
        self.capacity = capacity
    }

    /// Starts to look for fonts, beside what the program does before it draws its first text.
    public static func findFonts() { PangoTextLayout.findFonts() }

    /// The number of cached texts.
    public var count: Int { young.count + old.count }

    /// The layout of a text, cached or new.
    public func layout(_ text: String, _ style: TextStyle) -> TextLayout {
        let key = Key(text: text, style: style)
        if let cached = young[key] { return cached }
        if young.count >= capacity { age() }
        let layout = old.removeValue(forKey: key) ?? TextLayout(text, style: style)
        young[key] = layout
        return layout
    }

    /// Begins a new generation: layouts that are not used until the next one are dropped. A generation without any use,
    /// such as that of a page that was not drawn, goes on.
    public func age() {
        guard !young.isEmpty else { return }
        (old, young) = (young, [:])
    }
}
