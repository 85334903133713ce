/// The content of a document, and its problem, if any.
public struct DocumentContent: Equatable, Sendable {
    /// An error, as shown to the user.
    public struct Problem: Equatable, Sendable {
        /// A title of a few words.
        public var title: String
        /// A description in a sentence or two.
        public var detail: String

        public init(_ title: String, _ detail: String) {
            self.title = title
            self.detail = detail
        }
    }

    /// The title that the document has apart from its text, if any.
    public var title: String?
    public var blocks: [Block]
    /// The output of a command on its standard error.
    public var standardError: [Block]
    public var problem: Problem?
    /// A note below the document, for instance that the file continues.
    public var footnote: String?

    public init(_ blocks: [Block] = [], standardError: [Block] = [], problem: Problem? = nil, footnote: String? = nil) {
        self.blocks = blocks
        self.standardError = standardError
        self.problem = problem
        self.footnote = footnote
    }
}

/// The format of a document's text.
public enum DocumentFormat: String, Sendable, CaseIterable {
    case markdown
    case text

    /// The format of a file by its name's extension.
    public init(path: String) {
        let name = path.lowercased()
        self = [".md", ".markdown", ".mdown", ".mkd"].contains { name.hasSuffix($0) } ? .markdown : .text
    }
}

/// The source of a document: a file or a command. It watches for changes only while it is shown.
public protocol DocumentSource: AnyObject {
    /// The displayed name of the source: a file's name or a command line.
    var name: String { get }
    /// The base folder of its links; nil without one.
    var folder: String? { get }
    /// The present content; nil before the source has been read.
    var content: DocumentContent? { get }
    /// Called when `content` has changed.
    var onChange: () -> Void { get set }

    /// Called when the page comes to the front: reads the source, and begins to watch for changes.
    func show()

    /// Called when the page leaves the front: stops watching.
    func hide()

    /// Reads the source now.
    func refresh()

    /// Ends watches and processes, because the program ends.
    func stop()
}

extension DocumentSource {
    public var folder: String? { nil }
}
