// SPDX-License-Identifier: MIT

import Foundation
import StressPrograms
import TestSupport
import Testing

/// The one executable that is four programs, by the name that it is started with.
@Suite struct StressProgramTests {
    @Test(arguments: StressProgram.allCases) func nameSelectsPage(program: StressProgram) {
        #expect(StressProgram(named: "tabshell-\(program.rawValue)") == program)
        #expect(program.command.name == program.name)
    }

    @Test(arguments: ["", "tabshell-hom", "tabshell", "home", "tabshell-stress", "tabshell-home "])
    func otherNamesAreNoPages(name: String) {
        #expect(StressProgram(named: name) == nil)
    }

    @Test func linksRunTheProgramOfTheirName() throws {
        let folder = try TemporaryDirectory()
        let executable = try BuiltProducts.url("tabshell-stress").path
        func run(_ name: String, _ arguments: String...) throws -> ChildProcess {
            let link = folder.appending(name)
            try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: executable)
            return try ChildProcess(link, arguments)
        }
        for page in StressProgram.allCases {
            let program = try run(page.name, "--help")
            #expect(try program.waitForExit() == .code(0))
            #expect(program.output.contains("Usage: \(page.name) [options]"))
            #expect(program.output.contains("--exercise") == (page == .flash))
            let wrong = try run(page.name, "--wrong")
            #expect(try wrong.waitForExit() == .code(2))
            #expect(wrong.errorOutput.hasPrefix("\(page.name): there is no option \"--wrong\"\n"))
        }
        let tool = try run("tabshell-stress", "--help")
        #expect(try tool.waitForExit() == .code(0))
        #expect(tool.output.contains("Usage: tabshell-stress <command>"))
        let unknown = try run("tabshell-sleep", "--mock")
        #expect(try unknown.waitForExit() == .code(2))
        #expect(
            unknown.errorOutput == """
                unknown program name "tabshell-sleep": expected tabshell-stress, tabshell-home, tabshell-flash, \
                tabshell-growth

                """)
    }

    @Test func buildHasEachProgram() throws {
        for page in StressProgram.allCases {
            let program = try ChildProcess(BuiltProducts.url(page.name).path, ["--help"])
            #expect(try program.waitForExit() == .code(0))
            #expect(program.output.contains("The page of the tab \(page.rawValue)"))
        }
    }
}
