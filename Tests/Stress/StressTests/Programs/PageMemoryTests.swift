import Foundation
import StageTestSupport
import Testing

@Suite struct PageMemoryTests {
    /// fontconfig's threads end, and would leave separate heaps behind.
    @Test func pageHasOneHeap() throws {
        let stage = try Stage(daemonWith: nil)
        let page = try stage.start("tabshell-growth", ["--mock"])
        try stage.socket.request("select", ["tab": "growth"])
        try stage.wait(forText: "History")
        let maps = try String(contentsOfFile: "/proc/\(page.pid)/maps", encoding: .utf8)
        #expect(maps.split(separator: "\n").filter(isThreadHeap).isEmpty)
    }

    /// True for a line of proc_pid_maps(5) that glibc's allocator has mapped for a thread: such a heap begins at a multiple of
    /// 64 MiB, and reserves as much.
    private func isThreadHeap(_ line: Substring) -> Bool {
        let fields = line.split(separator: " ")
        let bounds = fields[0].split(separator: "-").compactMap { UInt(String($0), radix: 16) }
        return fields.count == 5 && fields[1] == "rw-p" && bounds[0] % (64 << 20) == 0
            && bounds[1] - bounds[0] < 64 << 20
    }
}
