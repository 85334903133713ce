// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The one executable that is three programs, by the name that it is started with.
@Suite struct NameTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func run(_ name: String, _ arguments: String...) throws -> ChildProcess {
        let link = folder.appending(name)
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: BuiltProducts.url("tabctl").path)
        return try ChildProcess(link, arguments)
    }

    @Test(arguments: ["tabctl", "tabshell-config", "tabshell-session"])
    func linkRunsTheProgramOfItsName(name: String) throws {
        let program = try run(name, "--help")
        #expect(try program.waitForExit() == .code(0))
        #expect(program.output.contains("Usage: \(name) "))
        let wrong = try ChildProcess(folder.appending(name), ["--wrong"])
        #expect(try wrong.waitForExit() == .code(2))
        #expect(wrong.errorOutput.hasPrefix("\(name): unknown option \"--wrong\""))
    }

    @Test func otherNamesAreRefused() throws {
        let program = try run("tabshell", "--help")
        #expect(try program.waitForExit() == .code(2))
        #expect(
            program.errorOutput
                == "unknown program name \"tabshell\": expected tabctl, tabshell-config, tabshell-session\n")
    }
}
