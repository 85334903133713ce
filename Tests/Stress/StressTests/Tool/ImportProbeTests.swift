import Foundation
import SandboxTestSupport
import TestSupport
import Testing

/// The guarantees of the parsing process, tested in the shipped program, while it opens its database.
@Suite struct ImportProbeTests {
    private let tool: StressTool
    private let file: String
    private let importing: ConfinedHelper

    init() throws {
        tool = try StressTool()
        file = try tool.table("a.csv", rows: 0..<10)
        importing = ConfinedHelper("tabshell-stress", ["import", "--database", tool.home.appending("stress.db"), file])
    }

    private func outcomes(
        _ calls: [(name: String, arguments: [ConfinedHelper.Argument])]
    ) throws -> [ConfinedHelper.Outcome] {
        try importing.make(calls.map { (try #require(ConfinedHelper.number($0.name)), $0.arguments) })
    }

    /// Some of the calls that only other helpers make, or none.
    @Test func everyOtherCallEndsTheImport() throws {
        func end(_ call: String) -> ConfinedHelper.Outcome {
            .ended(SIGSYS, "tabshell-stress: refused the system call \(call)")
        }
        let path = ConfinedHelper.Argument.text(file)
        let calls = ["socket", "sendmsg", "recvmsg", "execve", "kill", "ptrace", "pidfd_send_signal"]
        #expect(
            try outcomes([("clone", [0x10100])] + calls.map { ($0, [0, path, 0]) }) == (["clone"] + calls).map(end))
        let changes = ["openat", "unlinkat", "renameat"]
        #expect(try outcomes(changes.map { ($0, [-100, path, 1]) }) == changes.map { _ in .failed(EACCES) })
    }

    @Test(.enabled(if: ConfinedHelper.kernelLimitsFiles)) func readingOfOtherFiles() throws {
        let paths = [file, tool.home.path, "/etc/passwd", "/proc/self/maps", "/usr/share", "/"]
        #expect(try outcomes(paths.map { ("openat", [-100, .text($0), 0]) }) == paths.map { _ in .failed(EACCES) })
    }

    @Test func memoryAndCodeAreLimited() throws {
        let mappings: [[ConfinedHelper.Argument]] = [[0, 0x2000_0000, 3, 0x22, -1, 0], [0, 4096, 5, 0x22, -1, 0]]
        #expect(try outcomes(mappings.map { ("mmap", $0) }) == [.failed(ENOMEM), .failed(EPERM)])
    }

    /// A kernel without seccomp, for which a filter stands that refuses prctl(2).
    @Test func withoutConfinementNothingIsImported() throws {
        let process = try importing.start(importing.arguments, refusing: "prctl")
        #expect(try process.waitForExit() == .code(1))
        #expect(process.output.isEmpty)
        let reason = "a.csv was not imported: the process that reads it could not be confined\n"
        #expect(process.errorOutput.contains("not confined, so that nothing is read"), "\(process.errorOutput)")
        #expect(process.errorOutput.hasSuffix(reason), "\(process.errorOutput)")
        #expect(try tool.run("list", "--database", tool.home.appending("stress.db")).output.isEmpty)
    }
}
