import DocumentText
import EventLoop
import Foundation
import LoopTestSupport
import TestSupport
import Testing

@testable import tabshell_page

let second: UInt64 = 1_000_000_000

@Suite("CommandSource")
struct CommandSourceTests {
    private let loop: EventLoop
    private let folder: TemporaryDirectory

    init() throws {
        loop = try EventLoop()
        folder = try TemporaryDirectory()
    }

    /// The text of a file in the folder; empty without one.
    private func text(_ file: String) -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }

    /// Returns the content after one run of a command.
    private func content(of command: String, format: DocumentFormat = .text, timeout: UInt64 = 60 * second) throws
        -> DocumentContent
    {
        let source = CommandSource(command: command, format: format, timeout: timeout, loop: loop)
        source.show()
        #expect(source.content == nil)
        try loop.turn { source.content != nil }
        return try #require(source.content)
    }

    @Test func outputIsTheContent() throws {
        #expect(try content(of: "printf 'a\\nb\\n'").blocks.map(\.text) == ["a", "b"])
        #expect(try content(of: "echo '# a'", format: .markdown).blocks == [Block(.heading(1), [Span("a")])])
        #expect(try content(of: "true") == DocumentContent(footnote: "The command printed nothing."))
    }

    @Test func failureShowsExitCodeAndStandardError() throws {
        let failed = try content(of: "echo out; echo err >&2; exit 3")
        #expect(failed.blocks.map(\.text) == ["out"] && failed.standardError.map(\.text) == ["err"])
        #expect(failed.problem?.title == "Exit code 3")
        let missing = try content(of: "no-such-command-here")
        #expect(missing.problem == .init("Exit code 127", "The shell did not find the command."))
        #expect(missing.standardError.map(\.text).joined().contains("no-such-command-here"))
        #expect(try content(of: "kill -TERM $$").problem?.title == "Ended by signal 15")
        // Standard error alone is not a failure.
        let warned = try content(of: "echo careful >&2")
        #expect(warned.problem == nil && warned.standardError.map(\.text) == ["careful"])
    }

    @Test func timeoutEndsTheCommand() throws {
        let late = try content(of: "echo begun; sleep 1000", timeout: second / 2)
        #expect(late.problem?.title == "Timed out" && late.blocks.map(\.text) == ["begun"])
    }

    @Test func commandThatGoesOnShowsItsOutputSoFar() throws {
        let go = folder.appending("go")
        let source = CommandSource(command: "echo a; until [ -e \(go) ]; do sleep 0.02; done; echo b", loop: loop)
        source.show()
        try loop.turn { source.content != nil }
        #expect(source.content == DocumentContent([Block(.line, [Span("a")])], footnote: "The command is running."))
        try folder.write("", to: "go")
        try loop.turn { source.content?.footnote == nil }
        #expect(source.content?.blocks.map(\.text) == ["a", "b"])
    }

    @Test func endlessOutputIsTruncatedAndReadToItsEnd() throws {
        let content = try content(of: "yes 0123456789012345678901234567890 | head -c 5000000")
        #expect(content.problem == nil && content.footnote == "The command printed more than is shown here.")
        #expect(content.blocks.reduce(0) { $0 + $1.text.utf8.count } < 300_000)
    }

    @Test func intervalRepeatsTheCommandOnlyWhileShown() throws {
        let file = folder.appending("runs")
        func runs() -> Int { text(file).count }
        let source = CommandSource(command: "printf x >> \(file); cat \(file)", every: 30_000_000, loop: loop)
        #expect(runs() == 0)
        source.show()
        try loop.turn { runs() >= 3 && source.content?.blocks.first?.text.count ?? 0 >= 3 }
        source.hide()
        // The run in progress finishes; after it nothing is left that could wake the loop.
        try loop.turn(times: 60)
        let count = runs()
        try loop.turn(times: 60)
        #expect(runs() == count)
        source.show()
        try loop.turn { runs() > count }
        source.stop()
    }

    @Test func withoutIntervalTheCommandRunsOncePerAppearanceAndRefresh() throws {
        let file = folder.appending("runs")
        func runs() -> Int { text(file).count }
        let source = CommandSource(command: "printf x >> \(file); cat \(file)", loop: loop)
        for expected in 1...3 {
            if expected < 3 { source.show() } else { source.refresh() }
            try loop.turn { source.content?.blocks.first?.text.count == expected }
            if expected == 1 { source.hide() }
        }
        #expect(runs() == 3)
    }

    @Test func runsDoNotOverlap() throws {
        let file = folder.appending("log")
        let source = CommandSource(
            command: "echo begin >> \(file); sleep 0.05; echo end >> \(file)", every: 10_000_000, loop: loop)
        source.show()
        for _ in 0..<5 { source.refresh() }
        func lines() -> [Substring] { text(file).split(separator: "\n") }
        try loop.turn { lines().count >= 6 }
        source.stop()
        for (index, line) in lines().enumerated() { #expect(line == (index % 2 == 0 ? "begin" : "end")) }
    }

    /// A disk keeps the killed command: it is reported, and no second one is started until it has ended.
    @Test func commandsThatCannotBeKilledDoNotPileUp() throws {
        let file = folder.appending("pids")
        func pids() -> [pid_t] { text(file).split(separator: "\n").compactMap { pid_t($0) } }
        let source = CommandSource(
            command: "echo $$ >> \(file); exec sleep 1000", every: 10_000_000, timeout: 300_000_000, loop: loop,
            sendKill: { _ in })
        source.show()
        try loop.turn { source.content?.problem?.title == "Timed out" && !pids().isEmpty }
        source.refresh()
        try loop.turn(times: 60)
        #expect(pids().count == 1)
        kill(try #require(pids().first), SIGKILL)
        try loop.turn { pids().count == 2 }
        source.stop()
        kill(try #require(pids().last), SIGKILL)
    }

    @Test func deinitKillsTheCommand() throws {
        let file = folder.appending("pid")
        var source: CommandSource? = CommandSource(command: "echo $$ > \(file); exec sleep 1000", loop: loop)
        source?.show()
        try loop.turn { text(file).hasSuffix("\n") }
        let pid = try #require(pid_t(text(file).dropLast()))
        source = nil
        try loop.turn { kill(pid, 0) != 0 }
    }
}
