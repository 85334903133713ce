import Foundation
import SQLite
import TestSupport
import Testing

@testable import StressMonitor

@Suite struct StoreFileTests {
    private let folder: TemporaryDirectory
    private var path: String { folder.appending("tabshell/stress.db") }

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test("A locked directory is an error after the timeout, and at once without one", arguments: [0, 0.1])
    func lockedDirectory(timeout: Double) throws {
        let other = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(other) }
        try #require(flock(other, LOCK_EX) == 0)
        #expect(throws: StoreError.locked(path: folder.path)) {
            try StressStore(path: folder.appending("stress.db"), timeout: timeout)
        }
        #expect(flock(other, LOCK_UN) == 0)
        _ = try StressStore(path: folder.appending("stress.db"), timeout: timeout)
    }

    private func batch(_ count: Int, from start: Int = 0) throws -> StressStore.Batch {
        StressStore.Batch(
            samples: try (start..<start + count).map {
                try Sample(time: Timestamp(seconds: Int64($0)), sdnn: 50, heartRate: 60, source: "x")
            })
    }

    @Test func defaultPathFollowsXDG() throws {
        let variables = ["XDG_DATA_HOME": "/data", "HOME": "/home/a"]
        #expect(try StressStore.defaultPath { variables[$0] } == "/data/tabshell/stress.db")
        #expect(
            try StressStore.defaultPath { $0 == "HOME" ? "/home/a" : "" } == "/home/a/.local/share/tabshell/stress.db")
        #expect(
            try StressStore.defaultPath { $0 == "HOME" ? "/h" : "relative" } == "/h/.local/share/tabshell/stress.db")
        #expect(throws: StoreError.noHome) { try StressStore.defaultPath { _ in nil } }
    }

    @Test func fileIsPrivate() throws {
        let store = try StressStore(path: path)
        try store.add(try batch(1))
        func mode(_ path: String) -> mode_t {
            var facts = stat()
            return stat(path, &facts) == 0 ? facts.st_mode & 0o777 : 0
        }
        #expect(mode(folder.appending("tabshell")) == 0o700)
        for suffix in ["", "-wal", "-shm"] { #expect(mode(path + suffix) == 0o600, "\(suffix)") }
        // An existing file with other permissions is made private.
        let other = folder.appending("other.db")
        _ = try StressStore(path: other)
        chmod(other, 0o644)
        _ = try StressStore(path: other)
        #expect(mode(other) == 0o600)
    }

    private func pageCount(_ store: StressStore) throws -> Int64 {
        try store.read { try $0.first("PRAGMA page_count") { $0.integer(0) } ?? 0 }
    }

    @Test func durabilityAndVacuumAreConfigured() throws {
        let store = try StressStore(path: path)
        for (name, value) in [("journal_mode", "wal"), ("synchronous", "2"), ("secure_delete", "1")] {
            #expect(try store.read { try $0.first("PRAGMA \(name)") { $0.text(0) } } == value)
        }
        try store.add(try batch(20_000))
        let before = try pageCount(store)
        try store.delete([.everything(in: .earliest..<(.latest))])
        #expect(try store.compact(olderThan: 0) == 20_000)
        let after = try pageCount(store)
        #expect(before > 300)
        #expect(after < 50)
    }

    @Test func foreignAndNewerDatabasesAreRefused() throws {
        let text = try folder.write("this is no database, " + String(repeating: "x", count: 2000), to: "text.db")
        #expect(throws: StoreError.notADatabase(path: text)) { try StressStore(path: text) }

        let foreign = folder.appending("foreign.db")
        try Database(foreign).execute("CREATE TABLE sample (x)")
        #expect(throws: StoreError.foreign(path: foreign)) { try StressStore(path: foreign) }
        #expect(try Database(foreign).rows("SELECT name FROM sqlite_master") { $0.text(0) } == ["sample"])

        try StressStore(path: path).write { db in
            try db.execute("INSERT INTO grdb_migrations VALUES ('2')")
        }
        #expect(throws: StoreError.newer(path: path)) { try StressStore(path: path) }
        #expect(StoreError.newer(path: path).description.contains("newer version of tabshell"))
    }

    /// The disk was full after the first step of its creation.
    @Test func databaseThatWasNotCompletedIsOurs() throws {
        let path = folder.appending("begun.db")
        try Database(path).execute("CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        #expect(try StressStore(path: path).add(try batch(3)).added == 3)
        #expect(try StressStore(path: path).add(try batch(4)) == .init(added: 1, known: 3))
    }

    @Test func databaseOfAnEarlierVersionIsUsed() throws {
        let script = Repository.file("Tests/Stress/StressTests/Store/stress-0.2.0.sql")
        let path = folder.appending("earlier.db")
        try Database(path).execute(try String(contentsOf: script, encoding: .utf8))
        let store = try StressStore(path: path)
        #expect(try store.samples(in: .earliest..<(.latest), limit: 9).map(\.value.sdnn) == [52, 50])
        #expect(try store.notes(in: .earliest..<(.latest)).map(\.value.text) == ["slept \"well\""])
        let deletion = try #require(try store.deletions().first)
        #expect(try store.undo(deletion.id) == 1)
        // It is as one that this version makes, so that the earlier one can use it again.
        func tables(_ path: String) throws -> [String] {
            try Database(path).rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name") { $0.text(0) }
        }
        _ = try StressStore(path: self.path)
        #expect(try tables(path) == tables(self.path))
    }

    @Test func unusablePathsAreReported() throws {
        let file = try folder.write("", to: "file")
        #expect(throws: StoreError.inaccessible(path: file + "/tabshell", code: ENOTDIR)) {
            try StressStore(path: file + "/tabshell/stress.db")
        }
    }

    /// The last is the working directory.
    @Test(arguments: ["folder", "pipe", nil])
    func whatIsNoFileIsRefusedAndKeepsItsMode(name: String?) throws {
        _ = try folder.makeDirectory("folder", mode: 0o755)
        mkfifo(folder.appending("pipe"), 0o644)
        let path = name.map(folder.appending) ?? ""
        func mode() -> mode_t? {
            var status = stat()
            return stat(name == nil ? "." : path, &status) == 0 ? status.st_mode : nil
        }
        let before = mode()
        let error = #expect(throws: StoreError.self) { try StressStore(path: path) }
        #expect(error?.description == "\(name == nil ? "./" : path): not a regular file")
        #expect(mode() == before)
    }

    @Test func fullDiskKeepsExistingRecords() throws {
        let store = try StressStore(path: path)
        try store.add(try batch(100))
        try store.maintain { db in
            let pages = try db.first("PRAGMA page_count") { $0.integer(0) } ?? 0
            try db.execute("PRAGMA max_page_count = \(pages + 2)")
        }
        #expect(throws: StoreError.full(path: path)) { try store.add(try batch(50_000, from: 1000)) }
        #expect(try store.samples(in: .earliest..<(.latest), limit: 1000).count == 100)
    }

    @Test func writerWaitsForAnotherWriter() throws {
        // A program that another test starts just now holds the lock of the directory until its exec.
        let store = try StressStore(path: path, timeout: 1)
        let other = try StressStore(path: path, timeout: 1)
        try other.write { db in
            try db.execute("INSERT INTO source (name) VALUES ('y')")
            #expect(throws: StoreError.busy(path: path)) { try store.add(try batch(1)) }
            // A process that starts meanwhile can read.
            #expect(try StressStore(path: path, timeout: 0).notes(in: .earliest..<(.latest)).isEmpty)
            #expect(try store.samples(in: .earliest..<(.latest), limit: 1).isEmpty)
        }
        try store.add(try batch(1))
    }
}
