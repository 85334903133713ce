import Foundation
import TestSupport

/// One run: a headless sway, our programs and the other bars in turn, their tables, and the verdicts at the end.
final class Bench {
    let options: Options
    let sway: HeadlessSway
    let ours: TabshellPrograms
    let peers: [Peer]
    let swayVersion: SwayVersion
    /// The root folder of a Debian whose sway is newer than this system's, if any.
    let newerRoot: String?
    var verdicts = Verdicts()
    private let files: TemporaryDirectory

    init(_ options: Options) throws {
        self.options = options
        raiseDescriptorLimit()
        ours = try TabshellPrograms(products: options.products)
        var settings = HeadlessSway.Options()
        settings.width = 1920
        settings.height = 1080
        settings.configuration = Peer.swayConfiguration
        sway = try HeadlessSway(settings)
        swayVersion = try SwayVersion(of: sway)
        let roots = ProcessInfo.processInfo.environment["TABSHELL_ROOTS"]
        let trixie = "\(roots ?? options.products.appendingPathComponent("../compositors").path)/trixie"
        newerRoot = FileManager.default.isExecutableFile(atPath: "\(trixie)/usr/bin/sway") ? trixie : nil
        files = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        peers = try Peer.all(sway, files: files)
        // The pages of a newly built or copied file count as private dirty memory until they are on disk.
        sync()
    }

    /// The number of repetitions, fewer for a quick run.
    func rounds(_ usual: Int, quick: Int) -> Int { options.quick ? quick : usual }

    /// - Returns: true if all measured bounds hold.
    func run() throws -> Bool {
        describe()
        // First, before any windows: each new bar would resize all of them.
        if options.wants(.start) { try StartMeasurement(bench: self).run() }
        if options.wants(.memory) || options.wants(.idle) { try measureResidents() }
        try take(
            .switch, ["tabshelld", "tabshell-panel", "tabshell-home"],
            [.fadedPage, .fadedPageOfPixels, .lowerPage, .upperPage, .compositor, .panelCPU]
        ) {
            var switches = SwitchMeasurement(bench: self)
            try switches.run()
        }
        try take(.latency, ["tabshelld", "tabshell-panel", "tabshell-home"], [.firstCommit, .firstCommitBesidePages]) {
            var latencies = LatencyMeasurement(self)
            try latencies.run()
        }
        try take(.frames, ["tabshelld", "tabshell-panel", "tabshell-home"], Bound.missedFrames + Bound.spread) {
            var transitions = TransitionMeasurement(self)
            try transitions.run()
        }
        try take(
            .scroll, ["tabshelld", "tabshell-growth", "tabshell-stress"],
            [.firstOpening, .periods, .longestTurn, .scrolling]
        ) { try ScrollMeasurement(bench: self).run() }
        try take(.command, ["tabshelld", "tabctl", "bench-request"], [.command]) {
            try CommandMeasurement(bench: self).run()
        }
        try take(.roundtrip, ["tabshelld", "bench-echo"], [.roundTripPinned, .roundTripApart]) {
            try RoundTripMeasurement(bench: self).run()
        }
        try take(.throughput, ["tabshelld", "bench-echo"], [.throughput]) {
            try ThroughputMeasurement(bench: self).run()
        }
        if options.wants(.fanout) { try FanOutMeasurement(bench: self).run() }
        verdicts.show()
        return verdicts.allHold
    }

    /// Takes a measurement, if it is wanted and its programs are there.
    private func take(
        _ measurement: Measurement, _ programs: [String], _ bounds: [Bound], _ body: () throws -> Void
    ) throws {
        guard options.wants(measurement) else { return }
        guard programs.allSatisfy(ours.has) else {
            for bound in bounds { verdicts.add(bound, nil, else: "programs are missing") }
            return
        }
        try body()
    }

    private func measureResidents() throws {
        let workspaces = try Workspaces(on: sway)
        var residents = ResidentMeasurement(bench: self)
        try residents.run()
        withExtendedLifetime(workspaces) {}
    }

    private func describe() {
        let version = try? ChildProcess.run("sway", ["--version"])
        let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").first
        let cores = ProcessInfo.processInfo.activeProcessorCount
        print("# tabshell-bench\(options.quick ? " (quick: fewer rounds)" : "")\n")
        print("\(cores) cores, load \(load ?? "unknown")")
        print("\(version.map(line) ?? "sway ")(headless, pixman, 1920x1080@60)")
        if !Workspaces.canHaveWindows {
            print("- foot is missing (package foot): the workspaces are empty, and sway removes those that it leaves")
        }
        if newerRoot == nil {
            print("- there is no root folder of Debian 13 (Tests/Compositors/run makes it): no sway 1.10")
        }
        for peer in peers where !peer.isInstalled { print("- \(peer.name) is missing (package \(peer.package))") }
        let programs =
            ["tabshelld", "tabshell-panel", "tabctl", "tabshell-stress", "bench-echo", "bench-bar", "bench-request"]
            + TabshellPrograms.pages
        for program in programs where !ours.has(program) {
            print("- \(program) is not in \(options.products.path)")
        }
        if !ours.sharesPages { print("- the pages are copies, not links to one file: each holds the code for itself") }
    }

    private func line(_ data: Data) -> String {
        String(decoding: data, as: UTF8.self).replacingOccurrences(of: "\n", with: " ")
    }
}

/// Raises the limit for a thousand subscribers at both ends; children inherit it.
private func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 8192))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
