import Foundation
import TestSupport
import Testing

@Suite struct ChildProcessTests {
    @Test func childNeverRunsAsRoot() throws {
        let user = try ChildProcess.run("id", ["-u"])
        let expected = Privilege.user ?? getuid()
        #expect(String(decoding: user, as: UTF8.self) == "\(expected)\n")
    }

    @Test func descriptorsAreNotInherited() throws {
        let open = Pipe()
        let script = "ls /proc/self/fd | wc -l; env"
        let child = try ChildProcess("sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"])
        try child.waitForExit()
        let lines = child.output.split(separator: "\n")
        // Standard input, output and error, and the listing's own.
        #expect(lines.first == "4")
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("PATH=") || $0.hasPrefix("PWD=") || $0.hasPrefix("_=") })
        withExtendedLifetime(open) {}
    }

    /// A user other than root does not find it at all.
    @Test(.enabled(if: Privilege.user != nil))
    func errorOfARefusedStartNamesTheModes() throws {
        let home = try TemporaryDirectory()
        let program = try home.copy("/bin/true", to: "program")
        chmod(home.path, 0o600)
        let error = try #require(throws: SystemError.self) { try ChildProcess(program) }
        #expect(error.description.contains("\(home.path) 40600 of \(Privilege.user ?? 0), \(program) 100755 of 0"))
        #expect(error.description.hasSuffix(": Permission denied"))
    }

    /// Another test's new child would keep the file open for writing, and `execve` fail with ETXTBSY.
    @Test func writtenAndCopiedProgramsCanBeStartedAtOnce() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<50 {
                        let home = try TemporaryDirectory()
                        let script = try home.write("#!/bin/sh\necho script\n", to: "script", mode: 0o755)
                        #expect(try ChildProcess.run(script) == Data("script\n".utf8))
                        let copy = try home.copy("/bin/true", to: "copy")
                        #expect(try ChildProcess.run(copy).isEmpty)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func childEndsWithItsOwner() throws {
        var child: ChildProcess? = try ChildProcess("tail", ["-f", "/dev/null"])
        let pid = try #require(child?.pid)
        #expect(child?.isRunning == true)
        child = nil
        #expect(kill(pid, 0) == -1 && errno == ESRCH)
    }

    @Test func unresponsiveChildIsKilled() throws {
        let child = try ChildProcess("sh", ["-c", "trap '' TERM; echo ready; exec tail -f /dev/null"])
        try waitUntil("the trap to be set") { child.output == "ready\n" }
        #expect(child.terminate(seconds: 0.1) == .signal(SIGKILL))
    }
}
