// SPDX-License-Identifier: MIT

import Posix
import ShellModel
import ShellConfig
import TestSupport
import Testing

@testable import TabDaemon
@testable import TabshellIPC

/// Random sequences of every verb and every event, from the tables of the verbs.
@Suite struct CorePropertyTests {
    private static let steps = 1500

    /// After a refused request the core equals the core before it, and what it holds of the configuration is of one.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func refusedEventChangesNothing(seed: UInt64) throws {
        var walk = try CoreWalk(seed: seed)
        for _ in 0..<Self.steps {
            let before = walk.fixture.core
            let event = walk.nextEvent()
            let effects = walk.fixture.handle(event)
            let core = walk.fixture.core
            if event.isRequest, effects.contains(where: \.isRefusal),
                core.shell.lock?.prompt == before.shell.lock?.prompt
            {
                try #require(core.isSame(as: before), "\(event) changed something, seed \(seed)")
            }
            let configuration = core.configuration.configuration
            try #require(core.shell.tabs == configuration.setup.tabs, "the state, after \(event), seed \(seed)")
            #expect(core.shell.lock?.rules == configuration.setup.lock)
            #expect(core.shell.kiosk.rules == configuration.setup.kiosk)
            let specs = core.programSpecs
            let programs = Set(specs.map(\.program))
            try #require(Set(core.supervisor.order) == programs, "the programs, after \(event), seed \(seed)")
            #expect(specs.allSatisfy { core.supervisor.entries[$0.program]?.spec == $0 })
            walk.follow(effects)
        }
        // The walk must lead somewhere.
        #expect(walk.refusals > 100 && walk.successes > 100 && walk.readings > 20)
    }

    /// Without the number, nothing ends with a guarded tab in front, or changes its page.
    @Test(arguments: 1...4 as ClosedRange<UInt64>, [true, false])
    func nothingLeadsAroundTheLock(seed: UInt64, changes: Bool) throws {
        var walk = try CoreWalk(seed: seed, guarded: ["b", "d", "sheet"], changes: changes)
        for _ in 0..<2 * Self.steps {
            let before = walk.fixture.core.shell
            let event = walk.nextEvent()
            let effects = walk.fixture.handle(event)
            let shell = walk.fixture.core.shell
            walk.follow(effects)
            guard shell.isLocked else { continue }
            let drag = shell.drag.flatMap { $0.release == nil ? $0 : nil }
            let front = [shell.selection?.tab, shell.sheet.tab, shell.menu.tab, drag?.from, drag?.to]
            let guarded = front.compactMap(\.self).first { shell.isGuarded($0) }
            try #require(guarded == nil, "\(event) brought it to the front, seed \(seed)")
            guard before.isLocked, !walk.isOwnPage(event) else { continue }
            for tab in shell.lock?.rules.tabs ?? [] where shell.tab(tab) == before.tab(tab) {
                #expect(shell.path(of: tab) == before.path(of: tab), "\(event) changed its path, seed \(seed)")
                #expect(shell.shown[tab] == before.shown[tab] || shell.shown[tab] == nil, "\(event), seed \(seed)")
            }
        }
        #expect(walk.refusals > 100 && walk.unlocks > 0, "seed \(seed)")
    }
}

/// A random walk of a core: its clients, the configurations that are read, and what happens to its processes.
private struct CoreWalk {
    let fixture: CoreFixture
    private var random: SplitMix64
    private let configurations: [Configuration]
    private var running: [Int32] = []
    private var starts: [StartID] = []
    private var nextPid: Int32 = 5000
    private(set) var refusals = 0
    private(set) var successes = 0
    /// The number of configurations that were read.
    private(set) var readings = 0
    private(set) var unlocks = 0
    private var isReading = false
    private var isChecking = false

    init(seed: UInt64, guarded: [TabID] = [], changes: Bool = true) throws {
        random = SplitMix64(seed: seed)
        let hooks = [EventHook(.selection, ["hook"])]
        var configurations = [
            try CoreFixture.configuration(guarded: guarded, changes: changes, rotation: ["a", "b", "c"], hooks: hooks),
            try CoreFixture.configuration(guarded: guarded, changes: changes, windows: ["b", "c"], hooks: hooks),
            try CoreFixture.configuration(["d", "b", "a"], guarded: guarded, changes: changes),
            try CoreFixture.configuration(guarded: guarded, changes: changes, programs: ["b": ["tabshell-page"]]),
        ]
        configurations.append(try CoreFixture.configuration(["a", "c", "d", "e"], guarded: guarded, changes: changes))
        self.configurations = configurations
        fixture = CoreFixture(configurations[0])
        fixture.connect(1)
        fixture.connect(2, as: .panel)
        fixture.connect(3, as: .page("a"))
        fixture.connect(4, as: .page("b"))
    }

    /// Learns from effects what can happen next.
    mutating func follow(_ effects: [TabDaemon.Effect]) {
        for effect in effects {
            switch effect {
            case .start(let start): starts.append(start.id)
            case .readConfiguration: isReading = true
            case .checkNumber: isChecking = true
            case .reply(_, .success, _): successes += 1
            case .reply(_, .failure, _): refusals += 1
            default: break
            }
        }
    }

    /// True if a program changes its own page.
    func isOwnPage(_ event: Event) -> Bool {
        if case .request(_, let requester) = event { requester.client.rawValue == 4 } else { false }
    }

