import EventLoop
import Glibc
import Posix
import struct TestSupport.SplitMix64
import ShellConfig
import ShellModel
import Synchronization
import enum TestSupport.Rounds
import Testing

@testable import TabDaemon

/// The two generations of the state on a disk that loses unsynchronized data.
@Suite struct StateStoreTests {
    private static let path = "/home/me/.local/state/tabshell/default.json"

    /// A daemon that saves and synchronizes at random, and makes the same calls for the same seed.
    private final class Saver: Sendable {
        private struct History {
            var random: SplitMix64
            var generation: UInt64
            var attempted: [UInt64: StateFile] = [:]
            var lastSaved: UInt64?
            var lastSynchronized: UInt64?
        }

        let disk: LossyDisk
        private let history: Mutex<History>
        private var store: StateStore { StateStore(path: path, files: disk) }

        init(_ disk: LossyDisk, seed: UInt64, generation: UInt64 = 0) {
            self.disk = disk
            history = Mutex(History(random: SplitMix64(seed: seed), generation: generation))
        }

        var lastSaved: UInt64? { history.withLock { $0.lastSaved } }
        var lastSynchronized: UInt64? { history.withLock { $0.lastSynchronized } }
        func attempted(_ generation: UInt64) -> StateFile? { history.withLock { $0.attempted[generation] } }

        func run() {
            for _ in 0..<6 {
                save()
                if history.withLock({ Bool.random(using: &$0.random) }) { synchronize() }
            }
        }

        private func save() {
            let (content, generation) = history.withLock { history in
                history.generation += 1
                let content = StateStoreTests.content(history.generation, &history.random)
                history.attempted[history.generation] = content
                return (content, history.generation)
            }
            guard (try? store.write(content.encoded(generation: generation))) != nil else { return }
            history.withLock { $0.lastSaved = generation }
        }

        /// Synchronizes the latest content, while the loop continues saving.
        private func synchronize() {
            guard let generation = lastSaved, let content = attempted(generation) else { return }
            let files = WatchedDisk(disk: disk) { [self] _, _ in
                let count = history.withLock { Int.random(in: 0...1, using: &$0.random) }
                for _ in 0..<count { save() }
            }
            let bytes = content.encoded(generation: generation)
            let isDone: Void? = try? StateStore(path: path, files: files).synchronize(bytes, includingAncestors: true)
            if isDone != nil { history.withLock { $0.lastSynchronized = generation } }
        }
    }

    /// A content that names its generation, with more beside it that could be mixed up.
    private static func content(_ generation: UInt64, _ random: inout SplitMix64) -> StateFile {
        let text = String(repeating: "x", count: Int.random(in: 0..<60, using: &random))
        return StateFile(
            memory: PersistentState(
                selected: ["home", "flash", "growth"].randomElement(using: &random),
                badges: ["home": .count(Int(generation)), "flash": .text("\(generation)\(text)")],
                paths: ["growth": ["\(generation)"]]),
            look: generation % 2 == 0 ? nil : LookOverride(look: text, over: "\(generation)"),
            wrongNumbers: Int(generation % 3), lastWrong: generation % 3 == 0 ? nil : Int64(generation))
    }

    private static func generation(of content: StateFile?) -> UInt64? {
        guard case .count(let count)? = content?.memory.badges["home"] else { return nil }
        return UInt64(count)
    }

    /// The power is cut before each call in turn, and again in the next daemon's life.
    @Test(arguments: 0..<UInt64(Rounds.count(2)))
    func powerCutLeavesTheSynchronizedStateOrANewerOne(seed: UInt64) throws {
        let whole = Saver(LossyDisk(), seed: seed)
        whole.run()
        for calls in 0...whole.disk.calls {
            var random = SplitMix64(seed: seed &* 1000 &+ UInt64(calls))
            let first = Saver(LossyDisk(), seed: seed)
            first.disk.cut(afterCalls: calls)
            first.run()
            for _ in 0..<3 {
                let reading = try expectWhole(first.disk.afterCut(&random), after: [first])
                let next = Saver(reading.disk, seed: seed + 100, generation: reading.generation)
                next.disk.cut(afterCalls: Int.random(in: 0..<40, using: &random))
                next.run()
                _ = try expectWhole(next.disk.afterCut(&random), after: [next, first])
            }
        }
    }

