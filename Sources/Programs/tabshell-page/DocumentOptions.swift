// SPDX-License-Identifier: MIT
import DocumentSource
import DocumentText
import EventLoop
import Glibc
import CommandLineKit
import TabshellIPC

/// Which document a page was told to show.
struct DocumentOptions {
    private enum Origin {
        case file(String)
        case command(String, every: Double?)
    }

    static let syntax: [OptionParser.Option] = [
        .init("file", value: "path", "Show this file, Markdown or text, and each change of it while it is seen."),
        .init("command", value: "line", "Show what the shell prints for this line; it runs when the page is shown."),
        .init("every", value: "seconds", "Run the command again that long after its last start, while it is seen."),
        .init("format", value: "name", "Read it as markdown or as text; else a file's name decides."),
    ]

    private let origin: Origin
    private let format: DocumentFormat?

    /// The document of a command line; nil where it names none.
    ///
    /// - Throws: ``ExitError`` with the status of a usage error.
    init?(_ values: ParsedOptions) throws(ExitError) {
        func usage(_ reason: String) -> ExitError { ExitError(status: .usage, reason: reason) }
        let interval = try values.number("every", in: 0.5...86_400)
        if let name = values.text("format") {
            guard let known = DocumentFormat(rawValue: name) else {
                throw usage("--format is markdown or text, not \"\(name)\"")
            }
            format = known
        } else {
            format = nil
        }
        switch (values.text("file"), values.text("command")) {
        case (_?, _?): throw usage("--file and --command exclude each other")
        case (let path?, nil):
            guard interval == nil else { throw usage("--every is for --command; a file is watched") }
            guard let absolute = Self.absolute(path) else { throw usage("--file needs a path") }
            origin = .file(absolute)
        case (nil, let line?): origin = .command(line, every: interval)
        case (nil, nil):
            guard interval == nil, format == nil else { throw usage("--every and --format need a --command or --file") }
            return nil
        }
    }

    /// The document as it comes in, in a loop.
    func source(on loop: EventLoop) -> any DocumentSource {
        switch origin {
        case .file(let path): FileSource(path: path, format: format, loop: loop)
        case .command(let line, let interval):
            CommandSource(
                command: line, format: format ?? .text, every: interval.map { UInt64($0 * 1e9) }, loop: loop)
        }
    }

    /// A path from the root; `~/` is the user's own folder, as the configuration's reader of paths has no shell.
    private static func absolute(_ path: String) -> String? {
        if path.hasPrefix("/") { return path }
        if path.hasPrefix("~/"), let home = getenv("HOME") { return String(cString: home) + path.dropFirst() }
        guard !path.isEmpty, let folder = getcwd(nil, 0) else { return nil }
        defer { free(folder) }
        return String(cString: folder) + "/" + path
    }
}
