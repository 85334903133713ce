// SPDX-License-Identifier: MIT

/// The pictures of one icon.
struct Drawing {
    /// The whole SVG text, in outline unless the icon is a filled one by itself.
    let plain: String
    /// The whole SVG text of the filled picture, if there is one.
    let filled: String?

    /// An icon of one picture, which is complete.
    init(_ svg: String) {
        plain = svg
        filled = nil
    }

    /// An icon of lines, without a filled picture.
    init(lines: String) {
        plain = Self.svg(Self.group(lines, fill: "none"))
        filled = nil
    }

    /// An icon of a shape and of lines, in outline and filled.
    ///
    /// - Parameters:
    ///   - shape: what is drawn in outline, or is filled. Filled it has the line around it too, and so the same size.
    ///   - lines: what is drawn besides, in outline only.
    ///   - cut: lines that are taken out of the filled shape; what has a `fill` of its own is taken out as a whole.
    ///   - over: lines over the filled shape.
    init(shape: String, lines: String = "", cut: String = "", over: String = "") {
        self.init(lines: shape + lines, filled: shape, cut: cut, over: over)
    }

    /// An icon of lines that has another shape when it is filled.
    init(lines: String, filled: String, cut: String = "", over: String = "") {
        plain = Self.svg(Self.group(lines, fill: "none"))
        let shape = Self.group(filled, fill: "#000")
        let mask = """
            <mask id="cut"><path fill="#fff" d="M0 0H24V24H0Z"/>\(Self.group(cut, fill: "none"))</mask>
            """
        let whole = cut.isEmpty ? shape : "\(mask)<g mask=\"url(#cut)\">\(shape)</g>"
        self.filled = Self.svg(whole + Self.group(over, fill: "none"))
    }

    private static func svg(_ content: String) -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\">\(content)</svg>"
    }

    private static func group(_ content: String, fill: String) -> String {
        guard !content.isEmpty else { return "" }
        return """
            <g fill="\(fill)" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">\(content)</g>
            """
    }
}
