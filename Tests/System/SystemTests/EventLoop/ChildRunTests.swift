import Glibc
import LoopTestSupport
import Posix
import TestSupport
import Testing

@testable import EventLoop

@Suite struct ChildRunTests {
    private static let long: UInt64 = 600_000_000_000

    private let loop: EventLoop
    private let folder: TemporaryDirectory

    init() throws {
        // As in every program.
        signal(SIGPIPE, SIG_IGN)
        loop = try EventLoop()
        folder = try TemporaryDirectory()
    }

    /// The outcome of a run, once it has ended.
    private final class End {
        var outcome: ChildRun.Outcome?
        var count = 0
    }

    private func start(
        _ script: String, input: [UInt8] = [], standardError: ChildRun.StandardError = .inherited,
        limit: ChildRun.OutputLimit = .usual, timeout: UInt64 = long
    ) -> (run: ChildRun, end: End) {
        let end = End()
        let run = ChildRun(
            "/bin/sh", ["-c", script], input: input, standardError: standardError, limit: limit, timeout: timeout,
            on: loop
        ) {
            end.outcome = $0
            end.count += 1
        }
        return (run, end)
    }

    private func outcome(
        of script: String, input: [UInt8] = [], standardError: ChildRun.StandardError = .inherited,
        limit: ChildRun.OutputLimit = .usual, timeout: UInt64 = long
    ) throws -> ChildRun.Outcome {
        let (run, end) = start(script, input: input, standardError: standardError, limit: limit, timeout: timeout)
        try loop.turn { withExtendedLifetime(run) { end.outcome != nil } }
        #expect(end.count == 1)
        return try #require(end.outcome)
    }

    /// The number that a script has written to a file with `echo PID > FILE`.
    private func number(in file: String) throws -> pid_t? {
        guard let bytes = try? FileSystem.read(file, maximumSize: 100), bytes.last == UInt8(ascii: "\n") else {
            return nil
        }
        return pid_t(String(decoding: bytes.dropLast(), as: UTF8.self))
    }

    private func isRunning(_ pid: pid_t) -> Bool {
        guard let bytes = try? FileSystem.read("/proc/\(pid)/stat", maximumSize: 4096) else { return false }
        return !String(decoding: bytes, as: UTF8.self).contains(") Z ")
    }

    @Test func outputIsCollectedAndInputIsEmpty() throws {
        let outcome = try ChildRun.run("/bin/sh", ["-c", "cat; seq 1 20000"])
        #expect(outcome.ending == .exited(0) && outcome.error == nil && !outcome.isTruncated)
        #expect(outcome.output.count == 108_894)
    }

    @Test func standardErrorIsSeparateOrAPartOfTheOutput() throws {
        let script = "echo out; echo err >&2; exit 3"
        let separate = try outcome(of: script, standardError: .separate)
        #expect(separate.ending == .exited(3))
        #expect(separate.output == Array("out\n".utf8) && separate.standardError == Array("err\n".utf8))
        #expect(try outcome(of: script, standardError: .output).output == Array("out\nerr\n".utf8))
    }

    /// Neither pipe holds all of it.
    @Test func inputIsWrittenWhileOutputIsRead() throws {
        let input = [UInt8](repeating: 7, count: 1 << 20)
        #expect(try outcome(of: "cat", input: input).output == input)
        #expect(try outcome(of: "head -c 1; exit 4", input: input).ending == .exited(4))
    }

    @Test func signalThatEndsItIsReported() throws {
        #expect(try outcome(of: "kill -TERM $$").ending == .exited(-SIGTERM))
    }

    /// The deadline is for the whole run, at any output, and ends all its children.
    @Test(arguments: [
        "sleep 1000 & echo $! > pid; while :; do echo; done", "trap '' TERM; echo $$ > pid; exec sleep 1000",
    ])
    func deadlineEndsTheProcessGroup(script: String) throws {
        let file = folder.appending("pid")
        let script = script.replacing("> pid", with: "> '\(file)'")
        let (run, end) = start(script, limit: .dropping(10), timeout: 300_000_000)
        try loop.turn { withExtendedLifetime(run) { end.outcome != nil } }
        #expect(end.outcome?.ending.isTimeout == true)
        let pid = try #require(try number(in: file))
        try loop.turn { !isRunning(pid) }
        // It is collected, too.
        try loop.turn { loop.abandoned.isEmpty }
    }

    @Test func droppedRunKillsTheProcessGroupAndCallsNothing() throws {
        let file = folder.appending("pid")
        var (run, end): (ChildRun?, End) = start("sleep 1000 & echo $! > '\(file)'; wait")
        try loop.turn { try number(in: file) != nil }
        withExtendedLifetime(run) {}
        run = nil
        let pid = try #require(try number(in: file))
        try loop.turn { !isRunning(pid) && loop.abandoned.isEmpty }
        #expect(end.count == 0)
    }

