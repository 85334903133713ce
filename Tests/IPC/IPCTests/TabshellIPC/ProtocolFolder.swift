import Foundation
import TestSupport
import Testing

/// The files under `protocol/ipc`: the specification.
enum ProtocolFolder {
    struct Frame: CustomTestStringConvertible, Sendable {
        let name: String
        /// The content of the file, with its line feed if it has one.
        let bytes: [UInt8]
        let path: String

        var text: String { String(decoding: bytes, as: UTF8.self) }
        var line: [UInt8] { bytes.last == 0x0A ? bytes.dropLast() : bytes }
        var testDescription: String { name }
    }

    struct Malformed: CustomTestStringConvertible, Sendable {
        let frame: Frame
        /// The code of the error.
        let code: String
        /// A part of the error's message.
        let fragment: String

        /// True if the line is a valid request that only a daemon refuses, which knows its tabs and looks.
        var isRefusedByDaemonOnly: Bool {
            [
                "unknown_tab", "unknown_action", "unknown_look", "unknown_desktop_entry", "not_applicable",
            ].contains(code)
        }

        var testDescription: String { frame.name }
    }

    static let path = Repository.file("protocol/ipc").path

    static func text(_ name: String) throws -> String {
        String(decoding: try read("\(path)/\(name)"), as: UTF8.self)
    }

    static func frames(_ folder: String) throws -> [Frame] {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/frames/\(folder)").sorted()
        return try names.filter { !$0.hasSuffix(".expected") }.map { name in
            let file = "\(path)/frames/\(folder)/\(name)"
            return Frame(name: String(name.prefix { $0 != "." }), bytes: try read(file), path: file)
        }
    }

    /// The complete examples of the manual: lines without an ellipsis, each with the heading above it.
    static func manualFrames() throws -> [(section: String, frame: Frame)] {
        var frames: [(section: String, frame: Frame)] = []
        var section = ""
        for (number, line) in try text("tabshell-ipc.md").split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("#") { section = String(line.drop { $0 == "#" || $0 == " " }) }
            let example = line.drop { $0 == " " || $0 == "→" || $0 == "←" }
            guard line.hasPrefix("    "), example.first == "{", !line.contains("…") else { continue }
            let bytes = Array(example.utf8) + [0x0A]
            frames.append((section, Frame(name: "manual:\(number + 1)", bytes: bytes, path: "")))
        }
        return frames
    }

    /// The requests of the folder and of the manual.
    static func requests() throws -> [Frame] {
        try frames("requests") + manualFrames().map(\.frame).filter { $0.text.contains("\"verb\"") }
    }

    /// The server's lines of the folder and of the manual.
    static func messages() throws -> [Frame] {
        try frames("replies") + frames("events")
            + manualFrames().map(\.frame).filter { !$0.text.contains("\"verb\"") }
    }

    /// The successful replies with their verbs: the folder's by name, the manual's by section.
    static func replies() throws -> [(verb: String, frame: Frame)] {
        let named = try frames("replies").map { (verb: $0.name, frame: $0) }
        let shown = try manualFrames().filter { $0.frame.text.contains("\"ok\"") }.map {
            (verb: $0.section, frame: $0.frame)
        }
        return named + shown
    }

    static func malformed() throws -> [Malformed] {
        try frames("malformed").map { frame in
            let lines = try text("frames/malformed/\(frame.name).expected").split(separator: "\n")
            return Malformed(frame: frame, code: String(lines[0]), fragment: String(lines[1]))
        }
    }

    private static func read(_ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    }
}
