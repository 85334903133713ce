// SPDX-License-Identifier: MIT

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

    /// The end waits for what is being written, and for what came after that.
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

    /// The subscribers learn of a change before it is saved, the one who asked for it is answered after that, and nobody
    /// else waits. A daemon that told them after that would answer with the error of a save that took too long.
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
