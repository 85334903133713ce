import Glibc
import TestSupport

/// Memory and idle wake-ups, and the CPU time of a switch beside the other bars'. Each subject is started once and has the compositor to itself.
struct ResidentMeasurement {
    let bench: Bench
    var memory = Table(
        "Memory after settling, kB", "process", "PSS", "private dirty", "shared dirty", "RSS", "threads",
        note: "PSS depends on what else runs; private dirty does not.")
    var idle = Table(
        "Idle for 10 s", "process", "voluntary context switches", "CPU ms", note: "Over all threads.")
    var switching = Table(
        "CPU for a switch", "process", "CPU ms", "wake-ups",
        note: """
            tabshell: `select` on the socket, animated, every 2.5 s, since programs free memory after 2 s. Peers: sway changes to \
            the next of five workspaces, every 0.3 s.
            """)
    var hour = Table(
        "An hour of use", "process", "CPU ms", "wake-ups",
        note: "100 switches, 20 badges, 10 notes. Peers: 100 switches. Calculated from the measurements above.")

    mutating func run() throws {
        var figures = try measureOurs()
        let isHour = bench.options.wants(.idle) && bench.options.wants(.switch)
        for peer in bench.peers where peer.isInstalled {
            let child = try peer.start(on: bench.sway)
            let ipc = try SwayIPC(bench.sway)
            let measured = try measure([(peer.name, ProcessFacts(pid: child.pid))]) { round in
                try ipc.request(SwayIPC.runCommand, "workspace \(round % Workspaces.count + 1)")
            }
            figures.merge(measured) { first, _ in first }
            child.terminate()
        }
        if bench.options.wants(.memory) { memory.show() }
        if bench.options.wants(.idle) { idle.show() }
        if bench.options.wants(.switch) { switching.show() }
        if isHour { hour.show() }
        addVerdicts(figures)
    }

    /// The subjects of the bounds.
    private struct Figures {
        var pss = 0.0
        var code = 0.0
        var wakeups = 0.0
        var privateDirty = 0.0
    }

    /// The name of the pages of every configuration when they are counted as one.
    private static let allPages = "the pages"
    private static let daemonAlone = "tabshelld alone"

    private mutating func measureOurs() throws -> [String: Figures] {
        guard bench.ours.missing("tabshelld", "tabshell-panel").isEmpty else { return [:] }
        let alone = try bench.ours.startDaemon(on: bench.sway, programs: false)
        let facts = ProcessFacts(pid: alone.process.pid)
        try waitUntilSettled("tabshelld", quiet: 1) { try facts.cpu }
        let memory = try facts.memory
        let code = try facts.residentCode
        try alone.stop()
        let daemon = try bench.ours.startDaemon(on: bench.sway, programs: true)
        try daemon.waitForPrograms()
        // One connection is kept open, since a connection per switch would be counted too.
        let client = try daemon.client()
        let selecting: (Int) throws -> Void = { round in try daemon.select(round, by: client) }
        let bench = bench
        var figures = try measure(daemon.processes, every: 2.5, rounds: 9, select: selecting) {
            for number in 1...20 {
                try client.request("badge", ["tab": "flash", "badge": ["count": number]])
                poll(nil, 0, 100)
            }
            for number in 1...10 {
                let note = ["add", "--note", "\(number)"]
                let tool = try bench.sway.start(bench.ours.path("tabshell-stress"), note, environment: daemon.settings)
                guard try tool.waitForExit() == .code(0) else { throw SystemError("a note: \(tool.errorOutput)") }
                poll(nil, 0, 300)
            }
        }
        figures[Self.daemonAlone, default: Figures()].pss = Double(memory.pss) * 1024 / 1e6
        figures[Self.daemonAlone, default: Figures()].code = Double(code) * 1024 / 1e6
        self.memory.add(
            Self.daemonAlone, "\(memory.pss)", "\(memory.privateDirty)", "\(memory.sharedDirty)", "\(memory.rss)", "1")
        try daemon.stop()
        return figures
    }

    private func addVerdicts(_ figures: [String: Figures]) {
        let pages = TabshellPrograms.pages.compactMap { figures[$0] }
        if bench.options.wants(.idle) {
            let all = ["tabshelld", "tabshell-panel"].compactMap { figures[$0] } + pages
            bench.verdicts.add(.wakeUps, all.isEmpty ? nil : all.reduce(0) { $0 + $1.wakeups })
        }
        guard bench.options.wants(.memory) else { return }
        bench.verdicts.add(
            .panelPSS, figures["tabshell-panel"]?.pss, floor: figures["yambar"]?.pss, else: "yambar is missing")
        bench.verdicts.add(
            .panelDirty, figures["tabshell-panel"]?.privateDirty, floor: figures["yambar"]?.privateDirty,
            else: "yambar is missing")
        bench.verdicts.add(.panelCode, figures["tabshell-panel"]?.code)
        bench.verdicts.add(.daemonPSS, figures[Self.daemonAlone]?.pss)
        bench.verdicts.add(.daemonCode, figures[Self.daemonAlone]?.code)
        bench.verdicts.add(.pageDirty, pages.map(\.privateDirty).max())
    }

