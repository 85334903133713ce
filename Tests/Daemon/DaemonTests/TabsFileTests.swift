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
    private func write(
        _ texts: [String], on disk: any FileCalls, over earlier: String? = nil, timeout: UInt64 = .max / 4
    ) throws -> [Posix.SystemError?] {
        let loop = try EventLoop()
        let file = TabsFile(path: Self.path, files: disk, timeout: timeout, loop: loop)
        var results: [Posix.SystemError?] = []
        for text in texts { file.write(text, over: earlier ?? Self.text(on: disk)) { results.append($0) } }
        while results.count < texts.count { try loop.runOnce() }
        return results
    }

    private static func text(on disk: any FileCalls) -> String {
        String(decoding: (try? disk.read(path)) ?? [], as: UTF8.self)
    }

    /// As by an editor, after the file was read.
    @Test func fileThatHasChangedIsNotReplaced() throws {
        let disk = LossyDisk()
        #expect(try write(["old"], on: disk) == [nil])
        #expect(try write(["new"], on: disk, over: "earlier").map { $0?.code } == [ESTALE])
        #expect(Self.text(on: disk) == "old")
        // One that already has the text is none.
        #expect(try write(["old"], on: disk, over: "earlier") == [nil])
    }

    /// The last moment is that of the rename.
    @Test func fileThatChangesDuringTheWriteIsNotReplaced() throws {
        let hung = HungDiskTests.HungDisk(in: .synchronize)
        let loop = try EventLoop()
        let file = TabsFile(path: Self.path, files: hung.files, timeout: .max / 4, loop: loop)
        var result: Posix.SystemError??
        file.write("new", over: "") { result = .some($0) }
        try loop.turn { hung.hangs }
        try hung.disk.create(Self.path, with: Array("edited".utf8))
        hung.release()
        try loop.turn { result != nil }
        #expect(result??.code == ESTALE && Self.text(on: hung.disk) == "edited")
    }

    @Test func secondSaveWaitsForTheFirst() throws {
        let hung = HungDiskTests.HungDisk(in: .rename)
        let loop = try EventLoop()
        let file = TabsFile(path: Self.path, files: hung.files, timeout: .max / 4, loop: loop)
        var results: [Posix.SystemError?] = []
        var saved = ""
        for text in ["one", "two"] {
            file.write(text, over: saved) {
                results.append($0)
                saved = text
            }
        }
        try loop.turn { hung.hangs }
        #expect(results.isEmpty)
        hung.release()
        try loop.turn { results.count == 2 }
        #expect(results == [nil, nil] && Self.text(on: hung.disk) == "two")
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
