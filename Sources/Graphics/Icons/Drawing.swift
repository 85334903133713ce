// SPDX-License-Identifier: MIT

/// The pictures of one icon.
struct Drawing {
    /// In outline unless the icon is a filled one by itself.
    let plain: IconDefinition
    /// The filled picture, if there is one.
    let filled: IconDefinition?

    /// An icon of one picture.
    init(_ parts: [IconPart]) {
        plain = IconDefinition(parts)
        filled = nil
    }

    /// An icon of a shape and of lines, in outline and filled.
    ///
    /// - Parameters:
    ///   - shape: what is drawn in outline, or is filled. Filled it has the line around it too, and so the same size.
    ///   - lines: what is drawn besides, in outline only.
    ///   - cut: what is taken out of the filled shape.
    ///   - over: what is drawn over the filled shape.
    init(shape: [IconPart], lines: [IconPart] = [], cut: [IconPart] = [], over: [IconPart] = []) {
        self.init(lines: shape + lines, filled: shape, cut: cut, over: over)
    }

    /// An icon of lines that has another shape when it is filled.
    init(lines: [IconPart], filled: [IconPart], cut: [IconPart] = [], over: [IconPart] = []) {
        plain = IconDefinition(lines)
        self.filled = IconDefinition(filled.map(\.solid), cut: cut, over: over)
    }
}
