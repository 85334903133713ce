import EventLoop
import Foundation
import Geometry
import LoopTestSupport
import PageKit
import TestSupport
import Testing

@testable import StressMonitor

/// A page's access to a user's database, while another process writes to it.
@Suite struct StoreSourceTests {
    private let folder: TemporaryDirectory
    private let path: String
    private let loop: EventLoop
    private let source: StoreSource
    private let context = PageContext(size: Size(width: 428, height: 800))

    init() throws {
        folder = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        path = folder.appending("stress.db")
        loop = try EventLoop()
        source = StoreSource(path: path, loop: loop) { _ in nil }
    }

    /// Runs `tabshell-stress` as the same user.
    private func tool(_ arguments: String...) throws {
        try StressTool.run(arguments + ["--database", path], in: ["HOME": folder.path])
    }

    /// Shows a page, and runs it until a condition holds.
    private func show(_ page: any StressPage, until condition: () -> Bool) throws {
        page.appeared(now: MonotonicClock.now)
        try run(page, until: condition)
    }

    private func run(_ page: any StressPage, until condition: () -> Bool) throws {
        source.onChange = { page.measurementsChanged() }
        try loop.turn {
            if page.nextTask(after: 0) != nil { _ = page.performTask(context: context, now: MonotonicClock.now) }
            return condition()
        }
    }

    private func state(_ page: HomePage) -> HomeViewModel.State { page.viewModel(at: MonotonicClock.now).state }

    private func failure(_ page: HomePage) -> String {
        if case .failed(let reason) = state(page) { reason } else { "" }
    }

    /// Reads something, and waits for it.
    private func read<Value: Sendable>(
        _ query: @escaping @Sendable (StressStore) throws -> Value
    ) throws -> Value {
        var answer: Result<Value, StressFailure>?
        source.read(query) { answer = $0 }
        try loop.turn { answer != nil }
        return try #require(answer).get()
    }

    /// Makes a change, and waits for its end.
    @discardableResult
    private func make(_ change: StressChange) throws -> StressChange? {
        var outcome: StressChange.Outcome?
        source.change(change, now: 0) { result, _ in outcome = result }
        try loop.turn { outcome != nil }
        guard case .stored(let undo)? = outcome else { throw SystemError("\(outcome as Any)") }
        return undo
    }

    private static let all = Timestamp.earliest..<Timestamp.latest

    @Test("the database is opened by the first query")
    func databaseIsOpenedLazily() throws {
        let page = GrowthPage(source)
        _ = page.nextFrame(after: 0, context: context)
        #expect(access(path, F_OK) != 0)
        try show(page) { access(path, F_OK) == 0 }
    }

    @Test("changes by another process are reported")
    func changesAreReported() throws {
        // The program creates the database, so that it belongs to its user.
        try tool("list")
        let page = HomePage(source)
        try show(page) { state(page) == .empty }
        try tool("add", "--hrv", "52", "--hr", "61")
        try run(page) { state(page) == .firstDays(0, of: 14) }
        let face = page.viewModel(at: MonotonicClock.now)
        #expect(face.figures.map(\.value) == [52, 61])
    }

