// SPDX-License-Identifier: MIT
import CommandLineKit
import DocumentText
import EventLoop
import Localization
import Posix

/// The document that the command line of a page names.
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

    /// Makes the source of the document, in a loop.
    let source: (EventLoop) -> any DocumentSource

    /// The document of a command line; nil if it names none.
    ///
    /// - Throws: ``ExitError`` with the status of a usage error.
    init?(_ values: ParsedOptions) throws(ExitError) {
        let interval = values.number("every")
        let format = values.value("format").flatMap(DocumentFormat.init(rawValue:))
        switch (values.value("file"), values.value("command")) {
        case (_?, _?): throw .usage(localized("--file and --command exclude each other"))
        case (let path?, nil):
            guard interval == nil else { throw .usage(localized("--every is for --command; a file is watched")) }
            guard let absolute = Self.absolute(path) else { throw .usage(localized("--file needs a path")) }
            source = { FileSource(path: absolute, format: format, loop: $0) }
        case (nil, let line?):
            source = { loop in
                CommandSource(
                    command: line, format: format ?? .text, every: interval.map { UInt64($0 * 1e9) }, loop: loop)
            }
        case (nil, nil):
            guard interval == nil, format == nil else {
                throw .usage(localized("--every and --format need --command or --file"))
            }
            return nil
        }
    }

    /// An absolute path. `~/` is the home folder: no shell expands it in the commands of a configuration.
    private static func absolute(_ path: String) -> String? {
        if path.hasPrefix("/") { return path }
        if path.hasPrefix("~/"), let home = environmentVariable("HOME") { return home + path.dropFirst() }
        guard !path.isEmpty, let folder = FileSystem.currentDirectory else { return nil }
        return folder + "/" + path
    }
}
