/// A block of a document: a paragraph, a heading, an item of a list, a block of code or a line.
public struct Block: Hashable, Sendable {
    /// The marker of a list's item.
    public enum Marker: Hashable, Sendable {
        case bullet
        case number(Int)
        /// A task's check box; true if it is checked.
        case task(Bool)
    }

    /// The kind of a block.
    public enum Kind: Hashable, Sendable {
        case heading(Int)
        case paragraph
        /// The first paragraph of a list's item.
        case item(Marker)
        /// Preformatted lines.
        case code
        case table(Table)
        /// A line of plain text or of a command's output.
        case line
        /// A thematic break: a horizontal line.
        case rule
    }

    public var kind: Kind
    public var spans: [Span]
    /// The number of lists around it.
    public var depth: Int
    /// The number of block quotes around it.
    public var quotes: Int

    public init(_ kind: Kind, _ spans: [Span] = [], depth: Int = 0, quotes: Int = 0) {
        self.kind = kind
        self.spans = spans
        self.depth = depth
        self.quotes = quotes
    }

    /// The text without styles.
    public var text: String { spans.map(\.text).joined() }
}

/// A run of text in one style.
public struct Span: Hashable, Sendable {
    /// The style of a run.
    public struct Style: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        public static let strong = Style(rawValue: 1)
        public static let emphasis = Style(rawValue: 2)
        public static let code = Style(rawValue: 4)
        public static let strikethrough = Style(rawValue: 8)
        public static let underline = Style(rawValue: 16)
    }

    /// A colour by its name in a terminal; the page's theme has the values.
    public enum TerminalColor: Hashable, Sendable {
        case red, green, yellow, blue, magenta, cyan
        /// The colour of secondary text.
        case faint
    }

    public var text: String
    public var style: Style
    /// The colour; nil: the block's text colour.
    public var color: TerminalColor?
    /// The colour behind the text, shown as a tint; nil: the page's.
    public var background: TerminalColor?
    /// The destination of the link that it is a part of; nil outside of links.
    public var link: String?

    public init(
        _ text: String, _ style: Style = [], color: TerminalColor? = nil, background: TerminalColor? = nil,
        link: String? = nil
    ) {
        self.text = text
        self.style = style
        self.color = color
        self.background = background
        self.link = link
    }
}
