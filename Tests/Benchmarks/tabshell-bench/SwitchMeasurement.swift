import Foundation
import TestSupport

/// The CPU time that a change of page costs each program and the compositor, and a C bar that draws as many frames.
struct SwitchMeasurement {
    let bench: Bench
    var table = Table(
        "CPU of a change of page, ms, medians", "compositor", "output", "page that comes", "page that goes",
        "third page",
        "panel", "daemon", "compositor's own", note: "One every 600 ms, each page in turn.")

    /// The medians of a run, ms.
    private struct Costs {
        var coming = Double.nan
        var going = Double.nan
        var panel = Double.nan
        var compositor = Double.nan
        /// The costlier page's: the upper one where the pages draw.
        var upper: Double { max(coming, going) }
        var lower: Double { min(coming, going) }
    }

    mutating func run() throws {
        defer { table.show() }
        // The compositor of this system has no alpha-modifier before sway 1.10.
        let host = try measure(on: bench.sway, bench.swayVersion, "1920×1080")
        let floor = bench.ours.has("bench-bar") ? try measureBar() : nil
        try measureFading(host)
        let canFade = bench.swayVersion >= SwayVersion(1, 10)
        let reason = "sway \(bench.swayVersion) has alpha-modifier"
        bench.verdicts.add(.lowerPage, canFade ? nil : host.lower, else: reason)
        bench.verdicts.add(.upperPage, canFade ? nil : host.upper, else: reason)
        bench.verdicts.add(.compositor, host.compositor)
        bench.verdicts.add(.panelCPU, host.panel, floor: floor, else: "bench-bar is not built")
        if let floor {
            table.add("\(bench.swayVersion)", "1920×1080", "–", "–", "–", "bench-bar: \(number(floor))", "–", "–")
        }
    }

    private mutating func measureFading(_ host: Costs) throws {
        let (small, large): (Costs, Costs)
        if bench.swayVersion >= SwayVersion(1, 10) {
            small = host
            try bench.sway.setMode(width: 3840, height: 2160)
            defer { try? bench.sway.setMode(width: 1920, height: 1080) }
            large = try measure(on: bench.sway, bench.swayVersion, "3840×2160")
        } else if let root = bench.newerRoot {
            var options = HeadlessSway.Options()
            (options.width, options.height, options.root) = (1920, 1080, root)
            let sway = try HeadlessSway(options)
            defer { sway.stop() }
            let version = try SwayVersion(of: sway)
            small = try measure(on: sway, version, "1920×1080")
            try sway.setMode(width: 3840, height: 2160)
            large = try measure(on: sway, version, "3840×2160")
        } else {
            let reason = "needs sway 1.10, or the root folder of Debian 13 that Tests/Compositors/run makes"
            bench.verdicts.add(.fadedPage, nil, else: reason)
            return bench.verdicts.add(.fadedPageOfPixels, nil, else: reason)
        }
        bench.verdicts.add(.fadedPage, small.upper)
        bench.verdicts.add(.fadedPageOfPixels, large.upper, floor: small.upper)
    }

    private mutating func measure(on sway: HeadlessSway, _ version: SwayVersion, _ output: String) throws -> Costs {
        let daemon = try bench.ours.startDaemon(on: sway, programs: true)
        try daemon.waitForPrograms()
        try waitUntilSettled("the programs", quiet: 1) { try daemon.processes.map { try $0.facts.cpu } }
        let client = try daemon.client()
        let processes = daemon.processes + [("sway", ProcessFacts(pid: sway.process.pid))]
        var costs: [String: [Double]] = [:]
        let (tabs, warmUp) = (TabshellPrograms.tabs, 4)
        for round in 0..<bench.rounds(12, quick: 9) + warmUp {
            let next = Deadline(seconds: 0.6)
            let before = try processes.map { try $0.facts.cpu }
            let (going, coming) = (round % tabs.count, (round + 1) % tabs.count)
            try client.request("select", id: round + 1, ["tab": tabs[coming]])
            poll(nil, 0, next.remaining)
            guard round >= warmUp else { continue }
            for ((name, facts), before) in zip(processes, before) {
                let page = TabshellPrograms.pages.firstIndex(of: name)
                let part = page == coming ? "coming" : page == going ? "going" : page == nil ? name : "third"
                costs[part, default: []].append(Double(try facts.cpu - before) / 1e6)
            }
        }
        try daemon.stop()
        func median(_ part: String) -> Double { Sample(costs[part] ?? []).median }
        table.add(
            "\(version)", output, number(median("coming")), number(median("going")), number(median("third")),
            number(median("tabshell-panel")), number(median("tabshelld")), number(median("sway")))
        return Costs(
            coming: median("coming"), going: median("going"), panel: median("tabshell-panel"),
            compositor: median("sway"))
    }

    private func measureBar() throws -> Double {
        let bar = try bench.sway.start(bench.ours.path("bench-bar"))
        let facts = ProcessFacts(pid: bar.pid)
        try waitUntilSettled("bench-bar", quiet: 0.5) {
            guard bar.isRunning else { throw SystemError("bench-bar ended: \(bar.errorOutput)") }
            return try facts.cpu
        }
        var costs: [Double] = []
        for _ in 0..<bench.rounds(15, quick: 9) {
            let before = try facts.cpu
            kill(bar.pid, SIGUSR1)
            poll(nil, 0, 600)
            costs.append(Double(try facts.cpu - before) / 1e6)
        }
        return Sample(costs).median
    }
}