    @Test("a directory that another program keeps locked is reported, and tried again")
    func lockedDirectoryIsTriedAgain() throws {
        let other = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(other) }
        try #require(flock(other, LOCK_EX) == 0)
        let page = HomePage(source)
        try show(page) { failure(page).contains("locked") }
        #expect(flock(other, LOCK_UN) == 0)
        try run(page) { state(page) == .empty }
    }

    /// Another program's lock of the database, which it releases on request.
    private func lock(_ statement: String) throws -> ChildProcess {
        let script = """
            import os, sqlite3, sys, time
            db = sqlite3.connect(sys.argv[1], isolation_level=None)
            db.executescript(sys.argv[3])
            print("locked", flush=True)
            while not os.path.exists(sys.argv[2]): time.sleep(0.01)
            db.execute("COMMIT")
            """
        let process = try ChildProcess("python3", ["-c", script, path, folder.appending("go"), statement])
        try waitUntil("the lock: \(process.errorOutput)") { process.output == "locked\n" }
        return process
    }

    @Test("a page whose database is locked goes on, and shows it afterwards")
    func lockedDatabaseIsShownLater() throws {
        try tool("add", "--hrv", "52")
        let locker = try lock("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
        let page = HomePage(source)
        try show(page) { failure(page).contains("another program") }
        try folder.write("", to: "go")
        try run(page) { state(page) == .firstDays(0, of: 14) }
        #expect(try locker.waitForExit() == .code(0))
    }

    @Test("a deletion while another program writes says that it waits, and is made afterwards")
    func deletionWaits() throws {
        try tool("add", "--note", "tired", "--at", "2024-05-01T12:00:00Z")
        let day = try #require(Day(word: "2024-05-01"))
        let page = GrowthPage(source)
        try show(page) { page.history.phase == .complete }
        page.open("\(day)", at: MonotonicClock.now)
        try run(page) { page.detail(of: day)?.items.count == 1 }
        let writer = try lock("BEGIN IMMEDIATE")
        page.change(
            .delete(.everything(in: LocalTimeZone.system.extent(of: day))), message: "gone", now: MonotonicClock.now)
        // The page reads meanwhile.
        page.measurementsChanged()
        try run(page) { page.toast?.text.hasPrefix("Not deleted yet: ") == true && page.history.phase == .complete }
        #expect(page.toast?.undo == nil && page.detail(of: day)?.items.count == 1)
        try folder.write("", to: "go")
        try run(page) { page.toast?.text == "gone" && page.detail(of: day)?.items.isEmpty == true }
        page.undo(now: MonotonicClock.now)
        try run(page) { page.detail(of: day)?.items.count == 1 }
        #expect(try writer.waitForExit() == .code(0))
    }

    @Test("a note that another program keeps waiting is stored later")
    func additionIsTriedAgain() throws {
        try tool("list")
        #expect(try read { try $0.notes(in: Self.all) }.isEmpty)
        let writer = try lock("BEGIN IMMEDIATE")
        var outcomes: [StressChange.Outcome] = []
        source.isShown = true
        source.change(.note(try #require(Note(time: .now, text: "tired"))), now: 0) { outcome, _ in
            outcomes.append(outcome)
        }
        // The page continues meanwhile, and reports that it is not stored yet.
        try loop.turn { !outcomes.isEmpty }
        guard case .waiting(let reason)? = outcomes.first else { throw SystemError("\(outcomes)") }
        #expect(reason.contains("another program"))
        #expect(try read { try $0.notes(in: Self.all) }.isEmpty)
        var isFlushed = false
        source.flush { isFlushed = true }
        try folder.write("", to: "go")
        try loop.turn { isFlushed }
        let notes = try read { try $0.notes(in: Self.all) }
        #expect(notes.map(\.value.text) == ["tired"])
        #expect(outcomes.last == .stored(undo: notes.first.map { .delete(.record(.note, id: $0.id)) }))
        #expect(try writer.waitForExit() == .code(0))
    }

    @Test("a note that cannot be stored is kept, and tried again when its page is shown", arguments: [true, false])
    func additionWaitsForItsPage(isPermanent: Bool) throws {
        let file = try folder.write(String(repeating: "no database", count: 100), to: "bad.db")
        // Only a person can replace a file that is not a database, while the disk may have more room later.
        let path = isPermanent ? file : folder.appending("bad.db/below")
        let other = StoreSource(path: path, loop: loop) { _ in nil }
        let page = FlashPage(other)
        page.appeared(now: 0)
        page.record("tired", now: 0)
        func waits() throws {
            try loop.turn { page.toast != nil }
            #expect(page.toast?.text.hasPrefix("Not saved: \(folder.appending("bad"))") == true)
        }
        try waits()
        #expect((other.retryTimer?.deadline == nil) == isPermanent)
        page.disappeared(now: 0)
        #expect(other.retryTimer?.deadline == nil && page.toast == nil)
        page.appeared(now: 0)
        try waits()
        page.disappeared(now: 0)
        try FileManager.default.removeItem(atPath: file)
        page.appeared(now: 0)
        try loop.turn { page.toast?.undo != nil }
        #expect(try StressStore(path: path).notes(in: Self.all).map(\.value.text) == ["tired"])
    }

    @Test("the time zone is followed")
    func changedZoneIsFollowed() throws {
        let before = getenv("TZ").map { String(cString: $0) }
        defer {
            if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
            tzset()
        }
        for (name, offset) in [("Asia/Tokyo", 32_400), ("UTC", 0)] {
            setenv("TZ", name, 1)
            try waitUntil("the zone \(name)") { LocalTimeZone.system.offset(at: .now) == offset }
        }
        // A file that is replaced is read again before the page is told.
        let file = folder.appending("zone")
        setenv("TZ", ":\(file)", 1)
        let other = StoreSource(path: path, loop: loop) { _ in nil }
        var offsets: [Int] = []
        other.onChange = { offsets.append(LocalTimeZone.system.offset(at: .now)) }
        for (name, offset) in [("Asia/Tokyo", 32_400), ("UTC", 0)] {
            symlink("/usr/share/zoneinfo/\(name)", folder.appending("new"))
            rename(folder.appending("new"), file)
            try loop.turn { offsets.last == offset }
        }
    }

    @Test("each kind of item can be deleted, which can be undone")
    func deletionCanBeUndone() throws {
        try tool("add", "--hrv", "52", "--note", "tired")
        try tool("add", "--hr", "61")
        try make(.session(Session(start: .now, length: 1000, kind: "walk")))
        func items() throws -> [HistoryItem] {
            try read { store in
                var items = try store.variabilities().map(HistoryItem.measurement)
                items += try store.heartRateDays(in: Self.all, limit: 9, timeZone: .utc).map(HistoryItem.heartRates)
                items += try store.sessions(in: Self.all).map(HistoryItem.session)
                return try items + store.notes(in: Self.all).map(HistoryItem.note)
            }
        }
        let before = try items()
        #expect(before.count == 4)
        for item in before {
            let undo = try #require(try make(.delete(item.selection)))
            #expect(try items().count == 3 && !items().contains(item), "\(item)")
            #expect(try make(undo) == nil)
            #expect(try items() == before)
        }
    }

    @Test("a file that cannot be opened has a reason")
    func badFileHasAReason() throws {
        let bad = try folder.write(String(repeating: "no database", count: 100), to: "bad.db")
        for (path, word) in [(bad, "bad.db"), (nil, "HOME")] {
            // Without a loop, the caller waits.
            let other = StoreSource(path: path, loop: nil) { _ in nil }
            var failure: StressFailure?
            other.read {
                try $0.variabilities(limit: 1)
            } completion: { result in
                if case .failure(let error) = result { failure = error }
            }
            #expect(failure?.reason.contains(word) == true && failure?.isTemporary == false)
        }
    }

    @Test("a deletion that cannot be made has a reason, and is not tried again")
    func deletionFails() throws {
        let bad = try folder.write(String(repeating: "no database", count: 100), to: "bad.db")
        let other = StoreSource(path: bad, loop: loop) { _ in nil }
        var outcomes: [StressChange.Outcome] = []
        var isFlushed = false
        other.change(.restore(1), now: 0) { outcome, _ in outcomes.append(outcome) }
        other.flush { isFlushed = true }
        try loop.turn { isFlushed }
        guard case .failed(let reason)? = outcomes.first else { throw SystemError("\(outcomes)") }
        #expect(reason.contains("bad.db") && outcomes.count == 1)
    }
}
