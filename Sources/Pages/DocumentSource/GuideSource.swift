// SPDX-License-Identifier: MIT
public import DocumentText
import Localization
import Posix

/// A document that does not change by itself.
public final class GuideSource: DocumentSource {
    public let name: String
    public private(set) var content: DocumentContent?
    public var onChange: () -> Void = {}

    private let blocks: [Block]

    init(name: String, markdown: String) {
        self.name = name
        blocks = MarkdownParser.blocks(of: markdown) ?? []
        content = DocumentContent(blocks)
    }

    /// The document of a tab without a program: it shows how to fill the tab.
    ///
    /// - Parameters:
    ///   - tab: the tab's identifier.
    ///   - file: the configuration file.
    public convenience init(tab: String, file: String) {
        let home = environmentVariable("HOME").map { $0 + "/" } ?? "/"
        let name = file.hasPrefix(home) ? "~/" + file.dropFirst(home.count) : file
        self.init(name: name, markdown: Self.text(tab: tab, file: name))
    }

    /// Shows a note below the document.
    public func show(note: String) {
        content = DocumentContent(blocks, footnote: note)
        onChange()
    }

    public func show() {}
    public func hide() {}
    public func refresh() {}
    public func stop() {}

    /// Returns the document in Markdown.
    static func text(tab: String, file: String) -> String {
        // A name may contain whatever a string of TOML may.
        let id = tab.reduce(into: "\"") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : "\($1)" } + "\""
        let ways = [
            (
                localized("A program"),
                localized("Its window becomes the page. `app_id` is the name that it gives its window."),
                "app_id = \"foot\"\nexec = \"foot\""
            ),
            (
                localized("A document"), localized("Text or Markdown, and each change of it."),
                "file = \"~/notes.md\""
            ),
            (
                localized("A command"), localized("Its output, here every ten seconds."),
                "command = \"df -h\"\nevery = 10"
            ),
        ]
        let introduction =
            localized(
                "This tab is empty. Add one of these to `\(file)`: the tab shows it as soon as the file is saved.")
        return ways.reduce(introduction) { text, way in
            text + "\n\n### \(way.0)\n\(way.1)\n\n```toml\n[[tabs]]\nid = \(id)\n\(way.2)\n```"
        }
    }
}
