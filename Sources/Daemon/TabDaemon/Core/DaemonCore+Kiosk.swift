import ShellModel
import TabshellIPC

extension DaemonCore {
    /// The clock of an unattended screen. It has deadlines only while something is configured to follow.
    struct Kiosk: Equatable {
        /// The time without input after which its end is reported, ns.
        fileprivate static let quietTime: UInt64 = 1_000_000_000

        fileprivate var clock: KioskClock
        /// The clients that have noticed input.
        fileprivate var active: Set<ClientID> = []

        init(at now: UInt64) { clock = KioskClock(at: now) }
    }

    mutating func activity(_ isActive: Bool, watch: InputWatch?, from client: ClientID) throws(WireError) {
        if let watch {
            try checkIsPanel(client)
            try perform([.setInputWatch(watch)])
        } else {
            _ = try program(of: client)
        }
        let wasQuiet = kiosk.active.isEmpty
        if isActive { kiosk.active.insert(client) } else { kiosk.active.remove(client) }
        guard kiosk.active.isEmpty != wasQuiet || isActive else { return }
        input(isActive: !kiosk.active.isEmpty, at: isActive ? now : max(now, Kiosk.quietTime) - Kiosk.quietTime)
    }

    mutating func endActivity(of client: ClientID) {
        if kiosk.active.remove(client) != nil, kiosk.active.isEmpty { input(isActive: false, at: now) }
    }

    private mutating func input(isActive: Bool, at time: UInt64) {
        for event in kiosk.clock.input(isActive: isActive, at: time) { handle(event) }
        advanceKiosk()
    }

    /// Follows the rules of the configuration in force. A current idle time starts over.
    mutating func useKioskRules() {
        let rules = shell.kiosk.rules
        guard rules != kiosk.clock.rules else { return advanceKiosk() }
        kiosk.clock.rules = rules
        if shell.kiosk.isIdle { handle(.idle(.active)) }
        effects.append(.readWallClock)
    }

    mutating func kioskStateChanged() {
        let rules = kiosk.clock.rules
        if !rules.rotation.stops.isEmpty || rules.schedule.contains(where: { $0.values.tab != nil }) {
            advanceKiosk()
        }
    }

    mutating func advanceKiosk() {
        for event in kiosk.clock.advance(to: now, shell) { handle(event) }
        deadlines[.kiosk] = kiosk.clock.deadline
    }

    /// Applies the time of day, and waits for the next change of the schedule or of the clock.
    mutating func followWallClock(_ time: Int64, _ zone: LocalZone) {
        for event in kiosk.clock.wallClock(time, offset: zone.offset) { handle(event) }
        advanceKiosk()
        guard !kiosk.clock.rules.schedule.isEmpty else { return effects.append(.armWallClock(nil)) }
        // After a day without a change, check again.
        let next = kiosk.clock.nextScheduleChange(after: time, offset: zone.offset) ?? time + 7 * 86_400
        effects.append(.armWallClock(next))
    }

    private mutating func handle(_ event: KioskClock.Event) {
        switch event {
        case .idle(.returned) where shell.kiosk.rules.idle.resets:
            _ = try? perform([.idle(.returned)] + reset)
            selectLook(shell.kiosk.scheduled.look)
        case .idle(let step): carryOut(.idle(step))
        case .schedule(let values): follow(values)
        case .start: carryOut(.goToStart)
        case .turn(let tab): carryOut(.select(tab))
        case .rotation(let phase): carryOut(.setRotation(phase))
        }
    }

    /// The commands that restore the appearance and the preferences of the configuration and of the time of day.
    private var reset: [Command] {
        let (configuration, scheduled) = (configuration.configuration, shell.kiosk.scheduled)
        let appearance = scheduled.appearance ?? configuration.appearance
        return (appearance.map { [.setAppearance($0)] } ?? [])
            + [.setPreferences(Preferences(contrast: scheduled.contrast), of: configuration.setup.look)]
    }

    /// The saved part of the state without the values of the time of day: the daemon may start at another one.
    var unscheduledMemory: PersistentState {
        var memory = shell.persistentState
        if shell.kiosk.scheduled.appearance != nil { memory.appearance = unscheduledAppearance }
        if shell.kiosk.scheduled.contrast != nil { memory.preferences.contrast = nil }
        return memory
    }

    /// Puts the values of a time of day in force, and the configuration's in place of the earlier ones.
    private mutating func follow(_ values: ScheduledValues) {
        let earlier = shell.kiosk.scheduled
        var commands = [Command.setScheduled(values)]
        if values.appearance != earlier.appearance {
            if earlier.appearance == nil { unscheduledAppearance = shell.appearance.value }
            let other = configuration.configuration.appearance ?? unscheduledAppearance
            if let appearance = values.appearance ?? other { commands.append(.setAppearance(appearance)) }
        }
        if values.contrast != earlier.contrast {
            var preferences = shell.preferences
            preferences.contrast = values.contrast
            commands.append(.setPreferences(preferences, of: configuration.configuration.setup.look))
        }
        _ = try? perform(commands)
        if values.look != earlier.look { selectLook(values.look) }
    }

    /// Puts a look in force, or the configured one.
    private mutating func selectLook(_ name: String?) {
        let name = name ?? configuration.configuredLook
        guard name != configuration.configuration.setup.look.name else { return }
        read(.look(name), for: .schedule(look: name))
    }
}
