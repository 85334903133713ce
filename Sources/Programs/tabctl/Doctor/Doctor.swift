import Diagnosis
import EventLoop
import Glibc
import Posix
import ShellModel
import TabshellIPC

/// The examination of a session: files, sockets and variables here, compositor and fonts by other programs with a timeout.
struct Doctor {
    /// s.
    let timeout: Double
    private static let units = ["tabshell.service", "tabshell.target"]
    private static let programs = [
        "tabshelld", "tabshell-config", "tabshell-panel", "tabshell-raster", "tabshell-page",
    ]

    /// - Throws: ``SystemError`` when descriptors run out.
    func examine() throws(SystemError) -> [Check] {
        let daemons = DaemonSearch(timeout: timeout)
        let display = environmentVariable("WAYLAND_DISPLAY").flatMap { $0.isEmpty ? nil : $0 }
        if display == nil, let display = daemons.first?.display { setEnvironmentVariable("WAYLAND_DISPLAY", display) }
        let families = daemons.families ?? Look().title.families

        let loop = try EventLoop()
        let pid = daemons.first?.pid
        func run(_ name: String, _ arguments: [String]) -> HelperRun {
            HelperRun(name, arguments, beside: pid, timeout: timeout, on: loop)
        }
        let arguments = daemons.arguments
        let panel = run("tabshell-panel", ["--doctor"] + (arguments.contains("--window") ? ["--window"] : []))
        let raster = run("tabshell-raster", ["--font", families.joined(separator: ",")])
        let reader = run("tabshelld", ["--check"] + Self.configuration(arguments))
        let manager = run(
            "systemctl", ["--user", "show", "--property=Id,LoadState,UnitFileState,ActiveState"] + Self.units)
        while [panel, raster, reader, manager].contains(where: { $0.outcome == nil }) { try loop.runOnce() }

        let (session, devices) = panelChecks(panel)
        let renderer = environmentVariable("WLR_RENDERER").flatMap { $0.isEmpty ? nil : $0 }
        let checks: [[Check]] = [
            [runtimeDirectory, .display(display, ofDaemon: daemons.first?.display)], session,
            [.confinement(filtersCalls: Kernel.filtersCalls, limitsFiles: Kernel.landlockVersion != nil)],
            [.renderer(gpus: RenderNode.accelerated(), variable: renderer)], [storage].compactMap(\.self),
            Self.drawing(raster, families), [programs(beside: pid), Self.configuration(reader)], daemons.checks,
            Self.units(manager), devices, damagedFiles,
        ]
        return checks.flatMap(\.self)
    }

    private var runtimeDirectory: Check {
        guard let path = environmentVariable("XDG_RUNTIME_DIR"), !path.isEmpty else { return .noRuntimeDirectory(nil) }
        do throws(SystemError) {
            let status = try FileSystem.status(of: path)
            return .runtimeDirectory(
                path, owner: status.owner, user: geteuid(), mode: status.permissions,
                isDirectory: status.kind == .directory)
        } catch {
            return .noRuntimeDirectory(path, reason: SystemError.message(for: error.code))
        }
    }

    /// The directory in which nothing can be saved: the state's, else the configuration's.
    private var storage: Check? {
        let checks = [BaseDirectory.state, .configuration].compactMap { base -> Check? in
            guard let path = base.path(environment: environmentVariable).map({ "\($0)/tabshell" }) else { return nil }
            var failure: String?
            do throws(SystemError) {
                try FileSystem.tryWriting(in: path)
            } catch {
                failure = SystemError.message(for: error.code)
            }
            return .storage(path, failure: failure, isConfiguration: base == .configuration)
        }
        return checks.first { $0.verdict != .ok } ?? checks.first
    }

    /// The panel's checks: of the compositor, and of devices and services.
    private func panelChecks(_ run: HelperRun) -> (session: [Check], devices: [Check]) {
        var checks = run.lines.compactMap { Check(line: $0.utf8) }
        let devices = checks.prefix { $0.name != "compositor" }
        checks.removeFirst(devices.count)
        if devices.isEmpty {
            let reason = run.problem ?? run.lines.last ?? "ended without a word"
            checks.append(.unusable(program: run.name, reason: reason))
        } else if checks.isEmpty {
            checks.append(.silentCompositor(seconds: Int(timeout.rounded(.up))))
        }
        return (checks, Array(devices))
    }

    /// The font, and a text and an icon; the other lines are the warnings of libraries.
    private static func drawing(_ run: HelperRun, _ families: [String]) -> [Check] {
        let (fonts, failures) = (run.lines(after: "font "), run.lines(after: "error "))
        let warnings = run.lines.filter { !$0.hasPrefix("font ") && !$0.hasPrefix("error ") }
        guard run.problem == nil, !fonts.isEmpty || !failures.isEmpty else {
            return [.unusable(program: run.name, reason: run.problem ?? warnings.last ?? "ended without a word")]
        }
        return [.font(wanted: families, used: fonts.last), .drawing(failures: failures, warnings: warnings)]
    }

    private func programs(beside daemon: pid_t?) -> Check {
        let directory = FileSystem.resolve("/proc/\(daemon.map { "\($0)" } ?? "self")/exe").map(FileSystem.directory)
        var missing: [String] = []
        var directories: [String] = []
        for name in Self.programs {
            guard let path = try? ChildProcess.executable(named: name, beside: daemon) else {
                missing.append(name)
                continue
            }
            let found = FileSystem.directory(of: path)
            if !directories.contains(found) { directories.append(found) }
        }
        return .programs(missing: missing, in: missing.isEmpty ? directories.joined(separator: ", ") : directory)
    }

    /// The daemon's configuration file.
    private static func configuration(_ arguments: [String]) -> [String] {
        if let joined = arguments.first(where: { $0.hasPrefix("--config=") }) {
            return [String(joined.dropFirst("--config=".count))]
        }
        return arguments.firstIndex(of: "--config").map { Array(arguments[($0 + 1)...].prefix(1)) } ?? []
    }

    private static func configuration(_ run: HelperRun) -> Check {
        if let problem = run.problem {
            return .configuration(errors: ["\(run.name) --check: \(problem)"])
        }
        return run.succeeded && !run.lines.isEmpty ? .configuration(run.lines) : .configuration(errors: run.lines)
    }

    /// The units, from systemctl(1)'s blocks of NAME=VALUE.
    private static func units(_ run: HelperRun) -> [Check] {
        let units = run.blocks.map(Self.values).compactMap { values -> Check? in
            guard let name = values["Id"], let load = values["LoadState"] else { return nil }
            return .unit(
                String(name), load: String(load), enabled: String(values["UnitFileState"] ?? ""),
                active: String(values["ActiveState"] ?? ""))
        }
        guard units.isEmpty else { return units }
        let reason = run.problem ?? run.lines.first ?? "no answer"
        return [Check("systemd", .absent, "no user's service manager: \(reason)")]
    }

    private static func values(_ lines: [String]) -> [Substring: Substring] {
        var values: [Substring: Substring] = [:]
        for line in lines {
            guard let equals = line.firstIndex(of: "=") else { continue }
            values[line[..<equals]] = line[line.index(after: equals)...]
        }
        return values
    }

    private var damagedFiles: [Check] {
        guard let folder = BaseDirectory.state.path(environment: environmentVariable).map({ "\($0)/tabshell" }) else {
            return []
        }
        let files = FileSystem.names(in: folder).filter { $0.hasSuffix(".bad") }.sorted().map { "\(folder)/\($0)" }
        return files.isEmpty ? [] : [.damagedFiles(files)]
    }
}
