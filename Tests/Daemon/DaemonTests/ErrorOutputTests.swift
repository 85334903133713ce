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
        // The tab is after the priority.
        #expect(ErrorLines.named("<4>no news", "news") == "<4>news: no news")
        #expect(ErrorLines.named("<8> no news", "news") == "news: <8> no news")
    }

    @Test func linesHaveARate() {
        var rate = LineRate()
        let second: UInt64 = 1_000_000_000
        let lines = (1...150).map { "\($0)" }
        #expect(rate.admit(Array(lines.prefix(60)), at: 5 * second) == Array(lines.prefix(60)))
        #expect(rate.admit(Array(lines.suffix(90)), at: 6 * second - 1) == Array(lines[60..<100]))
        #expect(rate.isExceeded && rate.end(at: 6 * second - 1).isEmpty)
        #expect(rate.end(at: 6 * second) == ["50 lines dropped"])
        #expect(!rate.isExceeded && rate.end(at: .max).isEmpty)
        #expect(rate.admit(Array(lines.prefix(101)), at: 6 * second).count == 100)
        #expect(rate.admit(["a"], at: 8 * second) == ["1 line dropped", "a"])
        // Dribbled bytes without lines.
        for _ in 0..<100 { #expect(!rate.isExceeded && rate.admit([], at: 8 * second).isEmpty) }
        #expect(rate.isExceeded && rate.end(at: 9 * second).isEmpty && !rate.isExceeded)
    }

    /// It is in the daemon's log, too, also without a line feed. A flood keeps nobody from being answered.
    @Test func lastLineOfAFloodExplainsAFailure() throws {
        let pages = try ScriptedPages(
            """
            if tab == "a":
                if sum(1 for _ in open(f"{home}/a.pids")) == 1:
                    for _ in range(5000): sys.stderr.write("x" * 100 + "\\n")
                sys.stderr.write("\\nno news today")
                sys.exit(2)

            """ + ScriptedPages.reconnecting)
        let daemon = try pages.start()
        try daemon.wait(for: .page("b"), .alive)
        try daemon.wait(for: .page("a"), "ended with a line") { $0.problem == "no news today" }
        try waitUntil("the log") {
            let log = daemon.process.errorOutput
            return log.contains("a: no news today\n")
        }
        // Each line of the flood is in the log, or counted there.
        let log = daemon.process.errorOutput.split(separator: "\n").map { $0.split(separator: " ") }
        let dropped = log.filter { $0.last == "dropped" }.compactMap { Int($0[1]) }
        let sum = dropped.reduce(log.filter { $0.last?.hasPrefix("xxx") == true }.count, +)
        #expect(!dropped.isEmpty && (5000...5001).contains(sum))
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
}
