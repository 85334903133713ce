import CHungDisk
import Dispatch
import EventLoop
import Foundation
import Glibc
import LoopTestSupport
import Posix
import ShellModel
import Synchronization
import TestSupport
import Testing

@testable import TabDaemon

/// The storage of the state on a disk on which writing hangs.
@Suite struct HungDiskTests {
    private static let path = "/home/me/.local/state/tabshell/default.json"

    /// A disk that hangs in one kind of call until it is released.
    final class HungDisk: Sendable {
        let disk = LossyDisk()
        private let hanging: Mutex<WatchedDisk.Call?>
        private let isWaiting = Mutex(false)
        private let released = DispatchSemaphore(value: 0)

        init(in call: WatchedDisk.Call) { hanging = Mutex(call) }

        var files: WatchedDisk { WatchedDisk(disk: disk) { [self] call, _ in wait(in: call) } }

        /// True while a call hangs.
        var hangs: Bool { isWaiting.withLock { $0 } }

        func release() {
            hanging.withLock { $0 = nil }
            released.signal()
        }

        private func wait(in call: WatchedDisk.Call) {
            guard hanging.withLock({ $0 == call }) else { return }
            isWaiting.withLock { $0 = true }
            released.wait()
            // For the next one.
            released.signal()
            isWaiting.withLock { $0 = false }
        }
    }

    private final class Saver {
        let disk: HungDisk
        let loop: EventLoop
        let persistence: Persistence
        /// The errors of the saves that have ended, in order.
        private(set) var results: [Posix.SystemError?] = []
        private(set) var isFinished = false

        init(hangingIn call: WatchedDisk.Call) throws {
            disk = HungDisk(in: call)
            loop = try EventLoop()
            persistence = Persistence(
                path: HungDiskTests.path, files: disk.files, saveTimeout: .max / 4, loop: loop,
                log: Log(program: "test") { _ in nil })
        }

        func save(_ tab: TabID) {
            persistence.save(StateFile(memory: PersistentState(selected: tab))) { [unowned self] in results.append($0) }
        }

        func finish() { persistence.finish { [unowned self] in isFinished = true } }

        var saved: TabID? { StateStore(path: HungDiskTests.path, files: disk.disk).read().content?.memory.selected }
    }

    @Test func synchronizingHoldsUpNoSave() throws {
        let saver = try Saver(hangingIn: .synchronize)
        saver.save("flash")
        try saver.loop.turn { saver.results.count == 1 }
        saver.finish()
        try saver.loop.turn { saver.disk.hangs }
        saver.save("growth")
        try saver.loop.turn { saver.results.count == 2 }
        #expect(saver.saved == "growth" && !saver.isFinished)
        saver.disk.release()
        try saver.loop.turn { saver.isFinished }
        #expect(try saver.disk.disk.read(Self.path) == saver.disk.disk.read(Self.path + ".synced"))
    }

    /// The end waits for the current write and the next.
    @Test func endWaitsForTheLastSave() throws {
        let saver = try Saver(hangingIn: .rename)
        saver.save("flash")
        try saver.loop.turn { saver.disk.hangs }
        saver.save("growth")
        saver.finish()
        var iterations = 0
        try saver.loop.turn {
            iterations += 1
            return iterations > 20
        }
        #expect(!saver.isFinished)
        saver.disk.release()
        try saver.loop.turn { saver.isFinished }
        #expect(saver.results == [nil, nil] && saver.saved == "growth")
        #expect(try saver.disk.disk.read(Self.path) == saver.disk.disk.read(Self.path + ".synced"))
    }
}

/// A daemon whose disk hangs while the state is saved: rename(2) waits until it is released.
@Suite struct HungDiskDaemonTests {
    private let home: TemporaryDirectory
    private let daemon: TestDaemon
    private let hold: String
    private let file: String

    init() throws {
        home = try TemporaryDirectory()
        let library = try home.copy(BuiltProducts.library("HungDisk"), to: "libHungDisk.so")
        hold = home.appending("hold")
        file = home.appending("state/tabshell/default.json")
        daemon = try TestDaemon(environment: ["LD_PRELOAD": library, HUNG_DISK_VARIABLE: hold], in: home)
    }

    private var isSaved: Bool { access(file, F_OK) == 0 }

    /// Subscribers learn of a change before it is saved, the requesting client gets its reply afterwards, and no other waits.
    @Test func changeIsToldFirstSavedThenAndAnsweredLast() throws {
        let watcher = try daemon.client(subscribedTo: "selection")
        let (client, other) = (try daemon.client(), try daemon.client())
        try home.write("", to: "hold")

        try client.send(line: #"{"id":1,"verb":"select","tab":"flash"}"#)
        let event = try watcher.expect(event: "selection")
        #expect((event["selection"] as? [String: Any])?["tab"] as? String == "flash")
        try waitUntil("the save to hang") { access(file + ".new", F_OK) == 0 }
        try other.request("ping")
        #expect(!isSaved)
        var answer = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&answer, 1, 0) == 0)

        unlink(hold)
        #expect(try client.expect(reply: 1)["ok"] != nil)
        #expect(isSaved)
    }
}

/// A daemon that ends while a program of it waits for a disk in the kernel, so that not even SIGKILL ends it.
@Suite struct UnkillableProgramTests {
    @Test func daemonLeavesWhatCannotBeKilled() throws {
        let home = try TemporaryDirectory.home()
        let library = try home.copy(BuiltProducts.library("HungDisk"), to: "libHungDisk.so")
        try home.configure("panel = [\"sh\", \"-c\", \"exec tail -f /dev/null\"]\n")
        let daemon = try TestDaemon([], environment: ["LD_PRELOAD": library, UNKILLABLE_VARIABLE: "1"], in: home)
        let client = try daemon.client()
        let panel = try waitFor("the panel") { try client.state().status(of: .panel)?.pid }
        #expect(daemon.process.terminate() == .code(0))
        #expect(kill(panel, 0) == 0)
        #expect(daemon.process.errorOutput.contains("left behind, since SIGKILL has not ended them: "))
        // Another one takes its place.
        let next = try TestDaemon(in: home)
        try next.client().request("ping")
    }
}

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
        // A file that already has the text counts as written.
        #expect(try write(["old"], on: disk, over: "earlier") == [nil])
    }

    /// The last moment is the rename.
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
