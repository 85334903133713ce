// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

@testable import TabDaemon

/// The standard error of pages, whose last line explains a failure.
@Suite struct ErrorOutputTests {
    @Test func linesComeInPieces() {
        var lines = ErrorLines()
        #expect(lines.add(Array("a\n\n \nb".utf8)) == ["a"])
        #expect(lines.last == "a")
        #expect(lines.add(Array("c\n<3>\u{1B}[31md\n".utf8)) == ["bc", "<3>\u{1B}[31md"])
        // A person reads it on the screen: without the journal's priority and the terminal's controls.
        #expect(lines.last?.hasSuffix("[31md") == true && lines.last?.contains("\u{1B}") == false)
        #expect(lines.add(Array(repeating: 0x78, count: 10_000)).isEmpty)
        #expect(lines.end().map(\.utf8.count) == [ErrorLines.maximumBytes])
        #expect(lines.end().isEmpty)
    }

    @Test func lineHasTheTabAfterItsPriority() {
        #expect(ErrorLines.named("<4>no news", "news") == "<4>news: no news")
        #expect(ErrorLines.named("<8> no news", "news") == "news: <8> no news")
        #expect(ErrorLines.named("", "news") == "news: ")
    }

    /// All of it is in the daemon's log, too, also the line without an end.
    @Test func lastLineExplainsAFailure() throws {
        let pages = try ScriptedPages("sys.stderr.write('reading\\n\\nno news today'); sys.exit(2)")
        let daemon = try pages.start()
        try daemon.wait(for: .page("a"), "failed with a line") {
            $0.phase == .failed && $0.problem == "no news today"
        }
        try waitUntil("the log") {
            let log = daemon.process.errorOutput
            return log.contains("a: reading\n") && log.contains("a: no news today\n")
        }
    }

    /// A page whose daemon was killed can still write, and the next daemon reads what it wrote.
    @Test func pageOutlivesItsDaemonAndIsReadByTheNextOne() throws {
        let pages = try ScriptedPages(
            """
            import threading
            def talk():
                while not os.path.exists(f"{home}/fail"):
                    print("talking", file=sys.stderr, flush=True)
                    note("talks", "")
                    select.select([], [], [], 0.01)
                print("no more news", file=sys.stderr, flush=True)
                os._exit(2)
            threading.Thread(target=talk).start()

            """ + ScriptedPages.reconnecting, tabs: ["a"])
        let daemon = try pages.start()
        let pid = try #require(try daemon.wait(for: .page("a"), .alive).pid)
        daemon.process.kill()
        func talks() throws -> Int {
            try String(contentsOfFile: pages.home.appending("talks"), encoding: .utf8).utf8.count
        }
        let earlier = try talks()
        try waitUntil("the page to write without a daemon") { try talks() > earlier + 10 }
        try daemon.restart()
        try daemon.wait(for: .page("a"), "adopted") { $0.phase == .alive && $0.pid == pid }
        try pages.home.write("", to: "fail")
        try daemon.wait(for: .page("a"), "ended with a line") { $0.problem == "no more news" }
    }

    /// A page that floods its standard error keeps nobody from being answered.
    @Test func floodKeepsNobodyWaiting() throws {
        let pages = try ScriptedPages(
            """
            if tab == "a":
                for _ in range(3000): sys.stderr.write("x" * 100 + "\\n")
                sys.stderr.write("the end\\n")
                sys.exit(2)

            """ + ScriptedPages.reconnecting)
        let daemon = try pages.start()
        try daemon.wait(for: .page("b"), .alive)
        try daemon.wait(for: .page("a"), "failed with a line") { $0.problem == "the end" }
    }
}
