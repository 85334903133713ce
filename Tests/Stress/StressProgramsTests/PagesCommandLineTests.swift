// SPDX-License-Identifier: MIT

import Foundation
import CommandLineKit
import TestSupport
import Testing

@testable import StressPrograms

/// Which page an executable shows, by what it is called.
@Suite struct PagesCommandLineTests {
    @Test("a name is a page", arguments: StressProgram.allCases)
    func name(program: StressProgram) throws {
        let page = program.rawValue
        for name in ["tabshell-\(page)", "/usr/bin/tabshell-\(page)", "./tabshell-\(page)", "a b/tabshell-\(page)"] {
            #expect(try PagesCommandLine([name]) == .run(program, arguments: []))
            #expect(try PagesCommandLine([name, "--mock", "home"]) == .run(program, arguments: ["--mock", "home"]))
        }
    }

    @Test("the executable's own name takes the page as its first argument")
    func own() throws {
        #expect(try PagesCommandLine(["bin/tabshell-pages", "flash"]) == .run(.flash, arguments: []))
        #expect(
            try PagesCommandLine(["tabshell-pages", "growth", "--help"]) == .run(.growth, arguments: ["--help"]))
        #expect(try PagesCommandLine(["tabshell-pages", "--help"]) == .printHelp)
        #expect(try PagesCommandLine(["tabshell-pages", "-h"]) == .printHelp)
        #expect(try PagesCommandLine(["tabshell-pages", "--version"]) == .printVersion)
        for page in StressProgram.allCases { #expect(PagesCommandLine.help.contains(page.name)) }
    }

    @Test(
        "anything else is a wrong command line, and is told the names",
        arguments: [
            [], [""], ["/"], ["tabshell-home/"], ["tabshell-hom"], ["tabshell"], ["home"], ["my-page", "home"],
            ["tabshell-pages"], ["tabshell-pages", ""], ["tabshell-pages", "tabshell-home"],
            ["tabshell-pages", "--mock", "home"], ["tabshell-pages", "Home"],
        ])
    func wrong(words: [String]) throws {
        let failure = #expect(throws: ExitError.self) { try PagesCommandLine(words) }
        #expect(failure?.status == .usage)
        for page in StressProgram.allCases { #expect(failure?.reason.contains(page.rawValue) == true) }
    }

    @Test("links to the one executable are three programs")
    func links() throws {
        let folder = try TemporaryDirectory()
        let pages = try BuiltProducts.url("tabshell-pages").path
        func run(_ name: String, _ arguments: String...) throws -> ChildProcess {
            let link = folder.appending(name)
            try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pages)
            return try ChildProcess(link, arguments)
        }
        for page in StressProgram.allCases {
            let program = try run(page.name, "--help")
            #expect(try program.waitForExit() == .code(0))
            #expect(program.output.contains("Usage: \(page.name) [options]"))
            #expect(program.output.contains("--exercise") == (page == .flash))
            let same = try run("tabshell-pages", page.rawValue, "--help")
            #expect(try same.waitForExit() == .code(0))
            #expect(same.output == program.output)
            let wrong = try run(page.name, "--wrong")
            #expect(try wrong.waitForExit() == .code(2))
            #expect(wrong.errorOutput.hasPrefix("\(page.name): "))
        }
        let stranger = try run("tabshell-sleep", "--mock")
        #expect(try stranger.waitForExit() == .code(2))
        #expect(stranger.errorOutput.split(separator: "\n").count == 1)
        #expect(stranger.errorOutput.contains("tabshell-sleep") && stranger.errorOutput.contains("tabshell-home"))
    }

    @Test("what was built has a program for each")
    func products() throws {
        for page in StressProgram.allCases {
            let program = try ChildProcess(BuiltProducts.url(page.name).path, ["--help"])
            #expect(try program.waitForExit() == .code(0))
            #expect(program.output.contains("The page of the tab \(page.rawValue)"))
        }
    }
}
