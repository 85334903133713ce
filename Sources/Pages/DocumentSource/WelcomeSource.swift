// SPDX-License-Identifier: MIT
public import DocumentText
import Localization

/// The document of the first start.
public final class WelcomeSource: DocumentSource {
    public let name = ""
    public let content: DocumentContent?
    public var onChange: () -> Void = {}

    public init() { content = DocumentContent(MarkdownParser.blocks(of: Self.text)) }

    public func show() {}
    public func hide() {}
    public func refresh() {}
    public func stop() {}

    /// The document in Markdown.
    static let text = localized(
        """
        The bar below selects a tab, by a finger, the pointer, the arrow keys or `tabctl select`. The program of each tab goes on while
        another one is in front.

        ### Add your programs
        An installed application becomes a tab by the name of its desktop entry, and the window that has the focus by itself:

        ```sh
        tabctl tab add --desktop org.gnome.TextEditor
        tabctl adopt --delay 3
        tabctl save
        ```

        `man tabshell` leads to everything else, `tabctl doctor` tells what is missing, and `tabctl look` changes the look later.

        ### Choose a look
        """)
}
