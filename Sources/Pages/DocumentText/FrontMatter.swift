/// The lines before a document that describe it to programs, in YAML between `---` or in TOML between `+++`.
public struct FrontMatter {
    /// The value of its `title`.
    public let title: String?
    /// The text after it.
    public let document: String

    /// The front matter of a text; nil without any. It begins with a key; a thematic break is followed by none.
    public init?(of text: String) {
        var lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }[...]
        let fence = lines.popFirst()?.drop { $0 == "\u{FEFF}" }
        guard fence == "---" || fence == "+++", let end = lines.firstIndex(where: { $0 == fence || $0 == "..." })
        else { return nil }
        let keys = lines[..<end].filter { !$0.hasPrefix("#") }.map { line in
            (name: line.prefix { !" :=".contains($0) }, value: line.drop { !":=".contains($0) })
        }
        guard let first = keys.first, !first.name.isEmpty, first.value.hasPrefix(fence == "---" ? ":" : "=") else {
            return nil
        }
        let value = keys.first { $0.name == "title" }?.value.dropFirst().drop { $0 == " " } ?? ""
        let quote = value.first.flatMap { "\"'".contains($0) ? $0 : nil }
        let name = quote == nil ? value : value.dropFirst().prefix { $0 != quote }
        title = name.isEmpty ? nil : MarkdownParser.visible(String(name))
        document = lines[(end + 1)...].joined(separator: "\n")
    }
}
