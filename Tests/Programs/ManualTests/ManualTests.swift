// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The manual pages of the programs agree with their help.
@Suite struct ManualTests {
    static let programs = [
        "tabctl", "tabshelld", "tabshell-session", "tabshell-config", "tabshell-panel", "tabshell-page",
        "tabshell-raster",
        "tabshell-stress",
        "tabshell-home", "tabshell-flash", "tabshell-growth",
    ]

    @Test(arguments: programs)
    func pageHasEachCommandAndOptionOfHelp(program: String) throws {
        let page = try Page(of: program)
        let help = try Help(of: program)
        for word in help.words { #expect(page.words.contains(word), "\(program): \(word) in\n\(page.text)") }
        #expect(help.words.contains("--help") && help.words.contains("--version"))
        #expect(page.text.contains("\(program) - "))
    }

    @Test(arguments: programs)
    func pageHasItsSections(program: String) throws {
        let headings = try Page(of: program).text.split(separator: "\n").filter { $0.first?.isUppercase == true }
        let expected = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"]
        #expect(expected.allSatisfy { headings.contains(Substring($0)) }, "\(headings)")
        #expect(headings.contains("COMMANDS") == ["tabctl", "tabshell-stress"].contains(program))
    }

    @Test func hiddenOptionsAreLeftOut() throws {
        let words = try Page(of: "tabshell-stress").words
        #expect(["--batch", "--generate-manual", "--complete-words"].allSatisfy { !words.contains($0) })
    }

    @Test(arguments: programs)
    func mandocHasNothingToSay(program: String) throws {
        let page = try Page(of: program)
        _ = try page.mandoc("-Tlint", "-Wwarning")
    }
}

/// A manual page as a terminal shows it.
private struct Page {
    private let folder: TemporaryDirectory
    private let path: String
    private(set) var text = ""

    init(of program: String) throws {
        folder = try TemporaryDirectory()
        let source = try ChildProcess.run(BuiltProducts.url(program).path, ["--generate-manual"])
        path = try folder.write(String(decoding: source, as: UTF8.self), to: "\(program).1")
        // A character, a backspace and another one are bold or underlined.
        for character in try mandoc("-Tascii", "-Owidth=120").unicodeScalars {
            if character == "\u{8}" { text.unicodeScalars.removeLast() } else { text.unicodeScalars.append(character) }
        }
    }

    /// Returns the output of mandoc with this page. Anything that it finds is an error.
    func mandoc(_ options: String...) throws -> String {
        String(decoding: try ChildProcess.run("mandoc", options + [path]), as: UTF8.self)
    }

    var words: Set<Substring> {
        Set(text.split { " \n,|()[]".contains($0) })
    }
}

/// The help of a program and of all its commands.
private struct Help {
    /// The names of commands, and options with their dashes.
    var words: Set<Substring> = []

    init(of program: String) throws {
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
