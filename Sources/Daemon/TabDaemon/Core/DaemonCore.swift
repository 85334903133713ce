import Posix
import ShellModel
import ShellConfig
import TabshellIPC

/// The daemon without I/O, loop or clock: events go in, effects come out. It has the state, the configuration in force, the
/// programs and the clients, and decides everything; ``DaemonHost`` carries it out. A refused request changes nothing.
struct DaemonCore: Equatable {
    /// A client, and its identity as a program of the shell.
    struct Client: Equatable {
        var program: Program?
        var describes = false
        var isAuthorized = false
        /// The topics of subscriptions that wait for their turn, by the number of the request.
        var pendingTopics: [UInt64: [Topic]] = [:]
        var watchesAccessibility = false
    }

    enum Deadline: Hashable, Sendable {
        case stateEnd
        /// The next reading of files whose reading took too long.
        case retry
        /// The end of the time for which a file may be missing.
        case missingFile
        case kiosk
        case accessibilityAnswers
        case press(UInt64)
        case windowsAnswer
    }

    /// The facts that never change.
    struct Options: Equatable {
        var pid: Int32
        var version: String
        /// False if the programs are started by another process.
        var startsPrograms = true
        var isFirstStart = false
    }

    let options: Options
    var shell: ShellState
    var configuration: ActiveConfiguration
    var supervisor: Supervisor
    var clients: [ClientID: Client] = [:]
    var actions = ActionRuns()
    var hooks: HookRuns
    var configurationQueue = ConfigurationQueue()
    /// The writes of the tabs to their file that are under way, in order.
    var tabsWrites: [TabsWrite] = []
    /// True once a missing file has been waited for.
    var acceptsMissingFiles = false
    /// The requests that wait for the names of the looks: for all of them, or for a look to select.
    var lookRequests: [LookRequest] = []
    var windowQueries = WindowQueries()
    var accessibility = AccessibilityQueries()
    var kiosk: Kiosk
    var attempts: LockAttempts
    var numberCheck: NumberCheck?
    /// The client that dragged the selection last. A drag ends with its connection.
    var dragging: ClientID?
    /// The last report of each program since it registered, which explains why it has failed.
    var lastProblems: [Program: String] = [:]
    /// True if the first-start page waits for the end of the next reading, because its own took too long.
    var welcomePending = false
    /// The tab of the first start or of a new title, which is not saved; nil without it.
    var transientTab: TabID?
    /// The appearance before the one of the schedule.
    var unscheduledAppearance: Appearance?
    /// The number of changes of the saved part of the state.
    var changesMade: UInt64 = 0
    private var changesHandedOver: UInt64 = 0
    var deadlines = Deadlines<Deadline>()
    private var armed: UInt64?

    /// The time of the current event, CLOCK_MONOTONIC, ns.
    var now: UInt64
    var effects: [Effect] = []
    private var changedTopics: [Topic] = []
    private var hasPublished = false

    /// Starts at a time of the wall clock, s since 1970, and of CLOCK_MONOTONIC, ns. A damaged state is saved again.
    init(
        _ options: Options, _ configuration: ActiveConfiguration, restoring saved: StateFile?, isDamaged: Bool = false,
        supervisor: Supervisor, wallClock: Int64, at now: UInt64
    ) {
        (self.options, self.configuration, self.supervisor, self.now) = (options, configuration, supervisor, now)
        var memory = saved?.memory ?? PersistentState()
        memory.appearance = configuration.configuration.appearance ?? memory.appearance
        shell = ShellState(configuration.configuration.setup, restoring: memory, now: now)
        hooks = HookRuns(of: supervisor.instance)
        kiosk = Kiosk(at: now)
        attempts = LockAttempts(
            wrong: saved?.wrongNumbers ?? 0, lastWrong: saved?.lastWrong, wallClock: wallClock, at: now)
        if isDamaged { changesMade = 1 }
    }

    /// Handles an event at a time, CLOCK_MONOTONIC, ns, and returns the effects in order.
    mutating func handle(_ event: Event, at time: UInt64) -> [Effect] {
        now = time
        supervisor.now = time
        let earlier = configuration.configuration.hooks.isEmpty ? nil : shell
        process(event)
        settle()
        if hasPublished {
            let hooks = configuration.configuration.hooks
            effects += self.hooks.changed(from: earlier ?? shell, to: shell, running: hooks, at: now)
            hasPublished = false
        }
        let next = nextDeadline
        if next != armed {
            armed = next
            effects.append(.arm(next))
        }
        defer { effects = [] }
        return effects
    }

    /// The time of the next deadline, CLOCK_MONOTONIC, ns; nil for never.
    var nextDeadline: UInt64? {
        let next = min(deadlines.next ?? .max, supervisor.deadlines.next ?? .max, hooks.deadlines.next ?? .max)
        return next == .max ? nil : next
    }

