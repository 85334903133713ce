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

    /// After a refused request the core equals the core before it, and its copies of the configuration agree.
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

    /// Each request has a reply, revisions have no gaps, a replica equals the state, and a command does what the reducer does.
    @Test(arguments: 1...4 as ClosedRange<UInt64>) func clientsSeeOneHistory(seed: UInt64) throws {
        var walk = try CoreWalk(seed: seed)
        var (replica, unanswered, commands) = (walk.fixture.core.shell, Set<UInt64>(), 0)
        for step in 0..<4 * Self.steps where step < Self.steps || !unanswered.isEmpty {
            walk.sendsRequests = step < Self.steps
            let event = walk.nextEvent()
            let before = walk.fixture.core.shell
            if let requester = event.requester { unanswered.insert(requester.serial) }
            let effects = walk.fixture.handle(event)
            walk.follow(effects)
            if case .request(.command(let command), let requester) = event {
                let expected = Result { () throws(CommandError) in try before.reduce(command, at: walk.fixture.now) }
                switch (effects.reply(to: requester), expected) {
                case (.failure(let error), .failure(let reason)):
                    #expect([WireError(reason).code, "not_applicable"].contains(error.code), "\(event), seed \(seed)")
                // Some are for the panel alone, or for tabs that show documents.
                case (.failure(let error), .success): #expect(error.code == "not_applicable", "\(event), seed \(seed)")
                case (_, .success(let change)):
                    let events = change.effects.compactMap { if case .publish(let event) = $0 { event } else { nil } }
                    #expect(effects.published.starts(with: events), "\(event), seed \(seed)")
                    commands += events.isEmpty ? 0 : 1
                case (_, .failure(let reason)): Issue.record("\(event): \(reason) is accepted, seed \(seed)")
                }
            }
            for effect in walk.skipped + effects {
                switch effect {
                case .reply(let requester, _, _), .subscribe(let requester, _, _, _):
                    #expect(unanswered.remove(requester.serial) != nil, "a second reply to \(requester), seed \(seed)")
                default: break
                }
            }
            for event in (walk.skipped + effects).published {
                // The screen in words has no revisions.
                let next = replica.revision + (event.topic == .accessibility ? 0 : 1)
                try #require(event.revision == next, "\(event), seed \(seed)")
                try replica.apply(event)
            }
            let shell = walk.fixture.core.shell
            try #require(replica.revision == shell.revision)
            try #require(replica.replicate(Topic.allCases) == shell.replicate(Topic.allCases), "\(event), seed \(seed)")
        }
        #expect(unanswered == [] && commands > 100, "seed \(seed)")
    }

    /// Without the number, nothing ends with a guarded tab in front, or changes its page.
    @Test(arguments: 1...4 as ClosedRange<UInt64>, [true, false])
    func nothingLeadsAroundTheLock(seed: UInt64, changes: Bool) throws {
        var walk = try CoreWalk(seed: seed, guarded: ["b", "d", "sheet"], changes: changes)
        for _ in 0..<Self.steps {
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

/// A random walk of a core: its clients, the readings of the configuration, and the events of its processes.
private struct CoreWalk {
    let fixture: CoreFixture
    private var requests: RandomRequests
    private let configurations: [Configuration]
    private var running: [Int32] = []
    private var starts: [StartID] = []
    private var nextPid: Int32 = 5000
    /// False to only end the work of the requests so far.
    var sendsRequests = true
    private(set) var refusals = 0
    private(set) var successes = 0
    /// The number of configurations that were read.
    private(set) var readings = 0
    private(set) var unlocks = 0
    /// The effects of the time passed before the last event.
    private(set) var skipped: [TabDaemon.Effect] = []
    private var turns: [Requester] = []
    private var isReading = false
    private var isChecking = false

    init(seed: UInt64, guarded: [TabID] = [], changes: Bool = true) throws {
        requests = RandomRequests(
            tabs: ["a", "b", "c", "d", "sheet", "menu", "unknown"], random: SplitMix64(seed: seed))
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

    /// Derives the possible next events from effects.
    mutating func follow(_ effects: [TabDaemon.Effect]) {
        for effect in effects {
            switch effect {
            case .start(let start): starts.append(start.id)
            case .readConfiguration: isReading = true
            case .checkNumber: isChecking = true
            case .awaitTurn(let requester): turns.append(requester)
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
        skipped = []
        switch Int.random(in: 0..<20, using: &requests.random) {
        case 0 where isReading:
            isReading = false
            readings += 1
            let errors = ConfigurationErrors([ConfigurationError(file: "f", message: "m")])
            guard requests.flag(9) else { return .configurationRead(.failure(errors)) }
            return .configurationRead(
                .success(.init(requests.one(of: configurations), files: requests.flag(9) ? ["/config.toml"] : [])))
        case 1 where isChecking:
            isChecking = false
            let verdict = requests.one(of: [.right, .right, .wrong, .unchecked] as [NumberVerdict])
            if verdict == .right { unlocks += 1 }
            return .numberChecked(verdict)
        case 2 where !starts.isEmpty:
            let start = starts.removeFirst()
            guard requests.flag(4) else {
                return .started(start, .failure(.system(SystemError(code: 2, operation: "x"))))
            }
            nextPid += 1
            running.append(nextPid)
            return .started(start, .success(nextPid))
        case 3 where !running.isEmpty:
            let pid = running.remove(at: Int.random(in: running.indices, using: &requests.random))
            return .exited(pid, code: requests.one(of: [0, 1, 3, 7, -9, nil]), lastLine: nil)
        case 4 where !turns.isEmpty: return .turn(turns.removeFirst())
        case 4, 5:
            let step = requests.one(of: [0.1, 1, 5, 30, 70])
            skipped = fixture.wait(step)
            follow(skipped)
            return .deadline
        case 6:
            return requests.one(of: [
                .filesChanged, .idle, .orphansEnded, .compositorAppeared, .network(isPresent: requests.flag()), .reload,
                .wallClock(1_800_000_000, LocalZone { _ in 0 }), .looksRead(["stress-monitor"]), .tabsWritten(nil),
                .inspected(.panel, ProcessCondition()), .compositorProbed(.page("a"), isReachable: requests.flag()),
            ])
        default:
            guard sendsRequests else {
                return requests.one(of: [.looksRead(["stress-monitor"]), .tabsWritten(nil), .deadline])
            }
            let client = UInt64.random(in: 1...4, using: &requests.random)
            let requester = fixture.requester(client)
            let request = requests.next()
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
}

extension Event {
    fileprivate var isRequest: Bool { requester != nil }

    fileprivate var requester: Requester? {
        switch self {
        case .request(_, let requester), .registration(_, _, let requester), .windows(_, _, _, let requester),
            .unlock(_, _, _, let requester):
            requester
        default: nil
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