    /// Reads a disk after a power cut, and continues on it. The last daemon is the first of the savers.
    private func expectWhole(
        _ disk: LossyDisk, after savers: [Saver]
    ) throws -> (disk: LossyDisk, generation: UInt64) {
        let newest = try? disk.read(Self.path)
        let reading = StateStore(path: Self.path, files: disk).read()
        let generation = Self.generation(of: reading.content)
        if let synchronized = savers.compactMap(\.lastSynchronized).first {
            #expect(try #require(generation) >= synchronized)
        }
        if let generation {
            #expect(savers.contains { $0.attempted(generation) == reading.content })
            #expect(reading.generation >= generation)
        }
        // An unused newest generation is reported.
        if let newest, StateFile.decode(newest)?.isIntact != true {
            #expect(reading.problems.contains { $0.contains("\(Self.path).bad") })
        }
        return (disk, reading.generation)
    }

    @Test(arguments: 0..<UInt64(Rounds.count(2)))
    func killLosesNothingThatWasSaved(seed: UInt64) throws {
        let whole = Saver(LossyDisk(), seed: seed)
        whole.run()
        for calls in 0...whole.disk.calls {
            let killed = Saver(LossyDisk(), seed: seed)
            killed.disk.cut(afterCalls: calls)
            killed.run()
            killed.disk.cut(afterCalls: .max)
            let reading = StateStore(path: Self.path, files: killed.disk).read()
            #expect(reading.problems == [])
            let generation = Self.generation(of: reading.content)
            #expect(generation == killed.lastSaved || generation.flatMap(killed.attempted) == reading.content)
            #expect(generation ?? 0 >= killed.lastSaved ?? 0)
        }
    }