    /// A run dropped at once may not have a process yet.
    @Test func runDroppedWhileItStartsLeavesNothing() throws {
        let file = folder.appending("pid")
        let end = start("echo $$ > '\(file)'; exec sleep 1000").end
        try loop.turn { loop.startingProcesses == 0 && loop.abandoned.isEmpty }
        if let pid = try number(in: file) { #expect(!isRunning(pid)) }
        #expect(end.count == 0)
    }

    @Test func outputBeyondTheLimitIsDroppedOrEndsTheRun() throws {
        let kept = try outcome(of: "yes | head -c 5000000; exit 2", limit: .dropping(1000))
        #expect(kept.ending == .exited(2) && kept.output.count == 1000 && kept.isTruncated)
        let ended = try outcome(of: "cat /dev/zero", limit: .ending(100_000))
        guard case .failed(.system(let error)) = ended.ending else { throw Unexpected() }
        #expect(error.code == EFBIG && ended.output.count == 100_000)
    }

    private struct Unexpected: Error {}

    @Test func outputIsHandedOverAsItArrives() throws {
        var bytes: [UInt8] = []
        let outcome = try outcome(of: "seq 1 20000", limit: .handing { bytes += $0 })
        #expect(bytes.count == 108_894 && outcome.output.isEmpty && outcome.ending == .exited(0))
    }

    @Test func programThatClosesItsOutputIsWaitedFor() throws {
        let file = folder.appending("go")
        let (run, end) = start("exec >&-; while [ ! -e '\(file)' ]; do sleep 0.01; done; exit 5")
        try loop.turn(times: 20)
        #expect(end.outcome == nil)
        _ = try folder.write("", to: "go")
        try loop.turn { withExtendedLifetime(run) { end.outcome != nil } }
        #expect(end.outcome?.ending == .exited(5))
    }

    @Test func whatIsLeftInTheBackgroundIsNotWaitedForNorKilled() throws {
        let file = folder.appending("pid")
        #expect(try outcome(of: "sleep 1000 & echo $! > '\(file)'; echo done").output == Array("done\n".utf8))
        let pid = try #require(try number(in: file))
        #expect(isRunning(pid))
        kill(pid, SIGKILL)
    }

    /// A process that waits for a dead disk ends by no signal: its run ends without it, and it is collected once it has ended.
    @Test func processThatCannotBeKilledIsNotWaitedFor() throws {
        let file = folder.appending("pid")
        var killed: [pid_t] = []
        var outcome: ChildRun.Outcome?
        var run: ChildRun? = ChildRun(
            "/bin/sh", ["-c", "echo $$ > '\(file)'; echo begun; exec sleep 1000"], beside: nil, input: [],
            standardError: .inherited, limit: .usual, timeout: 300_000_000, on: loop, sendKill: { killed.append($0) }
        ) { outcome = $0 }
        try loop.turn { withExtendedLifetime(run) { outcome != nil } }
        run = nil
        let pid = try #require(try number(in: file))
        #expect(outcome?.ending.isTimeout == true && outcome?.output == Array("begun\n".utf8))
        #expect(killed == [-pid] && isRunning(pid) && loop.watches(pid))
        kill(pid, SIGKILL)
        try loop.turn { !loop.watches(pid) }
        // Nothing is left to collect.
        #expect(kill(pid, 0) != 0)
    }

    /// A helper that ends with its parent (PR_SET_PDEATHSIG) ends with its starting thread.
    @Test func threadThatStartsAProgramLastsAsLong() throws {
        let file = folder.appending("pid")
        let (run, end) = start("echo $$ > '\(file)'; exec sleep 1000")
        try loop.turn { try loop.startingProcesses == 0 && number(in: file) != nil }
        let pid = try #require(try number(in: file))
        let thread = try #require(
            FileSystem.names(in: "/proc/self/task").first { thread in
                let children = try? FileSystem.read("/proc/self/task/\(thread)/children", maximumSize: 1 << 16)
                return String(decoding: children ?? [], as: UTF8.self).split(separator: " ").contains("\(pid)")
            })
        let ownThread = FileSystem.resolve("/proc/thread-self").map(FileSystem.name)
        #expect(thread != ownThread)
        try loop.turn(times: 20)
        #expect(FileSystem.names(in: "/proc/self/task").contains(thread) && isRunning(pid))
        kill(pid, SIGKILL)
        try loop.turn { end.outcome != nil && !FileSystem.names(in: "/proc/self/task").contains(thread) }
        withExtendedLifetime(run) {}
    }

    @Test func missingProgramIsAnError() throws {
        let path = try ChildRun.run("/nonexistent", [])
        guard case .failed(.missing(let error)) = path.ending else { throw Unexpected() }
        #expect(error.name == "/nonexistent" && error.reason == .notFound)
        #expect(
            try ChildRun.run("no-such-program-here", []).error?.description.contains("no-such-program-here") == true)
        let script = try folder.write("#!/nonexistent/interpreter\n", to: "script", mode: 0o755)
        guard case .failed(.system(let failure)) = try ChildRun.run(script, []).ending else { throw Unexpected() }
        #expect(failure.code == ENOENT)
    }
}
