// SPDX-License-Identifier: MIT

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
        try home.configure(
            "[[on]]\nevent = \"selection\"\nrun = \"false\"\n[[on]]\nevent = \"selection\"\nrun = [\"no-such-thing\"]")
        try client.request("reload")
        try client.request("select", ["tab": "home"])
        try waitUntil("the warnings") {
            let log = daemon.process.errorOutput
            return log.contains("on selection: false: it exited with code 1") && log.contains("no-such-thing")
        }
        #expect(home.lines("log") == ["home-flash"])
    }
}