    mutating func nextEvent() -> Event {
        switch Int.random(in: 0..<20, using: &random) {
        case 0 where isReading:
            isReading = false
            readings += 1
            let errors = ConfigurationErrors([ConfigurationError(file: "f", message: "m")])
            guard flag(9) else { return .configurationRead(.failure(errors)) }
            return .configurationRead(.success(.init(one(of: configurations), files: flag(9) ? ["/config.toml"] : [])))
        case 1 where isChecking:
            isChecking = false
            let verdict = one(of: [.right, .right, .wrong, .unchecked] as [NumberVerdict])
            if verdict == .right { unlocks += 1 }
            return .numberChecked(verdict)
        case 2 where !starts.isEmpty:
            let start = starts.removeFirst()
            guard flag(4) else { return .started(start, .failure(.system(SystemError(code: 2, operation: "x")))) }
            nextPid += 1
            running.append(nextPid)
            return .started(start, .success(nextPid))
        case 3 where !running.isEmpty:
            let pid = running.remove(at: Int.random(in: running.indices, using: &random))
            return .exited(pid, code: one(of: [0, 1, 3, 7, -9, nil]), lastLine: nil)
        case 4, 5:
            let step = one(of: [0.1, 1, 5, 30, 70])
            _ = fixture.wait(step)
            return .deadline
        case 6:
            return one(of: [
                .filesChanged, .idle, .orphansEnded, .compositorAppeared, .network(isPresent: flag()), .reload,
                .wallClock(1_800_000_000, LocalZone { _ in 0 }), .looksRead(["stress-monitor"]), .tabsWritten(nil),
                .inspected(.panel, ProcessCondition()), .compositorProbed(.page("a"), isReachable: flag()),
            ])
        default:
            let client = UInt64.random(in: 1...4, using: &random)
            let requester = fixture.requester(client)
            let request = filled(one(of: Request.prototypes))
            switch request {
            case .unlock(let number, _):
                return .unlock(number, forClient: false, wallClock: 1_800_000_000, requester)
            case .register(let program, _, _, _):
                return .registration(Registration(program: program), ancestors: [9], requester)
            case .foreign(let serial, let windows): return .windows(serial, windows, ancestors: [:], requester)
            default: return .request(request, requester)
            }
        }
    }

    /// A request of the kind of another one, with arguments of its own.
    private mutating func filled(_ request: Request) -> Request {
        let tab = one(of: ["a", "b", "c", "d", "sheet", "menu", "unknown"] as [TabID])
        let other = one(of: ["a", "b", "c", "d"] as [TabID])
        let named = flag() ? tab : nil
        switch request {
        case .command(let command): return .command(filled(command, tab, other, named))
        case .window(_, _, _, let isWatched, let note):
            return .window(tab, flag() ? WindowState() : nil, over: other, isWatched: isWatched, note: note)
        case .look: return .look(one(of: ["stress-monitor", "none"]))
        case .changeTabs(.add, _): return .changeTabs(.add(NewTab(id: "new"), .last), selects: flag())
        case .changeTabs(.remove, _): return .changeTabs(.remove(tab))
        case .changeTabs(.move, _): return .changeTabs(.move(tab, .last))
        case .changeTabs(.setWindow, _): return .changeTabs(.setWindow(tab, ["app"]), selects: flag())
        case .restart: return .restart(tab)
        case .unlock: return .unlock(flag(4) ? "1234" : "")
        case .activity: return .activity(flag())
        case .register: return .register(one(of: [.page("c"), .panel, .page("unknown")]))
        case .press: return .press("x")
        case .subscribe: return .subscribe(flag() ? [.selection] : [.accessibility])
        case .pong, .pressed, .describe, .foreign, .ping, .version, .state, .barrier, .preferences, .tabs, .looks,
            .reload,
            .save, .windows, .accessibility, .screenshot, .announce, .haptic, .lock, .closePad, .drawn, .report:
            return request
        }
    }

    private mutating func filled(_ command: Command, _ tab: TabID, _ other: TabID, _ named: TabID?) -> Command {
        let route = one(of: [["x"], ["x", "y"], []])
        switch command {
        case .select: return .select(tab, duration: flag(4) ? nil : 3_000_000_000)
        case .drag: return .drag(from: tab, to: other, progress: Double.random(in: -1...2, using: &random))
        case .endDrag: return .endDrag(velocity: flag() ? 9 : nil)
        case .badge: return .badge(tab, .count(1))
        case .push: return .push(named, route)
        case .pop: return .pop(named)
        case .popToRoot: return .popToRoot(named)
        case .open: return .open(tab, route)
        case .show: return .show(tab, flag() ? ShownDocument("a") : nil)
        case .follow: return .follow(tab, "go")
        case .message: return .message(flag() ? "m" : nil, tab: named, duration: 2_000_000_000)
        case .run: return .run(one(of: ["act", "unknown"]))
        case .setSheet: return .setSheet(named)
        case .setMenu: return .setMenu(named)
        case .minimize: return .minimize(flag())
        case .focus: return .focus(one(of: FocusMove.allCases))
        case .scrolled: return .scrolled(tab, .down)
        case .setAppearance: return .setAppearance(flag() ? .light : .dark)
        case .rotate: return .rotate(one(of: [.next, .pause, .resume]))
        case .setCovered: return .setCovered(flag(), over: tab)
        default: return command
        }
    }

    private mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    /// True all but one time of a number.
    private mutating func flag(_ count: Int = 2) -> Bool { Int.random(in: 0..<count, using: &random) > 0 }
}

extension Event {
    fileprivate var isRequest: Bool {
        switch self {
        case .request, .registration, .windows, .unlock: true
        default: false
        }
    }
}

extension TabDaemon.Effect {
    fileprivate var isRefusal: Bool { if case .reply(_, .failure, _) = self { true } else { false } }
}

extension DaemonCore {
    /// Compares all but the times of the last event.
    fileprivate func isSame(as other: DaemonCore) -> Bool {
        var core = self
        (core.now, core.supervisor.now) = (other.now, other.supervisor.now)
        return core == other
    }
}
