// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// Memory, idle wake-ups, and the CPU time of a switch. Each subject is started once and has the compositor to itself.
struct ResidentMeasurement {
    private let bench: Bench
    private var memory = Table(
        "Memory after settling, kB", "process", "PSS", "private dirty", "shared dirty", "RSS", "threads",
        note: "PSS depends on what else runs; private dirty does not.")
    private var idle = Table(
        "Idle for 10 s", "process", "voluntary context switches", "CPU ms", note: "Over all threads.")
    private var switching = Table(
        "CPU for a switch, one every 300 ms", "process", "CPU ms", "wake-ups",
        note: "tabshell: `select` on the socket, animated. Peers: sway changes to the next of five workspaces.")

    init(_ bench: Bench) { self.bench = bench }

    mutating func run() throws {
        try measureOurs()
        for peer in bench.peers where peer.isInstalled {
            let child = try peer.start(on: bench.sway)
            let ipc = try SwayIPC(bench.sway)
            _ = try measure([(peer.name, ProcessFacts(pid: child.pid))]) { round in
                try ipc.request(SwayIPC.runCommand, "workspace \(round % Workspaces.count + 1)")
            }
            child.terminate()
        }
        if bench.options.wants(.memory) { memory.show() }
        if bench.options.wants(.idle) { idle.show() }
        if bench.options.wants(.switch) { switching.show() }
    }

    /// The subjects of the bounds.
    private struct Figures {
        var pss = 0.0
        var wakeups = 0.0
        var cpuPerSwitch = 0.0
    }

    /// The name of the pages of every configuration when they are counted as one.
    private static let allPages = "the pages"

    private mutating func measureOurs() throws {
        var figures: [String: Figures] = [:]
        if bench.ours.missing("tabshelld", "tabshell-panel").isEmpty {
            let daemon = try bench.ours.startDaemon(on: bench.sway, programs: true)
            try daemon.waitForPrograms()
            figures = try measure(daemon.processes, select: selector(daemon))
            try daemon.stop()
        }
        if bench.options.wants(.idle) {
            for name in ["tabshelld", "tabshell-panel"] + TabshellPrograms.pages {
                bench.verdicts.add("wake-ups of \(name) in 10 idle s", figures[name]?.wakeups, atMost: 0)
            }
        }
        if bench.options.wants(.memory) {
            bench.verdicts.add("PSS of tabshelld", figures["tabshelld"]?.pss, atMost: 8, unit: " MB")
            bench.verdicts.add("PSS of tabshell-panel", figures["tabshell-panel"]?.pss, atMost: 14, unit: " MB")
            bench.verdicts.add("PSS of the three pages", figures[Self.allPages]?.pss, atMost: 40, unit: " MB")
        }
        if bench.options.wants(.switch) {
            bench.verdicts.add(
                "tabshell-panel's CPU for an animated switch", figures["tabshell-panel"]?.cpuPerSwitch, atMost: 4,
                unit: " ms")
        }
    }

    /// One connection is kept open, since a connection per switch would be counted too.
    private func selector(_ daemon: Daemon) throws -> (Int) throws -> Void {
        let client = try daemon.client()
        try client.expect(event: "hello")
        return { round in
            try client.request(
                "select", id: round + 1, ["tab": TabshellPrograms.tabs[(round + 1) % TabshellPrograms.tabs.count]])
        }
    }

    private mutating func measure(
        _ processes: [(name: String, facts: ProcessFacts)], select: (Int) throws -> Void
    ) throws -> [String: Figures] {
        let names = processes.map(\.name).joined(separator: ", ")
        // All have finished drawing once none has used any CPU for a second. A subject that never rests is measured as
        // it is; its idle figures show that.
        do {
            try waitUntilSettled(names, quiet: 1) { try processes.map { try $0.facts.cpu } }
        } catch is WaitTimeout {
            print("\n\(names): never at rest")
        }
        var figures: [String: Figures] = [:]
        for (name, facts) in processes {
            let now = try facts.memory
            figures[name, default: Figures()].pss = Double(now.pss) * 1024 / 1e6
            memory.add(
                name, "\(now.pss)", "\(now.privateDirty)", "\(now.sharedDirty)", "\(now.rss)", "\(try facts.threads)")
        }
        let pages = processes.filter { TabshellPrograms.pages.contains($0.name) }.map(\.facts)
        if !pages.isEmpty {
            // Shared pages count in each resident size, so there is no sum.
            let all = try pages.map { try $0.memory }
            func sum(_ size: (ProcessFacts.PersistentState) -> Int) -> Int { all.reduce(0) { $0 + size($1) } }
            figures[Self.allPages, default: Figures()].pss = Double(sum(\.pss)) * 1024 / 1e6
            memory.add(
                Self.allPages, "\(sum(\.pss))", "\(sum(\.privateDirty))", "–", "–",
                "\(try pages.reduce(0) { try $0 + $1.threads })")
        }
        if bench.options.wants(.idle) {
            let work = try work(of: processes) { poll(nil, 0, 10_000) }
            for (name, cost) in zip(processes.map(\.name), work) {
                figures[name, default: Figures()].wakeups = cost.wakeups
                idle.add(name, figure(cost.wakeups), figure(cost.cpu))
            }
            if !pages.isEmpty {
                let all = zip(processes, work).filter { TabshellPrograms.pages.contains($0.0.name) }.map(\.1)
                idle.add(
                    Self.allPages, figure(all.reduce(0) { $0 + $1.wakeups }), figure(all.reduce(0) { $0 + $1.cpu }))
            }
        }
        if bench.options.wants(.switch) {
            let rounds = bench.rounds(30, quick: 8)
            for round in 0..<Workspaces.count {
                try select(round)
                poll(nil, 0, 300)
            }
            let work = try work(of: processes) {
                for round in 0..<rounds {
                    let next = Deadline(seconds: 0.3)
                    try select(round + Workspaces.count)
                    poll(nil, 0, next.remaining)
                }
            }
            for (name, cost) in zip(processes.map(\.name), work) {
                let cpu = cost.cpu / Double(rounds)
                figures[name, default: Figures()].cpuPerSwitch = cpu
                switching.add(name, figure(cpu), figure(cost.wakeups / Double(rounds)))
            }
        }
        return figures
    }

    /// The CPU time (ms) and the voluntary context switches of the processes during a measurement.
    private func work(
        of processes: [(name: String, facts: ProcessFacts)], _ body: () throws -> Void
    ) throws -> [(cpu: Double, wakeups: Double)] {
        let before = try processes.map { (cpu: try $0.facts.cpu, wakeups: try $0.facts.switches.voluntary) }
        try body()
        return try zip(processes, before).map { process, before in
            let cpu = try process.facts.cpu - before.cpu
            return (Double(cpu) / 1e6, Double(try process.facts.switches.voluntary - before.wakeups))
        }
    }
}
