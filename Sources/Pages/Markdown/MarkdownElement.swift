/// A block or an inline element of a Markdown document, as in CommonMark 0.30 with GitHub's tables, task lists and strikethrough.
public enum MarkdownElement: Equatable, Sendable {
    /// The alignment of a table's column.
    public enum Alignment: Sendable {
        case leading, center, trailing
    }

    case document, blockQuote, bulletList
    /// A numbered list; `start` is its first item's number.
    case numberedList(start: Int)
    /// An item of a list; `isDone` is nil unless it is a task.
    case listItem(isDone: Bool?)
    case thematicBreak
    /// A heading; its level is 1 to 6.
    case heading(Int)
    case codeBlock, htmlBlock, paragraph, table, tableRow
    case tableCell(isHeader: Bool, Alignment)
    case emphasis, strong, image, code, strikethrough
    /// A link; its destination is as written, without a title.
    case link(String)
    /// A part without its own content, such as a table's body.
    case group
}

/// One step of a walk through a document, in the order of its text.
public enum MarkdownEvent: Equatable, Sendable {
    case start(MarkdownElement)
    case end(MarkdownElement)
    /// Text with its entities and escapes replaced. The lines of a code block end with a newline.
    case text(String)
    /// A part of raw HTML: a tag, a comment, or a line of an HTML block.
    case html(String)
    case softBreak
    case hardBreak
}
