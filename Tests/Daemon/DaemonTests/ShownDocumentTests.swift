// SPDX-License-Identifier: MIT

import ShellModel
import TestSupport
import Testing

/// Documents that programs show, and the ends of those programs.
@Suite struct ShownDocumentTests {
    /// The daemon starts a viewer beside the program, and ends it with the document of a program that has ended.
    @Test func documentEndsWithTheProgramThatHasSentIt() throws {
        let pages = try ScriptedPages(
            """
            connect()
            say(id=2, verb="show", tab=tab, text="run " + str(os.getpid()))
            while not os.path.exists(f"{home}/end-{tab}"): time.sleep(0.02)
            os.remove(f"{home}/end-{tab}")
            """)
        let daemon = try pages.start()
        let first = try daemon.wait(for: .page("a"), .alive)
        let text = "run \(try #require(first.pid))"
        try waitUntil("the document") { try daemon.state.shown["a"]?.text == text }
        // It has no compositor, and waits for one.
        try daemon.wait(for: .viewer("a"), "started") { $0.phase != .absent }
        let client = try daemon.client(subscribedTo: "shown")
        try pages.home.write("", to: "end-a")
        // The page of the other tab may show its own meanwhile.
        while try (client.expect(event: "shown")["shown"] as? [String: Any])?["a"] != nil {}
        // The next one shows its own.
        let second = try daemon.wait(for: .page("a"), .alive, restarts: 1)
        try waitUntil("the next document") { try daemon.state.shown["a"]?.text == "run \(second.pid ?? 0)" }
        // One whose command line is another one, too.
        try pages.configure(["a", "b"], arguments: ["a": "x"])
        try client.request("reload")
        try waitUntil("the document of the changed program") {
            let state = try daemon.state
            return state.shown["a"]?.text == "run \(state.status(of: .page("a"))?.pid ?? 0)"
                && state.status(of: .page("a"))?.pid != second.pid
        }
    }
}
