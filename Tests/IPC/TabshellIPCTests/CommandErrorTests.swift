// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import TabshellIPC

@Suite struct CommandErrorTests {
    @Test(
        arguments: [
            ("error-unknown-tab", .unknownTab("nowhere", known: ["home", "flash", "growth"])),
            ("error-unknown-action", .unknownAction("fly", known: ["new-note", "new-photo"])),
            ("error-unknown-route", .unknownRoute("growth", ["week"], known: ["day", "day/*"])),
            ("error-not-applicable", .noMenu("home")),
        ] as [(String, CommandError)])
    func errorsMatchGoldenFrames(frame: String, refusal: CommandError) throws {
        let golden = try #require(try ProtocolFolder.frames("replies").first { $0.name == frame })
        guard case .reply(_, .failure(let error)) = try ServerMessage(line: golden.line) else {
            Issue.record("\(frame) is no refusal")
            return
        }
        #expect(WireError(refusal) == error)
    }

    @Test(
        arguments: [
            (.noTabs, .invalidRequest), (.duplicateTab("a"), .invalidRequest), (.duplicateAction("a"), .invalidRequest),
            (.wrongTabCount(3, expected: 4, look: "l"), .invalidRequest), (.unknownProgram(.panel), .invalidRequest),
            (.unknownAction("a", known: []), .unknownAction), (.pathTooLong("a"), .invalidArgument),
            (.noSheet("a"), .notApplicable), (.noPath("a"), .notApplicable),
            (.notMinimizable(look: "l"), .notApplicable),
        ] as [(CommandError, ErrorCode)])
    func codes(refusal: CommandError, code: ErrorCode) {
        let error = WireError(refusal)
        #expect(error.code == code.rawValue)
        #expect(!error.message.isEmpty && !error.message.contains("Optional"))
    }
}