    private mutating func process(_ event: Event) {
        switch event {
        case .start(let running): start(beside: running)
        case .request(let request, let requester): respond(to: request, requester)
        case .registration(let registration, let ancestors, let requester):
            respond(requester) { core throws(WireError) in try core.register(registration, ancestors, requester) }
        case .windows(let serial, let windows, let ancestors, let requester):
            respond(requester) { core throws(WireError) in
                try core.checkIsPanel(requester.client)
                core.windowsAnswered(serial, windows, ancestors)
                return .json([:])
            }
        case .unlock(let number, let isForClient, let wallClock, let requester):
            respond(requester) { core throws(WireError) in
                try core.unlock(number, forClient: isForClient, wallClock: wallClock, requester)
            }
        case .turn(let requester): subscribe(requester)
        case .connected(let client): connected(client)
        case .disconnected(let client, let pid): disconnected(client, pid: pid)
        case .configurationRead(let reading): configurationRead(reading)
        case .filesChanged: reload(.reread)
        case .looksRead(let names): looksRead(names)
        case .tabsWritten(let error): tabsWritten(error)
        case .started(let id, let result): started(id, result)
        case .exited(let pid, let code, let lastLine): exited(pid, code: code, lastLine: lastLine)
        case .unwatched(let pid): supervisor.unwatched(pid)
        case .inspected(let program, let condition): supervisor.inspected(program, condition)
        case .orphansEnded: supervisor.orphansEnded()
        case .compositorProbed(let program, let isReachable):
            supervisor.compositorProbed(program, isReachable: isReachable)
        case .compositorAppeared: supervisor.compositorAppeared()
        case .network(let isPresent): supervisor.networkChanged(isPresent: isPresent)
        case .numberChecked(let verdict): numberChecked(verdict)
        case .deadline: fireDeadlines()
        case .wallClock(let time, let zone): followWallClock(time, zone)
        case .reload: reload(.reload)
        case .stop:
            effects.append(.notify(.stopping))
            hooks.stop()
            endHooks()
            supervisor.stop()
        case .idle: save()
        }
    }

    private mutating func start(beside running: [RunningProgram]) {
        useKioskRules()
        if options.isFirstStart { welcome() }
        deadlines[.retry] = configuration.retryDelay.map { now + $0 }
        supervisor.setUnresponsiveTimeout(configuration.configuration.unresponsiveTimeout)
        supervisor.setFront(programsInFront)
        supervisor.start(programSpecs, beside: running)
        effects.append(.notify(.ready))
    }

    private mutating func started(_ id: StartID, _ result: Result<Int32, ProcessStartError>) {
        switch id {
        case .program(let number): supervisor.started(number, result)
        case .action(let number): effects += actions.started(number, result)
        case .hook(let hook):
            effects += hooks.started(hook, result, at: now)
            endHooks()
        }
    }

    /// Once the daemon stops, ends the programs of `[[on]]`, and what they have left behind.
    private mutating func endHooks() {
        guard hooks.isStopped else { return }
        supervisor.awaitsHooks = hooks.isRunning
        supervisor.endOrphans(of: hooks.instance)
    }

    private mutating func exited(_ pid: Int32, code: Int32?, lastLine: String?) {
        if let ended = actions.exited(pid, code: code) {
            effects += ended
        } else if let ended = hooks.exited(pid, code: code, at: now) {
            effects += ended
            endHooks()
        } else {
            supervisor.exited(pid, code: code, lastLine: lastLine)
        }
    }

    private mutating func fireDeadlines() {
        armed = nil
        while let deadline = deadlines.takeDue(at: now) {
            switch deadline {
            case .stateEnd: carryOut(.endExpired)
            case .retry: reload(.reread)
            case .missingFile:
                acceptsMissingFiles = true
                reload(.reread)
            case .kiosk: advanceKiosk()
            case .accessibilityAnswers: finishAccessibilityQuestion()
            case .press(let serial): endPress(serial, "its program did not answer within 2 s")
            case .windowsAnswer:
                endWindowQueries(.failure(.notApplicable("the panel did not list its windows within 2 s")))
            }
            settle()
        }
        while let deadline = supervisor.deadlines.takeDue(at: now) {
            supervisor.fire(deadline)
            settle()
        }
        effects += hooks.killOverdue(at: now)
    }

