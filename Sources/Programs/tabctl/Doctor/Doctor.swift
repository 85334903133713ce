// SPDX-License-Identifier: MIT
import Diagnosis
import EventLoop
import Glibc
import Localization
import Posix
import ShellModel
import TabshellIPC

/// The examination of a user's session. tabctl looks at files, sockets and variables itself; other programs of tabshell, which
/// have the libraries for it, look at the compositor and the fonts. None of them is waited for longer than a timeout.
struct Doctor {
    /// s.
    let timeout: Double
    private static let units = ["tabshell.service", "tabshell.target"]
    private static let programs = [
        "tabshelld", "tabshell-config", "tabshell-panel", "tabshell-raster", "tabshell-page",
    ]

    /// - Throws: ``SystemError`` when there are no descriptors.
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
        let usesWindows = arguments.contains("--window")
        let panel = run("tabshell-panel", ["--doctor"] + (usesWindows ? ["--window"] : []))
        let raster = run("tabshell-raster", ["--font", families.joined(separator: ",")])
        let reader = run("tabshelld", ["--check"] + Self.configuration(arguments))
        let manager = run(
            "systemctl", ["--user", "show", "--property=Id,LoadState,UnitFileState,ActiveState"] + Self.units)
        let runs = [panel, raster, reader, manager]
        while runs.contains(where: { $0.outcome == nil }) { try loop.runOnce() }

        let (session, devices) = panelChecks(panel)
        let renderer = environmentVariable("WLR_RENDERER").flatMap { $0.isEmpty ? nil : $0 }
        return [runtimeDirectory, .display(display, ofDaemon: daemons.first?.display)] + session + [
            .confinement(filtersCalls: Kernel.filtersCalls, limitsFiles: Kernel.landlockVersion != nil),
            .renderer(gpus: RenderNode.accelerated(), variable: renderer),
        ] + [storage].compactMap(\.self) + [
            Self.font(raster, families), programs(beside: pid), Self.configuration(reader),
        ] + daemons.checks + Self.units(manager) + devices + damagedFiles
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

    /// The directory of the state, or else that of the configuration, in which nothing can be saved.
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

    /// The panel's checks of the compositor, and those of devices and services.
    private func panelChecks(_ run: HelperRun) -> (session: [Check], devices: [Check]) {
        var checks = run.lines.compactMap { Check(line: $0.utf8) }
        let devices = checks.prefix { $0.name != "compositor" }
        checks.removeFirst(devices.count)
        if devices.isEmpty {
            let reason = run.problem ?? run.lines.last ?? localized("ended without a word")
            checks.append(.unusable(program: run.name, reason: reason))
        } else if checks.isEmpty {
            checks.append(.silentCompositor(seconds: Int(timeout.rounded(.up))))
        }
        return (checks, Array(devices))
    }

    private static func font(_ run: HelperRun, _ families: [String]) -> Check {
        let prefix = "font "
        if let line = run.lines.last(where: { $0.hasPrefix(prefix) }) {
            return .font(wanted: families, used: String(line.dropFirst(prefix.count)))
        }
        if run.succeeded { return .font(wanted: families, used: nil) }
        return .unusable(program: run.name, reason: run.problem ?? run.lines.last ?? localized("ended without a word"))
    }

    /// The search for the programs that the daemon starts, where the daemon searches for them.
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

    /// The file with which the daemon was started.
    private static func configuration(_ arguments: [String]) -> [String] {
        if let joined = arguments.first(where: { $0.hasPrefix("--config=") }) {
            return [String(joined.dropFirst("--config=".count))]
        }
        return arguments.firstIndex(of: "--config").map { Array(arguments[($0 + 1)...].prefix(1)) } ?? []
    }

    private static func configuration(_ run: HelperRun) -> Check {
        if let problem = run.problem {
            return .configuration(errors: [localized("\(run.name) --check: \(problem)")])
        }
        return run.succeeded && !run.lines.isEmpty ? .configuration(run.lines) : .configuration(errors: run.lines)
    }

    /// The units as systemctl(1) shows them: blocks of NAME=VALUE.
    private static func units(_ run: HelperRun) -> [Check] {
        let blocks = run.blocks.map(Self.values)
        let units = blocks.compactMap { values -> Check? in
            guard let name = values["Id"], let load = values["LoadState"] else { return nil }
            return .unit(
                String(name), load: String(load), enabled: String(values["UnitFileState"] ?? ""),
                active: String(values["ActiveState"] ?? ""))
        }
        guard units.isEmpty else { return units }
        let reason = run.problem ?? run.lines.first ?? localized("no answer")
        return [Check("systemd", .absent, localized("no user's service manager: \(reason)"))]
    }

    /// Parses lines of NAME=VALUE.
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