    /// - Parameters:
    ///   - interval: the time between two switches, s.
    ///   - rounds: the number of switches.
    ///   - change: makes the badges and notes of an hour.
    private mutating func measure(
        _ processes: [(name: String, facts: ProcessFacts)], every interval: Double = 0.3, rounds: Int = 20,
        select: (Int) throws -> Void, change: () throws -> Void = {}
    ) throws -> [String: Figures] {
        let names = processes.map(\.name).joined(separator: ", ")
        // All have finished drawing once none has used any CPU for a second. Its idle figures show one that never rests.
        do {
            try waitUntilSettled(names, quiet: 1) { try processes.map { try $0.facts.cpu } }
        } catch is WaitTimeout {
            print("\n\(names): never at rest")
        }
        var figures: [String: Figures] = [:]
        for (name, facts) in processes {
            let now = try facts.memory
            figures[name, default: Figures()].pss = Double(now.pss) * 1024 / 1e6
            figures[name, default: Figures()].privateDirty = Double(now.privateDirty) * 1024 / 1e6
            figures[name, default: Figures()].code = Double(try facts.residentCode) * 1024 / 1e6
            let threads = try facts.threads.count
            memory.add(
                name, "\(now.pss)", "\(now.privateDirty)", "\(now.sharedDirty)", "\(now.rss)", "\(threads)")
        }
        let pages = processes.filter { TabshellPrograms.pages.contains($0.name) }.map(\.facts)
        if !pages.isEmpty {
            // Shared pages count in each resident size, so a sum is meaningless.
            let all = try pages.map { try $0.memory }
            func sum(_ size: (ProcessFacts.Memory) -> Int) -> Int { all.reduce(0) { $0 + size($1) } }
            figures[Self.allPages, default: Figures()].pss = Double(sum(\.pss)) * 1024 / 1e6
            memory.add(
                Self.allPages, "\(sum(\.pss))", "\(sum(\.privateDirty))", "–", "–",
                "\(try pages.reduce(0) { try $0 + $1.threads.count })")
        }
        var idleWork: [Work] = []
        if bench.options.wants(.idle) {
            idleWork = try work(of: processes) { poll(nil, 0, 10_000) }
            for (name, cost) in zip(processes.map(\.name), idleWork) {
                figures[name, default: Figures()].wakeups = cost.wakeups
                idle.add(name, number(cost.wakeups), number(cost.cpu))
            }
            if !pages.isEmpty {
                let all = zip(processes, idleWork).filter { TabshellPrograms.pages.contains($0.0.name) }.map(\.1)
                idle.add(
                    Self.allPages, number(all.reduce(0) { $0 + $1.wakeups }), number(all.reduce(0) { $0 + $1.cpu }))
            }
        }
        if bench.options.wants(.switch) {
            let rounds = bench.rounds(rounds, quick: 6)
            for round in 0..<Workspaces.count {
                try select(round)
                poll(nil, 0, 300)
            }
            let work = try work(of: processes) {
                for round in 0..<rounds {
                    let next = Deadline(seconds: interval)
                    try select(round + Workspaces.count)
                    poll(nil, 0, next.remaining)
                }
            }
            for (name, cost) in zip(processes.map(\.name), work) {
                let cpu = cost.cpu / Double(rounds)
                switching.add(name, number(cpu), number(cost.wakeups / Double(rounds)))
            }
            if bench.options.wants(.idle) {
                let changes = try self.work(of: processes, change)
                var sum = (cpu: 0.0, wakeups: 0.0)
                for (index, process) in processes.enumerated() {
                    // An hour has 360 times the 10 idle seconds.
                    func total(_ part: (Work) -> Double) -> Double {
                        part(work[index]) * 100 / Double(rounds) + part(changes[index]) + part(idleWork[index]) * 360
                    }
                    let (cpu, wakeups) = (total(\.cpu), total(\.wakeups))
                    hour.add(process.name, number(cpu), number(wakeups))
                    sum = (sum.cpu + cpu, sum.wakeups + wakeups)
                }
                if processes.count > 1 { hour.add("all of tabshell", number(sum.cpu), number(sum.wakeups)) }
            }
        }
        return figures
    }

    /// CPU time (ms) and voluntary context switches.
    private typealias Work = (cpu: Double, wakeups: Double)

    /// The work of the processes during a measurement.
    private func work(
        of processes: [(name: String, facts: ProcessFacts)], _ body: () throws -> Void
    ) throws -> [Work] {
        let before = try processes.map { (cpu: try $0.facts.cpu, wakeups: try $0.facts.switches.voluntary) }
        try body()
        return try zip(processes, before).map { process, before in
            let cpu = try process.facts.cpu - before.cpu
            return (Double(cpu) / 1e6, Double(try process.facts.switches.voluntary - before.wakeups))
        }
    }
}
