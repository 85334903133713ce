import Foundation
import TestSupport
import Testing

@testable import StressMonitor

@Suite struct ChangeNotifierTests {
    private let folder: TemporaryDirectory
    private let path: String
    private let store: StressStore
    private let watch: ChangeNotifier

    init() throws {
        folder = try TemporaryDirectory()
        path = folder.appending("stress.db")
        store = try StressStore(path: path)
        watch = try ChangeNotifier(store)
        // Events of opening the database.
        _ = try watch.drain()
    }

    private func note(_ second: Int64) -> StressStore.Batch {
        StressStore.Batch(notes: [Note(time: Timestamp(seconds: second), text: "x")].compactMap { $0 })
    }

    private func isReadable() -> Bool {
        var watched = pollfd(fd: watch.events.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&watched, 1, 0) == 1
    }

    private func waitForChange() throws {
        let deadline = Deadline()
        while deadline.poll(watch.events.descriptor) {
            if try watch.drain() { return }
        }
        throw WaitTimeout(what: "a change", seconds: Deadline.usual)
    }

    @Test func noEventWithoutChange() throws {
        #expect(!isReadable())
        #expect(try !watch.drain())
        _ = try store.notes(in: .earliest..<(.latest))
        #expect(!isReadable())
    }

    @Test func commitOfOtherConnectionIsReported() throws {
        let other = try StressStore(path: path)
        for second in 0..<50 {
            try other.add(note(Int64(second)))
            // The call has returned, so the event is there already.
            #expect(isReadable())
            #expect(try watch.drain())
            #expect(try store.notes(in: .earliest..<(.latest)).count == second + 1)
            #expect(!isReadable())
        }
    }

    @Test func ownCommitIsNotReported() throws {
        try store.add(note(1))
        #expect(try !watch.drain())
    }

    /// A writer that does not touch the file, and one killed before it could: the kernel closes its log.
    @Test(arguments: ["pass", "os.kill(os.getpid(), 9)"]) func commitOfForeignProgramIsReported(ending: String) throws {
        let script = """
            import os, sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            db.execute("INSERT INTO note (time, text) VALUES (1, 'hello')")
            db.commit()
            \(ending)
            """
        let child = try ChildProcess("python3", ["-c", script, path], asRoot: true)
        try waitForChange()
        #expect(try store.notes(in: .earliest..<(.latest)).map(\.value.text) == ["hello"])
        try child.waitForExit()
    }

    @Test func replacedDatabaseIsReopened() throws {
        let other = folder.appending("other/stress.db")
        do {
            let replacement = try StressStore(path: other)
            try replacement.add(note(1))
            try replacement.add(note(2))
        }
        #expect(rename(other, path) == 0)
        try waitForChange()
        #expect(try store.notes(in: .earliest..<(.latest)).count == 2)
        // The new file is watched now.
        try StressStore(path: path).add(note(3))
        try waitForChange()
        #expect(try store.notes(in: .earliest..<(.latest)).count == 3)
    }

    @Test func databaseInMemoryIsRefused() throws {
        let store = try StressStore.inMemory()
        #expect(throws: StoreError.self) { try ChangeNotifier(store) }
    }
}
