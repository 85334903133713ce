// SPDX-License-Identifier: MIT

import EventLoop
import Foundation
import Geometry
import PageKit
import StressModel
import StressTestSupport
@testable import StressPages
import StressPrograms
import StressStore
import TestSupport
import Testing

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
        let process = try ChildProcess(
            BuiltProducts.url("tabshell-stress").path,
            Array(arguments.prefix(1)) + ["--database", path] + arguments.dropFirst(),
            environment: Environment.plain.merging(["HOME": folder.path]) { $1 })
        try #require(try process.waitForExit(seconds: 60) == .code(0), "\(process.errorOutput)")
    }

    private func settle(_ page: any StressPage) {
        page.appeared(now: MonotonicClock.now)
        var steps = 0
        while page.nextTask(after: 0) != nil, steps < 1000 {
            _ = page.performTask(context: context, now: MonotonicClock.now)
            steps += 1
        }
    }

    @Test("the database is opened by the first query")
    func databaseIsOpenedLazily() throws {
        let page = GrowthPage(source)
        _ = page.nextFrame(after: 0, context: context)
        #expect(access(path, F_OK) != 0)
        settle(page)
        #expect(access(path, F_OK) == 0)
    }

    @Test("changes by another process are reported")
    func changesAreReported() throws {
        // The program creates the database, so that it belongs to its user.
        try tool("list")
        let page = HomePage(source)
        settle(page)
        #expect(page.viewModel(at: MonotonicClock.now).state == .empty)
        try tool("add", "--hrv", "52", "--hr", "61")
        try run { true }
        page.measurementsChanged()
        settle(page)
        let face = page.viewModel(at: MonotonicClock.now)
        #expect(face.state == .firstDays(0, of: 14))
        #expect(face.figures.map(\.value) == [52, 61])
    }

    /// Runs the loop until the source reports a change after which a condition holds.
    private func run(until condition: @escaping () throws -> Bool) throws {
        var isMet = false
        source.onChange = { [loop] in
            isMet = (try? condition()) ?? false
            if isMet { loop.stop() }
        }
        let limit = loop.timer { [loop] in loop.stop() }
        limit.arm(after: 20_000_000_000)
        try loop.run()
        #expect(isMet)
    }

    @Test("a directory that another program keeps locked is reported, and tried again")
    func lockedDirectoryIsTriedAgain() throws {
        let other = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(other) }
        try #require(flock(other, LOCK_EX) == 0)
        #expect {
            _ = try source.measurements(before: nil, limit: 1)
        } throws: { "\($0)".contains("locked") }
        #expect(flock(other, LOCK_UN) == 0)
        try run { [source] in try source.measurements(before: nil, limit: 1).isEmpty }
    }

    @Test("a note that another program keeps waiting is stored later")
    func additionIsTriedAgain() throws {
        try tool("list")
        let script = """
            import os, sqlite3, sys, time
            db = sqlite3.connect(sys.argv[1], isolation_level=None)
            db.execute("BEGIN IMMEDIATE")
            print("locked", flush=True)
            while not os.path.exists(sys.argv[2]): time.sleep(0.01)
            db.execute("COMMIT")
            """
        let all = Timestamp.earliest..<Timestamp.latest
        #expect(try source.notes(in: all).isEmpty)
        let writer = try ChildProcess("python3", ["-c", script, path, folder.appending("go")])
        try waitUntil("the lock: \(writer.errorOutput)") { writer.output == "locked\n" }
        var outcomes: [AdditionOutcome] = []
        source.add(.note(try #require(Note(time: .now, text: "tired"))), now: 0) { outcome, _ in
            outcomes.append(outcome)
        }
        // The page goes on meanwhile, and says that it is not stored yet.
        try run { !outcomes.isEmpty }
        guard case .waiting(let reason)? = outcomes.first else { throw SystemError("\(outcomes)") }
        #expect(reason.contains("another program"))
        #expect(try source.notes(in: all).isEmpty)
        var isFlushed = false
        source.flush { isFlushed = true }
        try folder.write("", to: "go")
        try run { [source] in try source.notes(in: all).map(\.value.text) == ["tired"] && isFlushed }
        #expect(outcomes.last == .stored)
        #expect(try writer.waitForExit() == .code(0))
    }

    @Test("the time zone is followed")
    func timeZoneIsFollowed() throws {
        let before = getenv("TZ").map { String(cString: $0) }
        defer {
            if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
            tzset()
        }
        for (name, offset) in [("Asia/Tokyo", 32_400), ("UTC", 0)] {
            setenv("TZ", name, 1)
            try waitUntil("the zone \(name)") { LocalTimeZone.system.offset(at: .now) == offset }
        }
    }

    @Test("levels equal those of the store")
    func levelsEqualThoseOfStore() throws {
        let store = try StressStore(path: path)
        let now = Timestamp.now
        let made = MockData.source(days: 60)
        let shift = now.milliseconds - MockData.now.milliseconds
        let samples = try made.measurements(before: nil, limit: .max).map { measurement in
            try Sample(
                time: measurement.time.advanced(by: shift), sdnn: measurement.sdnn, heartRate: measurement.heartRate,
                source: "test")
        }
        try store.add(StressStore.Batch(samples: samples))
        let page = HomePage(source)
        settle(page)
        guard case .level(let expected, of: let reading, measure: .sdnn, against: _) = try store.assessment(at: now)
        else {
            Issue.record("the store knows no level")
            return
        }
        guard case .level(let level) = page.viewModel(at: MonotonicClock.now).state else {
            Issue.record("the page knows no level")
            return
        }
        #expect(level.value == expected.value && abs(level.deviation - expected.deviation) < 1e-9)
        #expect(page.viewModel(at: MonotonicClock.now).figures.first?.value == Int(reading.variability.rounded()))
    }

    @Test("Flash records sessions, and undoing removes them")
    func sessionsAreRecorded() throws {
        let page = FlashPage(source)
        page.appeared(now: 0)
        let layout = FlashLayout(context)
        let point = layout.actions[0].center
        _ = page.pointer(.press(point), context: context, now: 0)
        _ = page.pointer(.release(point), context: context, now: 0)
        try run { [source] in try source.sessions(in: Timestamp.earliest..<Timestamp.latest).count == 1 }
        let store = try StressStore(path: path)
        let all = Timestamp.earliest..<Timestamp.latest
        #expect(try store.sessions(in: all).map(\.value.name) == ["Walk"])
        let now = MonotonicClock.now
        #expect(page.key(.backtab, context: context, now: now) == .redraw)
        #expect(page.key(.activate, context: context, now: now) == .redraw)
        #expect(try store.sessions(in: all).isEmpty)
    }

    @Test("each kind of item can be deleted, which can be undone")
    func deletionCanBeUndone() throws {
        try tool("add", "--hrv", "52", "--note", "tired")
        try tool("add", "--hr", "61")
        var isStored = false
        source.add(.session(Session(start: .now, length: 1000, kind: "walk")), now: 0) { outcome, _ in
            isStored = outcome == .stored
        }
        try run { isStored }
        let all = Timestamp.earliest..<Timestamp.latest
        func items() throws -> [HistoryItem] {
            try source.measurements(before: nil, limit: 9).map(HistoryItem.measurement)
                + source.heartRateDays(in: all, limit: 9).map(HistoryItem.heartRates)
                + source.sessions(in: all).map(HistoryItem.session) + source.notes(in: all).map(HistoryItem.note)
        }
        let before = try items()
        #expect(before.count == 4)
        for item in before {
            let deletion = try #require(try source.delete(.item(item)))
            #expect(try items().count == 3 && !items().contains(item), "\(item)")
            try source.undo(deletion)
            #expect(try items() == before)
        }
    }

    @Test("a file that cannot be opened has a reason")
    func badFileHasAReason() throws {
        let bad = try folder.write(String(repeating: "no database", count: 100), to: "bad.db")
        let other = StoreSource(path: bad, loop: nil) { _ in nil }
        #expect {
            _ = try other.measurements(before: nil, limit: 1)
        } throws: { "\($0)".contains("bad.db") }
        let homeless = StoreSource(path: nil, loop: nil) { _ in nil }
        #expect {
            _ = try homeless.measurements(before: nil, limit: 1)
        } throws: { "\($0)".contains("HOME") }
    }
}
