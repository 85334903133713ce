import Foundation
import InputTestSupport
import TestSupport

/// The frames of opening, scrolling and changing the period of Growth with a hundred thousand readings, from its protocol log.
struct ScrollMeasurement {
    let bench: Bench
    private let readings = 100_000
    private let periods = ["Week", "Month", "Year", "Day"]

    func run() throws {
        let daemon = try bench.ours.startDaemon(on: bench.sway, programs: false)
        try importReadings(for: daemon)
        // Two pages, for a switch between them.
        let home = try bench.sway.start(bench.ours.path("tabshell-home"), environment: daemon.settings)
        let page = try bench.sway.start(
            bench.ours.path("tabshell-growth"),
            environment: daemon.settings.merging(["WAYLAND_DEBUG": "1"]) { _, ours in ours })
        try page.waitUntilQuiet(0.5)
        let client = try daemon.client()

        let pointer = try VirtualPointer(bench.sway)
        let output = try bench.sway.outputs.first?.place
        let before = CommitLog(of: page).count
        var marks: [(name: String?, time: UInt64)] = [("opened", realtime())]
        try client.request("select", ["tab": "growth"])
        // A pointer enters a surface's new input region only when it moves.
        try waitUntil("tabshell-growth to appear", interval: 2) {
            CommitLog(of: page).count > before
        }
        poll(nil, 0, 400)
        marks.append(("scrolled while it is read", realtime()))
        try pointer.move(Double(output?.width ?? 1920) * 0.75, Double(output?.height ?? 1080) / 2)
        try drag(pointer, by: 12)
        // Scrolling continues beyond that; afterwards more data is loaded, which needs few frames.
        poll(nil, 0, 2000)
        marks.append((nil, realtime()))
        try page.waitUntilQuiet(0.5)
        for (name, distance) in [("scrolled slowly", 6.0), ("flung far down", 90), ("flung back up", -90)] {
            marks.append((name, realtime()))
            try drag(pointer, by: distance)
            try page.waitUntilQuiet(0.5)
        }
        for (number, period) in periods.enumerated() {
            marks.append((period, realtime()))
            try client.request("press", id: 100 + number, ["name": period])
            try page.waitUntilQuiet(0.5)
        }
        let log = CommitLog(of: page)
        page.terminate()
        let turns = try longestTurns(daemon)
        home.terminate()
        try daemon.stop()
        show(log, marks)
        bench.verdicts.add(.longestTurn, turns.isEmpty ? nil : turns.median, else: "strace is missing")
    }

    /// A finger on a touchpad for one second, with 125 events, lifted while it moves.
    private func drag(_ pointer: VirtualPointer, by distance: Double) throws {
        for _ in 0..<bench.rounds(125, quick: 60) {
            try pointer.finger(distance)
            poll(nil, 0, 8)
        }
        try pointer.lift()
    }

    private func show(_ log: CommitLog, _ marks: [(name: String?, time: UInt64)]) {
        var table = Table(
            "Growth with \(readings) readings", "what", "commits", "median interval ms", "p99 ms", "most ms", "missed",
            note: "A finger on a touchpad, and what goes on by itself when it is lifted. Missed: as above.")
        let times = marks.map { log.time(ofRealtime: $0.time) } + [UInt64.max]
        guard let commits = log.surfaces.values.max(by: { $0.count < $1.count }) else {
            for bound in [Bound.firstOpening, .periods] { bench.verdicts.add(bound, nil, else: "no frames") }
            return bench.verdicts.add(.scrolling, nil, else: "no frames")
        }
        var (missed, all, missedInPeriods) = (0, 0, 0)
        for (index, mark) in marks.enumerated() {
            guard let name = mark.name else { continue }
            let pace = FramePace(commits.filter { $0 >= times[index] && $0 < times[index + 1] })
            table.add(
                name, "\(pace.commits)", number(pace.intervals.median), number(pace.intervals.p99),
                number(pace.intervals.most), "\(pace.missed)")
            if index == 0 {
                bench.verdicts.add(.firstOpening, Double(pace.missed))
            } else if periods.contains(name) {
                missedInPeriods += pace.missed
            } else {
                missed += pace.missed
                all += pace.intervals.count + pace.missed
            }
        }
        table.show()
        bench.verdicts.add(.periods, Double(missedInPeriods))
        let share = all == 0 ? nil : Double(missed) / Double(all) * 100
        bench.verdicts.add(.scrolling, share)
    }

