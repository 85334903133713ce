import Posix
import ShellModel
import ShellConfig
import TabshellIPC
import TestSupport
import Testing

@testable import TabDaemon

/// A daemon's core without processes, sockets and a clock.
final class CoreFixture {
    static let second: UInt64 = 1_000_000_000

    var core: DaemonCore
    private(set) var now: UInt64 = 100 * second
    private var serial: UInt64 = 0
    private var pending: [ProcessStart] = []
    private var nextPid: Int32 = 5000
    /// The most recently started processes.
    private(set) var pids: [Program: Int32] = [:]

    init(
        _ configuration: Configuration, file: String? = "/config.toml", saved: StateFile? = nil,
        copy: Configuration? = nil, startsPrograms: Bool = true, isFirstStart: Bool = false
    ) {
        let reading = ConfigurationReading(configuration, files: file.map { [$0] } ?? [])
        let active = ActiveConfiguration(
            .success(reading), saved: copy, fallback: .default, file: "/config.toml", tabsPath: "/tabs.toml",
            lookOverride: saved?.look)
        core = DaemonCore(
            .init(pid: 1, version: "1", startsPrograms: startsPrograms, isFirstStart: isFirstStart), active,
            restoring: saved,
            supervisor: Supervisor(socket: "/s", instance: "/s:1", missingCompositor: "no compositor"),
            wallClock: 1_800_000_000, at: now)
        _ = handle(.start([]))
    }

    /// A configuration with these pages, of which the first ones may be guarded.
    static func configuration(
        _ tabs: [TabID] = ["a", "b", "c", "d"], guarded: [TabID] = [], changes: Bool = true,
        rotation: [TabID] = [], windows: [TabID] = [], programs: [TabID: [String]] = [:], hooks: [EventHook] = [],
        hasBridge: Bool = false, look: Look = Look(), now values: ScheduledValues? = nil
    ) throws -> Configuration {
        let all = tabs.map { id in
            Tab(
                id: id, title: id.rawValue, icon: "home", accessibilityLabel: "", accessibilityHint: "",
                window: windows.contains(id) ? WindowBinding(appIDs: ["app"]) : nil)
        }
        let stops = rotation.map { RotationRules.Stop(tab: $0, seconds: 1) }
        let schedule = values.map { [ScheduleEntry(from: 0, to: 0, values: $0)] } ?? []
        let setup = try ShellConfiguration(
            tabs: all + [
                Tab(
                    id: "sheet", title: "", icon: "home", accessibilityLabel: "", accessibilityHint: "", role: .search),
                Tab(
                    id: "menu", title: "", icon: "home", accessibilityLabel: "", accessibilityHint: "", role: .action,
                    menu: ["act"]),
            ],
            actions: [Action(id: "act", title: "Act", icon: "home")], look: look, hasBridge: hasBridge,
            kiosk: KioskRules(rotation: RotationRules(stops: stops), schedule: schedule),
            lock: guarded.isEmpty ? nil : LockRules(tabs: guarded, actions: [], guardsChanges: changes, unlockFor: 60))
        return Configuration(
            setup: setup,
            programs: Dictionary(
                uniqueKeysWithValues: [(.panel, ["panel"]), (.bridge, ["tabshell-atspi"])]
                    + tabs.map { (.page($0), programs[$0] ?? ["page"]) }),
            actionPrograms: ["act": ["act"]], hooks: hooks,
            lockHash: guarded.isEmpty ? nil : "hash")
    }

    /// Handles an event, and the reading of the wall clock that it causes.
    func handle(_ event: Event) -> [TabDaemon.Effect] {
        var effects = core.handle(event, at: now)
        if effects.contains(.readWallClock) {
            effects += core.handle(.wallClock(1_800_000_000, LocalZone { _ in 0 }), at: now)
        }
        pending += effects.starts
        return effects
    }

    /// Handles the deadlines up to a later time.
    func wait(_ seconds: Double) -> [TabDaemon.Effect] {
        let end = now + UInt64(seconds * 1e9)
        var effects: [TabDaemon.Effect] = []
        while let next = core.nextDeadline, next <= end {
            now = max(now, next)
            effects += handle(.deadline)
        }
        now = end
        return effects
    }

    func requester(_ client: UInt64 = 1) -> Requester {
        serial += 1
        return Requester(client: ClientID(rawValue: client), id: nil, serial: serial)
    }

    /// Connects a client, perhaps as a program.
    func connect(_ client: UInt64 = 1, as program: Program? = nil) {
        _ = handle(.connected(ClientID(rawValue: client)))
        guard let program else { return }
        let registration = Registration(program: program, describes: true)
        _ = handle(
            .registration(registration, ancestors: [pids[program] ?? Int32(1000 + client), 1], requester(client)))
    }

    /// Ends the current starts.
    func launch(_ failure: ProcessStartError? = nil) -> [TabDaemon.Effect] {
        let starts = pending
        pending = []
        var effects: [TabDaemon.Effect] = []
        for start in starts {
            nextPid += 1
            if let program = start.program, failure == nil { pids[program] = nextPid }
            effects += handle(.started(start.id, failure.map { .failure($0) } ?? .success(nextPid)))
        }
        return effects
    }

    /// The state that would be saved now.
    var saved: StateFile? {
        for case .save(let content, _) in handle(.idle) { return content }
        return nil
    }

    var front: TabID? { core.shell.selection?.tab }
}

extension [TabDaemon.Effect] {
    /// The reply to a request, if it has come.
    func reply(to requester: Requester) -> Result<JSON, WireError>? {
        for case .reply(requester, let result, _) in self { return result }
        return nil
    }

    func refusal(of requester: Requester) -> WireError? {
        if case .failure(let error)? = reply(to: requester) { error } else { nil }
    }

    /// The changes of the state, in order.
    var published: [StateEvent] { flatMap { if case .publish(let events) = $0 { events } else { [StateEvent]() } } }

    /// The programs that start.
    var starts: [ProcessStart] { compactMap { if case .start(let start) = $0 { start } else { nil } } }
}
