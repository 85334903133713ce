// SPDX-License-Identifier: MIT

import Dispatch
import EventLoop
import Glibc
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
    final class HungDisk: FileCalls {
        enum Call: CaseIterable { case create, rename, synchronize }

        let disk = LossyDisk()
        private let hanging: Mutex<Call?>
        private let isWaiting = Mutex(false)
        private let released = DispatchSemaphore(value: 0)

        init(in call: Call) { hanging = Mutex(call) }

        /// True while a call hangs.
        var hangs: Bool { isWaiting.withLock { $0 } }
        func release() {
            hanging.withLock { $0 = nil }
            released.signal()
        }

        private func wait(in call: Call) {
            guard hanging.withLock({ $0 == call }) else { return }
            isWaiting.withLock { $0 = true }
            released.wait()
            // For the next one.
            released.signal()
            isWaiting.withLock { $0 = false }
        }

        func read(_ path: String) throws(Posix.SystemError) -> [UInt8] { try disk.read(path) }
        func create(_ path: String, with content: [UInt8]) throws(Posix.SystemError) {
            wait(in: .create)
            try disk.create(path, with: content)
        }
        func rename(_ path: String, to newPath: String) throws(Posix.SystemError) {
            wait(in: .rename)
            try disk.rename(path, to: newPath)
        }
        func remove(_ path: String) { disk.remove(path) }
        func makeDirectories(above path: String) throws(Posix.SystemError) { try disk.makeDirectories(above: path) }
        func synchronize(_ path: String) throws(Posix.SystemError) {
            wait(in: .synchronize)
            try disk.synchronize(path)
        }
    }

    private final class Saver {
        let disk: HungDisk
        let loop: EventLoop
        let persistence: Persistence
        /// The errors of the saves that have ended, in order.
        private(set) var results: [Posix.SystemError?] = []
        private(set) var isFinished = false

        init(hangingIn call: HungDisk.Call, timeout: UInt64 = .max / 4) throws {
            disk = HungDisk(in: call)
            loop = try EventLoop()
            persistence = Persistence(
                path: HungDiskTests.path, files: disk, saveTimeout: timeout, loop: loop,
                log: Log(program: "test") { _ in nil })
        }

        func save(_ tab: TabID) {
            persistence.save(StateFile(memory: PersistentState(selected: tab))) { [unowned self] in results.append($0) }
        }

        func finish() { persistence.finish { [unowned self] in isFinished = true } }

        /// Runs the loop until a condition holds. An iteration of a loop that is not held up ends with its alarm.
        func run(until condition: () -> Bool) throws {
            let alarm = loop.timer {}
            let deadline = Deadline()
            while !condition() {
                if deadline.hasPassed { throw WaitTimeout(what: "the loop", seconds: Deadline.usual) }
                alarm.arm(after: 1_000_000)
                try loop.runOnce()
            }
            alarm.disarm()
        }

        var saved: TabID? { StateStore(path: HungDiskTests.path, files: disk.disk).read().content?.memory.selected }
    }

    @Test(arguments: [HungDisk.Call.create, .rename]) private func loopGoesOnAndWhatCameMeanwhileIsWrittenOnce(
        call: HungDisk.Call
    ) throws {
        let saver = try Saver(hangingIn: call)
        saver.save("home")
        try saver.run { saver.disk.hangs }
        for tab in ["flash", "growth", "home", "flash"] as [TabID] { saver.save(tab) }
        // No save is told to have ended before it has.
        var iterations = 0
        try saver.run {
            iterations += 1
            return iterations > 20
        }
        #expect(saver.results.isEmpty && saver.saved == nil)
        saver.disk.release()
        try saver.run { saver.results.count == 5 }
        #expect(saver.results == [nil, nil, nil, nil, nil])
        #expect(saver.saved == "flash")
        let bytes = try saver.disk.read(Self.path)
        #expect(StateFile.decode(bytes)?.generation == 2)
    }

    @Test func savesOfADiskThatHangsFailAfterTheTimeoutAndAreMadeUpForLater() throws {
        let saver = try Saver(hangingIn: .rename, timeout: 5_000_000)
        saver.save("flash")
        saver.save("growth")
        try saver.run { saver.results.count == 2 }
        #expect(saver.results.map { $0?.code } == [ETIMEDOUT, ETIMEDOUT])
        try saver.run { saver.disk.hangs }
        // The next ones are not made to wait.
        saver.save("home")
        #expect(saver.results.last??.code == ETIMEDOUT && saver.results.count == 3)
        saver.disk.release()
        try saver.run { saver.saved == "home" }
        // A machine under load may take longer than that for a save that does not hang.
        saver.persistence.saveTimeout = .max / 4
        saver.save("flash")
        try saver.run { saver.results.count == 4 }
        #expect(saver.results.count == 4 && saver.results[3] == nil)
    }

    @Test func synchronizingHoldsUpNoSave() throws {
        let saver = try Saver(hangingIn: .synchronize)
        saver.save("flash")
        try saver.run { saver.results.count == 1 }
        saver.finish()
        try saver.run { saver.disk.hangs }
        saver.save("growth")
        try saver.run { saver.results.count == 2 }
        #expect(saver.saved == "growth" && !saver.isFinished)
        saver.disk.release()
        try saver.run { saver.isFinished }
        #expect(try saver.disk.read(Self.path) == saver.disk.read(Self.path + ".synced"))
    }

    /// The end waits for what is being written, and for what came after that.
    @Test func endWaitsForTheLastSave() throws {
        let saver = try Saver(hangingIn: .rename)
        saver.save("flash")
        try saver.run { saver.disk.hangs }
        saver.save("growth")
        saver.finish()
        var iterations = 0
        try saver.run {
            iterations += 1
            return iterations > 20
        }
        #expect(!saver.isFinished)
        saver.disk.release()
        try saver.run { saver.isFinished }
        #expect(saver.results == [nil, nil] && saver.saved == "growth")
        #expect(try saver.disk.read(Self.path) == saver.disk.read(Self.path + ".synced"))
    }
}