    /// A daemon that synchronizes constantly can always read a state, whatever happens to its newest file.
    @Test func damagedNewestFileIsKeptAndTheSynchronizedOneRead() throws {
        let (disk, old, new) = try diskOfTwoGenerations()
        let store = StateStore(path: Self.path, files: disk)
        var damaged = new.encoded(generation: 2)
        // One digit of a number: still JSON.
        let index = try #require(damaged.lastIndex(of: UInt8(ascii: "2")))
        damaged[index] = UInt8(ascii: "3")
        try store.write(damaged)
        let reading = store.read()
        #expect(reading.content == old)
        #expect(
            reading.problems == [
                "\(Self.path) cannot be used as it is, and is kept as \(Self.path).bad: its checksum does not match",
                "the state is that of \(Self.path).synced, which may be older",
            ])
        #expect(try disk.read(Self.path + ".bad") == damaged)
    }

    /// A daemon that is killed before it saves the rest has lost nothing.
    @Test func fileThatIsUsedInPartStaysUntilTheNextSave() throws {
        let store = StateStore(path: Self.path, files: LossyDisk())
        try store.write(Array(#"{"version":2,"badges":{"home":{"count":-1},"growth":{"count":2}}}"#.utf8))
        let rest = store.read()
        #expect(rest.content != nil && rest.problems.count == 1 && store.read().content == rest.content)
    }

    /// A disk on which reading some files fails.
    private func unreadable(_ disk: LossyDisk, _ errors: [String: Int32]) -> WatchedDisk {
        WatchedDisk(disk: disk) { call, path throws(SystemError) in
            guard call == .read, let code = errors[path] else { return }
            throw SystemError(code: code, operation: "opening \(path)")
        }
    }

    /// A disk with a newer state and an older, synchronized one.
    private func diskOfTwoGenerations() throws -> (disk: LossyDisk, old: StateFile, new: StateFile) {
        var random = SplitMix64(seed: 3)
        let disk = LossyDisk()
        let store = StateStore(path: Self.path, files: disk)
        let (old, new) = (Self.content(1, &random), Self.content(2, &random))
        try store.write(old.encoded(generation: 1))
        try store.synchronize(old.encoded(generation: 1), includingAncestors: true)
        try store.write(new.encoded(generation: 2))
        return (disk, old, new)
    }

    /// The error does not concern the file, which stays in place.
    @Test(arguments: [EMFILE, ENFILE, ENOMEM, EIO, EACCES, EPERM, ESTALE])
    func fileThatCannotBeReadIsLeftAsItIs(code: Int32) throws {
        let (disk, old, new) = try diskOfTwoGenerations()
        let before = (try disk.read(Self.path), try disk.read(Self.path + ".synced"))
        let newest = StateStore(path: Self.path, files: unreadable(disk, [Self.path: code])).read()
        #expect(newest.failure?.code == code)
        #expect(newest.content == old)
        #expect(newest.problems.first?.contains("\(Self.path) cannot be read, and is left as it is") == true)
        let synced = Self.path + ".synced"
        let other = StateStore(path: Self.path, files: unreadable(disk, [synced: code])).read()
        #expect(other.content == new)
        // The newest is whole, so the other may be replaced, unless a start that failed would have read both.
        #expect(other.failure?.code == (([EMFILE, ENFILE, ENOMEM].contains(code)) ? code : nil))
        let both = unreadable(disk, [Self.path: code, synced: EIO])
        #expect(StateStore(path: Self.path, files: both).read().failure?.code == code)
        #expect(try disk.read(Self.path) == before.0 && disk.read(synced) == before.1)
        #expect((try? disk.read(Self.path + ".bad")) == nil && (try? disk.read(synced + ".bad")) == nil)
    }

    @Test func stateThatCannotBeReadIsNeverReplaced() throws {
        let (disk, _, new) = try diskOfTwoGenerations()
        let loop = try EventLoop()
        let log = Log(program: "test") { _ in nil }
        let denied = unreadable(disk, [Self.path: EACCES])
        let persistence = Persistence(path: Self.path, files: denied, loop: loop, log: log)
        #expect(try persistence.load().isDamaged == false)
        var results: [SystemError?] = []
        persistence.save(StateFile(memory: PersistentState(selected: "home"))) { results.append($0) }
        #expect(results == [SystemError(code: EACCES, operation: "opening \(Self.path)")])
        #expect(StateStore(path: Self.path, files: disk).read().content == new)
        let short = unreadable(disk, [Self.path: ENFILE])
        #expect(throws: SystemError(code: ENFILE, operation: "opening \(Self.path)")) {
            try Persistence(path: Self.path, files: short, loop: loop, log: log).load()
        }
    }

    @Test func eachByteIsCovered() throws {
        var random = SplitMix64(seed: 2)
        let content = Self.content(7, &random)
        let bytes = content.encoded(generation: 7)
        #expect(StateFile.decode(bytes)?.isIntact == true && StateFile.decode(bytes)?.content == content)
        #expect(StateFile.decode(bytes)?.generation == 7)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1
            // The name of the first member may be damaged: then the checksum is missing, and the rest is whole.
            let decoded = StateFile.decode(damaged)
            #expect(decoded?.isIntact != true || decoded?.content == StateFile.decode(bytes)?.content)
        }
    }

    /// The check value of the catalogue of CRC algorithms.
    @Test func checksumIsThatOfIEEE() {
        #expect(CRC32.checksum(of: Array("123456789".utf8)) == 0xCBF4_3926)
    }

    @Test func fileOfAnEarlierVersionIsRead() throws {
        let decoded = try #require(StateFile.decode(Array(#"{"version":1,"selection":"flash","look":null}"#.utf8)))
        #expect(decoded.content.memory.selected == "flash")
        #expect(decoded.isIntact && decoded.problems.isEmpty && decoded.generation == 0)
    }
}
