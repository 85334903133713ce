import TestSupport
import Testing

@testable import SQLite

@Suite struct DatabaseTests {
    private let database: Database

    init() throws {
        database = try Database(":memory:")
        try database.execute("CREATE TABLE t (a INTEGER, b REAL, c TEXT UNIQUE) STRICT")
    }

    private func rows() throws -> [String] {
        try database.rows("SELECT a, b, c FROM t ORDER BY rowid") { row in
            "\(row.integer(0)) \(row.real(1).map { "\($0)" } ?? "null") \(row.text(2))"
        }
    }

    @Test func valuesAreBoundAndRead() throws {
        let insertion = "INSERT INTO t VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        #expect(try database.run(insertion, [.integer(.min), .real(1.5), .text("größe\0😴")]) == 1)
        #expect(try database.run(insertion, [.integer(2), .real(nil), .text("")]) == 1)
        #expect(try database.run(insertion, [.integer(3), .real(3), .text("")]) == 0)
        #expect(database.lastInsertedRow == 2)
        // Arguments of an earlier run are forgotten.
        #expect(try database.run(insertion, [.integer(4)]) == 1)
        #expect(try rows() == ["-9223372036854775808 1.5 größe\0😴", "2 null ", "4 null "])
        #expect(try database.first("SELECT a FROM t WHERE a > 1 ORDER BY a DESC") { $0.integer(0) } == 4)
        #expect(try database.first("SELECT a FROM t WHERE a > 9") { $0.integer(0) } == nil)
        #expect(try database.rows("SELECT a FROM t ORDER BY a") { $0.integer(0) == 2 ? 2 : nil } == [2])
    }

    @Test func transactionIsAllOrNothing() throws {
        struct Stop: Error {}
        try database.transaction(writes: true) { _ = try database.run("INSERT INTO t (a) VALUES (1)") }
        #expect(throws: Stop.self) {
            try database.transaction(writes: true) {
                try database.run("INSERT INTO t (a) VALUES (2)")
                throw Stop()
            }
        }
        #expect(throws: SQLiteError.self) {
            try database.transaction(writes: true) {
                try database.run("INSERT INTO t (a) VALUES (3)")
                try database.run("INSERT INTO t (b) VALUES ('x')")
            }
        }
        #expect(try rows() == ["1 null "])
    }

    @Test func closedDatabaseFails() throws {
        database.close()
        #expect(throws: SQLiteError.self) { try database.run("SELECT 1") }
        #expect(throws: SQLiteError.self) { try database.execute("SELECT 1") }
    }

    @Test func errorsHaveAKindAndWords() throws {
        let error = #expect(throws: SQLiteError.self) { try database.run("SELECT nothing") }
        #expect(error?.kind == .other && error?.description.contains("nothing") == true)
        let folder = try TemporaryDirectory()
        #expect(#expect(throws: SQLiteError.self) { try Database(folder.path) }?.kind == .inaccessible)
        #expect(
            #expect(throws: SQLiteError.self) { try Database(folder.appending("none"), isReadOnly: true) }?.kind
                == .inaccessible)
        let text = try folder.write(String(repeating: "no database ", count: 100), to: "text")
        #expect(
            #expect(throws: SQLiteError.self) { try Database(text).execute("CREATE TABLE t (a)") }?.kind
                == .notADatabase)
        let path = folder.appending("locked.db")
        let first = try Database(path)
        try first.transaction(writes: true) {
            try first.run("CREATE TABLE t (a)")
            #expect(
                #expect(throws: SQLiteError.self) { try Database(path).execute("CREATE TABLE u (a)") }?.kind == .busy)
        }
    }
}
