import Foundation
import StageTestSupport
import TestSupport
import Testing

@testable import StressMonitor

/// The single executable of four programs, by its name at the start.
@Suite struct StressProgramTests {
    @Test(arguments: StressProgram.allCases) func buildHasEachPage(page: StressProgram) throws {
        func run(_ argument: String) throws -> ChildProcess {
            try ChildProcess(BuiltProducts.url(page.name).path, [argument])
        }
        let program = try run("--help")
        #expect(try program.waitForExit() == .code(0))
        #expect(program.output.contains("Usage: \(page.name) [options]"))
        #expect(program.output.contains("The page of the tab \(page.rawValue)"))
        #expect(program.output.contains("--exercise") == (page == .flash))
        let wrong = try run("--wrong")
        #expect(try wrong.waitForExit() == .code(2))
        #expect(wrong.errorOutput.hasPrefix("\(page.name): unknown option \"--wrong\"\n"))
    }

    @Test func linksRunTheProgramOfTheirName() throws {
        let folder = try TemporaryDirectory()
        let executable = try BuiltProducts.url("tabshell-stress").path
        func run(_ name: String, _ arguments: String...) throws -> ChildProcess {
            let link = folder.appending(name)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: executable)
            return try ChildProcess(link, arguments)
        }
        for name in ["tabshell-home", "tabshell-stress"] {
            let program = try run(name, "--help")
            #expect(try program.waitForExit() == .code(0))
            #expect(program.output.contains("Usage: \(name) "))
        }
        let unknown = try run("tabshell-sleep", "--mock")
        #expect(try unknown.waitForExit() == .code(2))
        #expect(
            unknown.errorOutput == """
                unknown program name "tabshell-sleep": expected tabshell-stress, tabshell-home, tabshell-flash, \
                tabshell-growth

                """)
    }
}

@Suite struct PageMemoryTests {
    /// fontconfig's threads end, and would leave separate heaps behind.
    @Test func pageHasOneHeap() throws {
        let stage = try Stage(daemonWith: nil)
        let page = try stage.start("tabshell-growth", ["--mock"])
        try stage.socket.request("select", ["tab": "growth"])
        try stage.wait(forText: "History")
        let maps = try String(contentsOfFile: "/proc/\(page.pid)/maps", encoding: .utf8)
            .split(separator: "\n").map { $0.split(separator: " ") }
        #expect(!zip(maps, maps.dropFirst()).contains(where: isThreadHeap))
    }

    /// True for the mappings of a heap of glibc's for a thread: 64 MiB at a multiple of that, of which the first part is in use.
    private func isThreadHeap(_ used: [Substring], _ rest: [Substring]) -> Bool {
        let bounds = [used, rest].flatMap { $0[0].split(separator: "-") }.compactMap { UInt($0, radix: 16) }
        return used[1] == "rw-p" && rest[1] == "---p" && bounds[0] % (64 << 20) == 0 && bounds[1] == bounds[2]
            && bounds[3] - bounds[0] == 64 << 20
    }
}
