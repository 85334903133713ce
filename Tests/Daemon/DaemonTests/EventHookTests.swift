import Glibc
import ShellModel
import ShellConfig
import TestSupport
import Testing

@testable import TabDaemon

/// The programs that run on events.
@Suite struct EventHookTests {
    private let hooks = [
        EventHook(.selection, ["a"]), EventHook(.program, ["b"]), EventHook(.selection, ["c"]),
    ]

    private func selection(_ tab: TabID, _ detail: String = "") -> ShellEvent {
        ShellEvent(kind: .selection, tab: tab, details: ["TABSHELL_PREVIOUS": detail])
    }

    @Test func eachProgramRunsOnceAtATimeAndTheNewestEventWaits() {
        var queue = EventQueue()
        queue.add(selection("x"), for: hooks)
        #expect(queue.next()?.hook == 0)
        #expect(queue.next()?.hook == 2)
        #expect(queue.next() == nil)
        for detail in ["1", "2", "3"] { queue.add(selection("x", detail), for: hooks) }
        queue.add(selection("y"), for: hooks)
        #expect(queue.next() == nil && queue.waiting.count == 4)
        queue.ended(0)
        #expect(queue.next() == EventQueue.Run(hook: 0, event: selection("x", "3")))
        queue.ended(0)
        #expect(queue.next() == EventQueue.Run(hook: 0, event: selection("y")))
        queue.reset()
        queue.ended(2)
        #expect(queue.next() == nil)
    }

    @Test func numbersAreLimited() {
        var queue = EventQueue()
        let many = (0..<8).map { EventHook(.selection, ["\($0)"]) }
        for index in 0..<20 { queue.add(selection(TabID(rawValue: "\(index)")), for: many) }
        #expect(queue.waiting.count == EventQueue.maximumWaiting)
        while queue.next() != nil {}
        #expect(queue.running.count == EventQueue.maximumRunning)
    }

    @Test func changesAreEvents() throws {
        let before = ShellState(Configuration.default.setup, now: 1)
        let status = ProgramStatus(program: .page("flash"), phase: .failed, reason: "it exited")
        var state = before
        for command in [
            .select("flash"), .message("a", tab: "growth"), .setProgramStatus(status), .setAppearance(.dark),
        ]
            as [Command]
        { state = try state.reduce(command, at: 2).state }
        #expect(
            state.events(since: before).map(\.environment) == [
                ["TABSHELL_EVENT": "selection", "TABSHELL_TAB": "flash", "TABSHELL_PREVIOUS": "home"],
                ["TABSHELL_EVENT": "message", "TABSHELL_TAB": "growth", "TABSHELL_MESSAGE": "a"],
                [
                    "TABSHELL_EVENT": "program", "TABSHELL_TAB": "flash", "TABSHELL_PHASE": "failed",
                    "TABSHELL_REASON": "it exited",
                ],
                ["TABSHELL_EVENT": "appearance", "TABSHELL_TAB": "", "TABSHELL_APPEARANCE": "dark"],
            ])
        #expect(state.events(since: state).isEmpty)
    }

    @Test func programLearnsTheTab() throws {
        let home = try TemporaryDirectory.home()
        try home.configure(
            """
            [[on]]
            event = "selection"
            run = ["sh", "-c", "echo $TABSHELL_PREVIOUS-$TABSHELL_TAB >> ~/log"]
            """)
        let daemon = try TestDaemon(in: home)
        let client = try daemon.client()
        try client.request("select", ["tab": "flash"])
        try waitUntil("the program's line") { home.lines("log") == ["home-flash"] }
        // One that does not exist, and one that fails, are logged.
        let program = try home.write("#!/bin/sh\nseq 150 >&2\nexit 1\n", to: "fails", mode: 0o755)
        let hooks = [program, "no-such-thing"].map { "[[on]]\nevent = \"selection\"\nrun = \"\($0)\"\n" }
        try home.configure(hooks.joined())
        try client.request("reload")
        try client.request("select", ["tab": "home"])
        try waitUntil("the warnings") {
            let log = daemon.process.errorOutput
            return log.contains("on selection: \(program): it exited with code 1") && log.contains("no-such-thing")
                && log.contains("on selection: 50 lines dropped")
        }
        #expect(home.lines("log") == ["home-flash"])
    }

    /// A run that has ended, the end of the daemon, and its crash: no process remains, also none in a session of its own.
    @Test func nothingOutlivesARunOrTheDaemon() throws {
        let home = try TemporaryDirectory.home()
        func hook(_ file: String, _ rest: String) -> String {
            let command = "setsid tail -f /dev/null & echo $! $$ >> ~/\(file)\(rest)"
            return "[[on]]\nevent = \"selection\"\nrun = [\"sh\", \"-c\", \"\(command)\"]\n"
        }
        try home.configure(hook("short", "") + hook("long", "; wait"))
        let daemon = try TestDaemon(in: home)
        var runs = 0
        func select(_ tab: String) throws -> [pid_t] {
            runs += 1
            try daemon.client().request("select", ["tab": tab])
            func pids(_ file: String) -> [pid_t] {
                home.lines(file).suffix(1).flatMap { $0.split(separator: " ") }.compactMap { pid_t($0) }
            }
            try waitUntil("both programs") { home.lines("short").count == runs && home.lines("long").count == runs }
            try waitUntil("the end of the short one") { !pids("short").contains(where: isRunning) }
            #expect(pids("long").allSatisfy(isRunning))
            return pids("long")
        }
        let stopped = try select("flash")
        #expect(daemon.process.terminate() == .code(0))
        #expect(!stopped.contains(where: isRunning))
        try daemon.restart()
        let crashed = try select("home")
        try daemon.restart()
        try waitUntil("the end of all") { !crashed.contains(where: isRunning) }
    }
}
