// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import TestSupport
import Testing

@testable import StressStore

@Suite struct StoreFileTests {
    @Test("A locked directory is an error after the timeout, and at once without one", arguments: [0, 0.1])
    func lockedDirectory(timeout: Double) throws {
        let folder = try TemporaryDirectory()
        let other = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(other) }
        try #require(flock(other, LOCK_EX) == 0)
        #expect(throws: StoreError.locked(path: folder.path)) {
            try StressStore(path: folder.appending("stress.db"), timeout: timeout)
        }
        #expect(flock(other, LOCK_UN) == 0)
        _ = try StressStore(path: folder.appending("stress.db"), timeout: timeout)
    }

    private let folder: TemporaryDirectory
    private var path: String { folder.appending("tabshell/stress.db") }

    init() throws {
        folder = try TemporaryDirectory()
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

    @Test func durabilityAndVacuumAreConfigured() throws {
        let store = try StressStore(path: path)
        for (name, value) in [("journal_mode", "wal"), ("synchronous", "2"), ("secure_delete", "1")] {
            #expect(try store.read { try String.fetchOne($0, sql: "PRAGMA \(name)") } == value)
        }
        try store.add(try batch(20_000))
        let before = try store.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
        try store.delete([.everything(in: .earliest..<(.latest))])
        #expect(try store.compact(olderThan: 0) == 20_000)
        let after = try store.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
        #expect(before > 300)
        #expect(after < 50)
    }

    @Test func recordsPersist() throws {
        try StressStore(path: path).add(try batch(10))
        let store = try StressStore(path: path)
        #expect(try store.add(try batch(12)) == .init(added: 2, known: 10))
    }

    @Test func foreignAndNewerDatabasesAreRefused() throws {
        let text = try folder.write("this is no database, " + String(repeating: "x", count: 2000), to: "text.db")
        #expect(throws: StoreError.notADatabase(path: text)) { try StressStore(path: text) }

        let foreign = folder.appending("foreign.db")
        try DatabaseQueue(path: foreign).write { try $0.execute(sql: "CREATE TABLE sample (x)") }
        #expect(throws: StoreError.foreign(path: foreign)) { try StressStore(path: foreign) }
        #expect(try DatabaseQueue(path: foreign).read { try $0.tableExists("session") } == false)

        try StressStore(path: path).write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('2')")
        }
        #expect(throws: StoreError.newer(path: path)) { try StressStore(path: path) }
        #expect(StoreError.newer(path: path).description.contains("newer version of tabshell"))
    }

    /// The disk was full after the first step of its creation.
    @Test func databaseThatWasNotCompletedIsOurs() throws {
        let path = folder.appending("begun.db")
        try DatabaseQueue(path: path).write { db in
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        #expect(try StressStore(path: path).add(try batch(3)).added == 3)
    }

    @Test func unusablePathsAreReported() throws {
        let file = try folder.write("", to: "file")
        #expect(throws: StoreError.inaccessible(path: file + "/tabshell", code: ENOTDIR)) {
            try StressStore(path: file + "/tabshell/stress.db")
        }
        #expect(throws: (any Error).self) { try StressStore(path: folder.path) }
        #expect(throws: (any Error).self) { try StressStore(path: "") }
    }

    @Test func fullDiskKeepsExistingRecords() throws {
        let store = try StressStore(path: path)
        try store.add(try batch(100))
        try store.maintain { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            _ = try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(pages + 2)")
        }
        #expect(throws: StoreError.full(path: path)) { try store.add(try batch(50_000, from: 1000)) }
        #expect(try store.samples(in: .earliest..<(.latest), limit: 1000).count == 100)
    }

    @Test func writerWaitsForAnotherWriter() throws {
        // A program that another test starts just now holds the lock of the directory until its exec.
        let store = try StressStore(path: path, timeout: 1)
        let other = try StressStore(path: path, timeout: 1)
        try other.write { db in
            try db.execute(sql: "INSERT INTO source (name) VALUES ('y')")
            #expect(throws: StoreError.busy(path: path)) { try store.add(try batch(1)) }
            #expect(try store.samples(in: .earliest..<(.latest), limit: 1).isEmpty)
        }
        try store.add(try batch(1))
    }
}
