// SPDX-License-Identifier: MIT

/// What there is to show of a file or of a command, and what there is to say about it.
public struct DocumentContent: Equatable, Sendable {
    /// What went wrong.
    public struct Problem: Equatable, Sendable {
        /// A few words.
        public var title: String
        /// The whole of it in a sentence.
        public var detail: String

        public init(_ title: String, _ detail: String) {
            self.title = title
            self.detail = detail
        }
    }

    public var blocks: [Block]
    /// What a command said on its standard error.
    public var complaints: [Block]
    public var problem: Problem?
    /// What is to be known at the end, as that it is not the end.
    public var remark: String?

    public init(_ blocks: [Block] = [], complaints: [Block] = [], problem: Problem? = nil, remark: String? = nil) {
        self.blocks = blocks
        self.complaints = complaints
        self.problem = problem
        self.remark = remark
    }
}

/// How the text of a file or a command is to be read.
public enum DocumentFormat: String, Sendable, CaseIterable {
    case markdown
    case text

    /// The format that a file's name promises.
    public init(path: String) {
        let name = path.lowercased()
        self = [".md", ".markdown", ".mdown", ".mkd"].contains { name.hasSuffix($0) } ? .markdown : .text
    }

    /// Reads a text.
    public func blocks(of text: String) -> [Block] {
        switch self {
        case .markdown: MarkdownParser.blocks(of: text)
        case .text: ANSIParser.blocks(of: text)
        }
    }
}

/// Where a document comes from. It works while it is shown, and rests while it is not.
public protocol DocumentSource: AnyObject {
    /// What it is, for a person: a file's name, a command line.
    var name: String { get }
    /// What is known now; nil before anything is.
    var content: DocumentContent? { get }
    /// Called whenever `content` has become another one.
    var onChange: () -> Void { get set }

    /// The page came to the front: looks at once, and from now on whenever there may be news.
    func show()

    /// The page left the front: looks no more.
    func hide()

    /// Looks now.
    func refresh()

    /// Ends whatever goes on, because the program ends.
    func stop()
}