    /// The longest turn of the page's event loop in a first opening and in changes of the period, ms, in three new processes: the time from the return of
    /// epoll_wait(2) to its next call, by strace, which stops the program at no other call.
    private func longestTurns(_ daemon: Daemon) throws -> Sample {
        guard Environment.find("strace") != nil else { return Sample([]) }
        var turns: [Double] = []
        let client = try daemon.client()
        for round in 0..<3 {
            let files = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
            let path = files.appending("strace")
            try client.request("select", id: 2 * round + 1, ["tab": "home"])
            let tracer = try bench.sway.start(
                "strace",
                [
                    "-f", "--seccomp-bpf", "-qq", "-ttt", "-T", "-e", "trace=epoll_wait,epoll_pwait,epoll_pwait2", "-o",
                    path,
                    bench.ours.path("tabshell-growth"),
                ], environment: daemon.settings)
            let page = try waitFor("tabshell-growth under strace") {
                ProcessFacts(pid: tracer.pid).children.first { $0.name == "tabshell-growth" }
            }
            try waitUntilSettled("tabshell-growth", quiet: 0.5) { try page.cpu }
            let start = Double(realtime()) / 1e6
            try client.request("select", id: 2 * round + 2, ["tab": "growth"])
            poll(nil, 0, 1000)
            try waitUntilSettled("tabshell-growth", quiet: 0.5) { try page.cpu }
            for (number, period) in periods.enumerated() {
                try client.request("press", id: 100 + 10 * round + number, ["name": period])
                try waitUntilSettled("tabshell-growth", quiet: 0.5) { try page.cpu }
            }
            kill(page.pid, SIGTERM)
            _ = try tracer.waitForExit()
            turns.append(try longestTurn(in: path, of: page.pid, since: start))
        }
        return Sample(turns)
    }

    /// - Parameter start: earlier turns are left out; CLOCK_REALTIME, s.
    private func longestTurn(in path: String, of pid: pid_t, since start: Double) throws -> Double {
        var longest = Double.nan
        var end: Double?
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            // 1234 1700000000.123456 epoll_pwait2(3, [...], 16, NULL, NULL, 8) = 1 <0.001234>
            let fields = line.split(separator: " ", maxSplits: 2)
            guard fields.count == 3, pid_t(fields[0]) == pid, let time = Double(fields[1]) else { continue }
            if let end, end >= start, !line.contains("resumed>") { longest = fmax(longest, time - end) }
            guard let open = line.lastIndex(of: "<"), line.hasSuffix(">"),
                let duration = Double(line[line.index(after: open)...].dropLast())
            else { continue }
            end = time + duration
        }
        return longest * 1000
    }

    /// Imports ten years of generated readings by the command-line tool.
    private func importReadings(for daemon: Daemon) throws {
        let files = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        let pause = 10 * 365 * 86400 / readings
        let now = Int(Date().timeIntervalSince1970)
        var lines = ["time,hrv,heart rate"]
        for number in 0..<readings {
            let time = now - (readings - number) * pause
            lines.append("\(time),\(30 + number * 7919 % 40),\(52 + number * 104_729 % 30)")
        }
        let file = try files.write(lines.joined(separator: "\n") + "\n", to: "readings.csv", mode: 0o644)
        let tool = try bench.sway.start(
            bench.ours.path("tabshell-stress"), ["import", file], environment: daemon.settings)
        guard try tool.waitForExit() == .code(0) else {
            throw SystemError("tabshell-stress could not import: \(tool.errorOutput)")
        }
    }
}

extension ChildProcess {
    /// Waits until its log of the protocol has not grown for so many seconds.
    func waitUntilQuiet(_ seconds: Double) throws {
        try waitUntilSettled(name, quiet: seconds) {
            guard isRunning else { throw SystemError("\(name) ended: \(errorOutput.suffix(500))") }
            return try FileManager.default.attributesOfItem(atPath: errorPath)[.size] as? Int
        }
    }
}

/// `CLOCK_REALTIME`, µs, as in libwayland's log.
func realtime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
}
