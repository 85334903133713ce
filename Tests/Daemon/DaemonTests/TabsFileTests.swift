// SPDX-License-Identifier: MIT

import EventLoop
import Glibc
import Posix
import TestSupport
import Testing

@testable import TabDaemon

/// The file that keeps changes of the tabs, on disks that lose power or hang.
@Suite struct TabsFileTests {
    private static let path = "/home/nobody-at-all/.config/tabshell/tabs.toml"

    /// Writes texts, and returns their errors.
    private func write(_ texts: [String], on disk: any FileCalls, timeout: UInt64 = .max / 4) throws -> [Posix
        .SystemError?]
    {
        let loop = try EventLoop()
        let file = TabsFile(path: Self.path, files: disk, timeout: timeout, loop: loop)
        var results: [Posix.SystemError?] = []
        for text in texts { file.write(text) { results.append($0) } }
        while results.count < texts.count { try loop.runOnce() }
        return results
    }

    @Test func powerCutLeavesTheOldOrTheNewText() throws {
        var random = SplitMix64(seed: 1)
        var isWritten = false
        var calls = 0
        while !isWritten {
            let disk = LossyDisk()
            #expect(try write(["old"], on: disk) == [nil])
            disk.cut(afterCalls: calls)
            isWritten = try write(["new"], on: disk) == [nil]
            for _ in 0..<20 {
                let text = String(decoding: try disk.afterCut(&random).read(Self.path), as: UTF8.self)
                #expect(text == "new" || text == "old" && !isWritten, "after \(calls) calls")
            }
            calls += 1
        }
        #expect(calls > 4)
    }

    @Test func diskThatHangsIsReportedAndNotWrittenToTwice() throws {
        let disk = HungDiskTests.HungDisk(in: .rename)
        #expect(
            try write(["one", "two"], on: disk.files, timeout: 5_000_000).map { $0?.code } == [ETIMEDOUT, ETIMEDOUT])
        disk.release()
    }
}
