import Foundation

/// A manual page as a terminal shows it.
public struct ManualPage {
    private let folder: TemporaryDirectory
    private let path: String
    public private(set) var text = ""

    public init(of program: String) throws {
        folder = try TemporaryDirectory()
        let source = try ChildProcess.run(BuiltProducts.url(program).path, ["--generate-manual"])
        path = try folder.write(String(decoding: source, as: UTF8.self), to: "\(program).1")
        // A character, a backspace and another one are bold or underlined.
        for character in try mandoc("-Tascii", "-Owidth=120").unicodeScalars {
            if character == "\u{8}" { text.unicodeScalars.removeLast() } else { text.unicodeScalars.append(character) }
        }
    }

    /// Returns the output of mandoc with this page. Anything that it finds is an error.
    public func mandoc(_ options: String...) throws -> String {
        String(decoding: try ChildProcess.run("mandoc", options + [path]), as: UTF8.self)
    }

    public var words: Set<Substring> {
        Set(text.split { " \n,|()[]".contains($0) })
    }
}

public struct ProgramHelp {
    /// The names of commands, and options with their dashes.
    public private(set) var words: Set<Substring> = []

    public init(of program: String) throws {
        try add(program, [])
    }

    private mutating func add(_ program: String, _ path: [String]) throws {
        let run = try ChildProcess.run(BuiltProducts.url(program).path, path + ["--help"])
        let text = String(decoding: run, as: UTF8.self)
        let hasCommands = text.contains("Usage: \(([program] + path).joined(separator: " ")) <command>")
        for line in text.split(separator: "\n") {
            guard let row = line.wholeMatch(of: /\s\s(?:-\w, )?(--[a-z-]+|[a-z-]+)(?: .*)?/) else { continue }
            words.insert(row.1)
            if hasCommands, !row.1.hasPrefix("-") { try add(program, path + [String(row.1)]) }
        }
    }
}
