internal import Pango

/// A cache of text layouts by string and style. A layout takes 10 kB, and a hundred times as long to make as to draw.
///
/// It has two generations: when the younger one is full, it becomes the older one, whose texts are forgotten
/// unless used since. So a page with a steady set of texts keeps them, and one with ever new texts does
/// not.
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

    /// Starts to look for fonts, in parallel with the program's start before its first text.
    public static func findFonts() { PangoTextLayout.findFonts() }

    public var count: Int { young.count + old.count }

    public func layout(_ text: String, _ style: TextStyle) -> TextLayout {
        let key = Key(text: text, style: style)
        if let cached = young[key] { return cached }
        if young.count >= capacity { age() }
        let layout = old.removeValue(forKey: key) ?? TextLayout(text, style: style)
        young[key] = layout
        return layout
    }

    /// Begins a new generation: layouts unused until the next one are dropped. An unused generation,
    /// such as of a page that was not drawn, continues.
    public func age() {
        guard !young.isEmpty else { return }
        (old, young) = (young, [:])
    }
}
