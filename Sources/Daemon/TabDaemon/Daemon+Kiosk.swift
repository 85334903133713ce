// SPDX-License-Identifier: MIT
import ShellModel
import SocketServer
import TabshellIPC

// MARK: - A screen that nobody watches
extension Daemon {
    func startKiosk() {
        kiosk.state = { [weak self] in self?.state ?? ShellState() }
        kiosk.onEvent = { [weak self] in self?.handle($0) }
        kiosk.use(state.kiosk.rules)
    }

    /// Takes notice of a program's report of input.
    func activity(
        _ isActive: Bool, watch: InputWatch?, from connection: Connection
    ) throws(WireError) -> JSON {
        if let watch {
            try checkIsPanel(connection)
            _ = try perform(.setInputWatch(watch))
        } else {
            _ = try program(of: connection)
        }
        kiosk.activity(isActive, of: ObjectIdentifier(connection))
        return [:]
    }

    private func handle(_ event: KioskClock.Event) {
        switch event {
        case .idle(.returned) where state.kiosk.rules.idle.resets:
            _ = try? perform([.idle(.returned)] + reset)
            selectLook(state.kiosk.scheduled.look)
        case .idle(let step): _ = try? perform(.idle(step))
        case .schedule(let values): follow(values)
        case .start: _ = try? perform(.goToStart)
        case .turn(let tab): _ = try? perform(.select(tab))
        case .rotation(let phase): _ = try? perform(.setRotation(phase))
        }
    }

    /// The commands that restore the appearance and the preferences of the configuration and of the time of day.
    private var reset: [Command] {
        let (configuration, scheduled) = (configurationManager.configuration, state.kiosk.scheduled)
        let appearance = scheduled.appearance ?? configuration.appearance
        return (appearance.map { [.setAppearance($0)] } ?? [])
            + [.setPreferences(Preferences(contrast: scheduled.contrast), of: configuration.setup.look)]
    }

    /// The saved part of the state without the values of the time of day: the daemon may start at another one.
    var unscheduledMemory: PersistentState {
        var memory = state.persistentState
        if state.kiosk.scheduled.appearance != nil { memory.appearance = unscheduledAppearance }
        if state.kiosk.scheduled.contrast != nil { memory.preferences.contrast = nil }
        return memory
    }

    /// Puts the values of a time of day in force, and those of the configuration in place of the earlier ones.
    private func follow(_ values: ScheduledValues) {
        let earlier = state.kiosk.scheduled
        var commands = [Command.setScheduled(values)]
        if values.appearance != earlier.appearance {
            if earlier.appearance == nil { unscheduledAppearance = state.appearance.value }
            let other = configurationManager.configuration.appearance ?? unscheduledAppearance
            if let appearance = values.appearance ?? other { commands.append(.setAppearance(appearance)) }
        }
        if values.contrast != earlier.contrast {
            var preferences = state.preferences
            preferences.contrast = values.contrast
            commands.append(.setPreferences(preferences, of: configurationManager.configuration.setup.look))
        }
        _ = try? perform(commands)
        if values.look != earlier.look { selectLook(values.look) }
    }

    /// Puts a look in force, or that of the configuration.
    private func selectLook(_ name: String?) {
        let name = name ?? configurationManager.configuredLook
        guard name != configurationManager.configuration.setup.look.name else { return }
        configurationQueue?.add(.look(name)) { [log] result in
            if case .failure(let error) = result { log.warning("the look \(name) is not in force: \(error.message)") }
        }
    }
}
