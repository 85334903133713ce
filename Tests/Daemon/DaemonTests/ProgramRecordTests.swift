import Foundation
import ShellModel
import TestSupport
import Testing

@testable import TabDaemon

/// The record of running programs, which a daemon trusts only if it is its own.
@Suite struct ProgramRecordTests {
    private let home: TemporaryDirectory
    private let record: ProgramRecord

    init() throws {
        home = try TemporaryDirectory()
        record = ProgramRecord(path: home.appending("s.programs"))
    }

    @Test func recordRoundTrips() throws {
        #expect(try record.read().isEmpty)
        let identity = try #require(ProcessIdentity(pid: getpid()))
        let program = RunningProgram(
            program: .page("a"), pid: getpid(), isManaged: true, arguments: ["x"], instance: "1-2")
        try record.write([ProgramRecord.Entry(program: program, identity: identity, errorOutput: 7)])
        let entry = try #require(try record.read().first)
        #expect(entry.program == program && entry.identity == identity && entry.errorOutput == 7)
        try record.write([])
        #expect(access(record.path, F_OK) != 0)
    }

    @Test(arguments: ["writable", "a link", "a pipe", "another user's"]) func foreignRecordIsRefused(kind: String)
        throws
    {
        try record.write([])
        switch kind {
        case "writable":
            try home.write("{}", to: "s.programs")
            chmod(record.path, 0o622)
        case "a link":
            try home.write("{}", to: "elsewhere")
            symlink(home.appending("elsewhere"), record.path)
        case "a pipe": mkfifo(record.path, 0o600)
        default:
            guard geteuid() == 0 else { return print("not run: another user's record needs root") }
            try home.write("{}", to: "s.programs", mode: 0o600)
            chown(record.path, 1234, 1234)
        }
        let error = #expect(throws: ProgramRecord.Refusal.self) { _ = try record.read() }
        #expect(error?.description.hasPrefix("\(record.path) is ignored") == true)
    }

    /// A record that others may write must not make the daemon end a process.
    @Test func daemonEndsNoProcessOfAForeignRecord() throws {
        let victim = try ChildProcess("tail", ["-f", "/dev/null"])
        let identity = try #require(ProcessIdentity(pid: victim.pid))
        let line =
            #"{"page:nowhere":{"pid":\#(victim.pid),"started":\#(identity.startTime),"ours":true,"arguments":[]}}"#
        for isForeign in [true, false] {
            let path = try home.write(line, to: "own.programs", mode: isForeign ? 0o666 : 0o600)
            if let user = Privilege.user { chown(path, user, user) }
            let daemon = try TestDaemon(environment: ["TABSHELL_SOCKET": home.appending("own")], in: home)
            try daemon.client().request("ping")
            #expect(daemon.process.errorOutput.contains("own.programs is ignored") == isForeign)
            if isForeign {
                #expect(victim.isRunning)
                #expect(daemon.process.terminate() == .code(0))
            } else {
                // Otherwise it counts: the program was removed from the configuration.
                #expect(try victim.waitForExit() == .signal(SIGTERM))
            }
        }
    }
}
