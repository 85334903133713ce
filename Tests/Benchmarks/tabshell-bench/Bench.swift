// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// One run: a headless sway, our programs and the other bars in turn, their tables, and the verdicts at the end.
final class Bench {
    let options: Options
    let sway: HeadlessSway
    let ours: TabshellPrograms
    let peers: [Peer]
    let swayVersion: SwayVersion
    /// The root folder of a Debian whose sway is newer than this system's; nil if there is none.
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

    /// True if programs are built; otherwise the figures of some bounds are missing from the verdicts.
    func has(_ programs: String..., for bounds: [Bound]) -> Bool {
        let has = ours.has(programs)
        if !has { for bound in bounds { verdicts.add(bound, nil, else: "programs are missing") } }
        return has
    }

    /// - Returns: true if all measured bounds hold.
    func run() throws -> Bool {
        describe()
        // First, while there are no windows: each new bar would resize all of them.
        if options.wants(.start) { try StartMeasurement(self).run() }
        if options.wants(.memory) || options.wants(.idle) { try measureResidents() }
        if options.wants(.switch) {
            var switches = SwitchMeasurement(self)
            try switches.run()
        }
        if options.wants(.latency) { try LatencyMeasurement(self).run() }
        if options.wants(.frames) {
            var transitions = TransitionMeasurement(self)
            try transitions.run()
        }
        if options.wants(.scroll) { try ScrollMeasurement(self).run() }
        if options.wants(.command) { try CommandMeasurement(self).run() }
        if options.wants(.roundtrip) { try RoundTripMeasurement(self).run() }
        if options.wants(.throughput) { try ThroughputMeasurement(self).run() }
        if options.wants(.fanout) { try FanOutMeasurement(self).run() }
        verdicts.show()
        return verdicts.allHold
    }

    private func measureResidents() throws {
        let workspaces = try Workspaces(on: sway)
        var residents = ResidentMeasurement(self)
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
            print("- there is no root folder of Debian 13 (`make test-compositors` makes it): no sway 1.10")
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
