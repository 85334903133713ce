// SPDX-License-Identifier: MIT

extension Reference {
    /// The reference as Markdown.
    public static var markdown: String {
        var lines = ["# \(title)", ""]
        for section in sections {
            lines += ["## \(section.title)", ""]
            for paragraph in section.paragraphs { lines += wrapped(paragraph) + [""] }
            if !section.code.isEmpty { lines += ["```toml", section.code, "```", ""] }
            guard !section.entries.isEmpty else { continue }
            lines += ["| key | description | type | default | example |", "|---|---|---|---|---|"]
            lines += section.entries.map { entry in
                let cells = [
                    "`\(entry.name)`", entry.summary, entry.kind, entry.defaultValue, "`\(entry.example)`",
                ]
                return "| \(cells.joined(separator: " | ")) |"
            }
            lines.append("")
        }
        return lines.dropLast().joined(separator: "\n") + "\n"
    }

    /// A paragraph, wrapped at 120 characters.
    private static func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= 120 {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
