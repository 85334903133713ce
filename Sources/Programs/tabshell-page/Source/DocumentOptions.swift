import CommandLineKit
import DocumentText
import EventLoop
import Posix

/// The document named by a page's command line.
struct DocumentOptions {
    static let syntax: [CommandSpec.Option] = [
        .init(
            "file", value: "path", "Show this file, Markdown or text, and each change of it while it is visible.",
            kind: .file()),
        .init("command", value: "line", "Show the output of this shell command; it runs when the page is shown."),
        .init(
            "every", value: "seconds", "Run the command again after this interval, while the page is visible.",
            kind: .number(0.5...86_400)),
        .init(
            "format", value: "name", "The document's format; by default it is taken from the file's name.",
            kind: .choice(DocumentFormat.allCases.map(\.rawValue))),
    ]

    let source: (EventLoop) -> any DocumentSource

    /// The document of a command line, if any. Throws a usage error.
    init?(_ values: ParsedOptions) throws(ExitError) {
        let interval = values.number("every")
        let format = values.value("format").flatMap(DocumentFormat.init(rawValue:))
        switch (values.value("file"), values.value("command")) {
        case (_?, _?): throw .usage("--file and --command exclude each other")
        case (let path?, nil):
            guard interval == nil else { throw .usage("--every is for --command; a file is watched") }
            guard !path.isEmpty else { throw .usage("--file needs a path") }
            let absolute = FileSystem.absolute(FileSystem.expandingHome(path))
            source = { FileSource(path: absolute, format: format, loop: $0) }
        case (nil, let line?):
            source = { loop in
                CommandSource(
                    command: line, format: format ?? .text, every: interval.map { UInt64($0 * 1e9) }, loop: loop)
            }
        case (nil, nil):
            guard interval == nil, format == nil else {
                throw .usage("--every and --format need --command or --file")
            }
            return nil
        }
    }
}