    /// Reduces commands as one change, which the clients see as a whole, and the last one with the authority of the
    /// requesting client. The state is saved later, once for all changes of a wake-up. After an error
    /// nothing has changed. Returns the action whose program the caller starts.
    @discardableResult
    mutating func perform(
        _ commands: [Command], isAuthorized: Bool = false, then last: (command: Command, isAuthorized: Bool)? = nil
    ) throws(WireError) -> ActionID? {
        var next = shell
        var steps: [ShellModel.Effect] = []
        do throws(CommandError) {
            for (command, isAuthorized) in commands.map({ ($0, isAuthorized) }) + (last.map { [$0] } ?? []) {
                let step = try next.reduce(command, at: now, isAuthorized: isAuthorized)
                next = step.state
                steps += step.effects
            }
        } catch {
            throw WireError(error)
        }
        shell = next
        var events: [StateEvent] = []
        var started: ActionID?
        var edits: [(TabID, TabMenuAction)] = []
        for step in steps {
            switch step {
            case .publish(let event):
                events.append(event)
                changedTopics.append(event.topic)
            case .showWindow(let tab, let activation): supervisor.ensureRunning(.page(tab), activation)
            case .run(let action): started = action
            case .edit(let tab, let action): edits.append((tab, action))
            case .persist: changesMade += 1
            }
        }
        if !events.isEmpty {
            effects.append(.publish(events))
            hasPublished = true
        }
        for (tab, action) in edits { edit(tab, action) }
        return started
    }

    /// Carries out commands of the daemon itself. One that the state refuses changes nothing.
    mutating func carryOut(_ commands: Command...) {
        _ = try? perform(commands)
    }

    /// The topics that a rotation depends on, that have an end, and that change the programs in front.
    private static let (kioskTopics, endingTopics, frontTopics): ([Topic], [Topic], [Topic]) = (
        [.selection, .sheet, .menu, .bar, .drag, .kiosk, .lock], [.message, .selection, .lock],
        [.selection, .sheet, .shown]
    )

    /// Applies the consequences of changed topics.
    mutating func settle() {
        while !changedTopics.isEmpty || supervisor.hasNews {
            takeReports()
            let topics = changedTopics
            changedTopics = []
            if topics.contains(.shown) { updateViewers() }
            if topics.contains(where: Self.kioskTopics.contains) { kioskStateChanged() }
            if topics.contains(where: Self.endingTopics.contains) { deadlines[.stateEnd] = shell.nextEnd }
            let isFrontChanged = topics.contains(where: Self.frontTopics.contains)
            if isFrontChanged { supervisor.setFront(programsInFront) }
            if isFrontChanged || topics.contains(.programs) { programsForAccessibilityChanged() }
        }
        if supervisor.isRecordOutdated {
            supervisor.isRecordOutdated = false
            effects.append(.record(supervisor.running))
        }
    }

    private mutating func takeReports() {
        for var status in supervisor.reports {
            if status.phase == .failed { status.problem = lastProblems[status.program] ?? status.problem }
            carryOut(.setProgramStatus(status))
            removeDocument(after: status)
        }
        supervisor.reports = []
        effects += supervisor.effects
        supervisor.effects = []
        if supervisor.hasUnregistered {
            supervisor.hasUnregistered = false
            lookForWindows()
        }
    }

    var programsInFront: [Program] {
        var programs: [Program] = [.panel]
        for case let tab? in [shell.selection?.tab, shell.sheet.tab] {
            for program in [.page(tab), viewer(of: tab)] where !programs.contains(program) { programs.append(program) }
        }
        return programs
    }

    /// The programs of the shell, with arguments for those that the daemon starts.
    var programSpecs: [Supervisor.ProgramSpec] {
        let configuration = configuration.configuration
        return configuration.setup.programs.map { program in
            let tab = configuration.setup.tabs.first { .page($0.id) == program }
            return Supervisor.ProgramSpec(
                program: program,
                arguments: options.startsPrograms || !program.isOnScreen ? configuration.programs[program] : nil,
                directory: tab.flatMap { configuration.directories[$0.id] },
                appIDs: tab?.window?.appIDs, keepsOpen: tab.map { configuration.keptTabs.contains($0.id) } ?? false,
                needsNetwork: configuration.networkTabs.contains { .page($0) == program },
                isConfined: configuration.setup.lock != nil && tab?.window != nil
                    && !configuration.shellControllers.contains { .page($0) == program })
        } + viewerSpecs
    }

    /// True if the state has changed since it was handed over to be saved.
    var hasUnsavedChanges: Bool { changesMade != changesHandedOver }

    /// Saves the state if it has changed. Only the replies to the changes wait for that.
    private mutating func save() {
        guard hasUnsavedChanges else { return }
        changesHandedOver = changesMade
        let content = StateFile(
            memory: unscheduledMemory, look: shell.kiosk.scheduled.look == nil ? configuration.lookOverride : nil,
            wrongNumbers: attempts.wrong, lastWrong: attempts.lastWrong)
        effects.append(.save(content, change: changesMade))
    }

    mutating func warn(_ line: String) { effects.append(.log(line, isWarning: true)) }

    mutating func reply(_ requester: Requester, _ result: Result<JSON, WireError>, after change: UInt64? = nil) {
        effects.append(.reply(requester, result, after: change))
    }
}
