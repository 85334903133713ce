// SPDX-License-Identifier: MIT

/// A piece of a document that stands on lines of its own.
public struct Block: Hashable, Sendable {
    /// What stands before an item of a list.
    public enum Marker: Hashable, Sendable {
        case bullet
        case number(Int)
        /// Whether it is done.
        case task(Bool)
    }

    /// What it is.
    public enum Kind: Hashable, Sendable {
        /// Of a level from 1 to 6.
        case heading(Int)
        case paragraph
        /// The first paragraph of an item.
        case item(Marker)
        /// Lines that stand as they are, apart from the rest.
        case code
        /// A line of plain text, or of what a command prints.
        case line
        /// A line across.
        case rule
    }

    public var kind: Kind
    public var spans: [Span]
    /// In how many lists it stands.
    public var depth: Int
    /// In how many quotations it stands.
    public var quotes: Int

    public init(_ kind: Kind, _ spans: [Span] = [], depth: Int = 0, quotes: Int = 0) {
        self.kind = kind
        self.spans = spans
        self.depth = depth
        self.quotes = quotes
    }

    /// Its text without any style.
    public var text: String { spans.map(\.text).joined() }
}

/// A piece of text in one style.
public struct Span: Hashable, Sendable {
    /// How it differs from what is around it.
    public struct Style: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        public static let strong = Style(rawValue: 1)
        public static let emphasis = Style(rawValue: 2)
        public static let code = Style(rawValue: 4)
        public static let link = Style(rawValue: 8)
        public static let strikethrough = Style(rawValue: 16)
    }

    /// The colours that a terminal names; how they look is the page's affair.
    public enum TerminalColor: Hashable, Sendable {
        case red
        case green
        case yellow
        case blue
        case magenta
        case cyan
        /// Less than usual.
        case faint
    }

    public var text: String
    public var style: Style
    public var ink: TerminalColor?

    public init(_ text: String, _ style: Style = [], ink: TerminalColor? = nil) {
        self.text = text
        self.style = style
        self.ink = ink
    }
}
