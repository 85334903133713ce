// SPDX-License-Identifier: MIT
import ShellModel
import SocketServer
import TabshellIPC

// MARK: - A screen that nobody watches
extension Daemon {
    func startKiosk() {
        kiosk.onStep = { [weak self] in self?.idle($0) }
        kiosk.use(state.kiosk.rules, isIdle: state.kiosk.isIdle)
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

    private func idle(_ step: IdleStep) {
        var commands = [Command.idle(step)]
        if step == .returned, state.kiosk.rules.idle.resets {
            let configuration = configurationManager.configuration
            if let appearance = configuration.appearance { commands.append(.setAppearance(appearance)) }
            commands.append(.setPreferences(Preferences(), of: configuration.setup.look))
            if configurationManager.lookOverride != nil {
                configurationQueue?.add(.look(configurationManager.configuredLook)) { [log] result in
                    if case .failure(let error) = result { log.warning("the look is not reset: \(error.message)") }
                }
            }
        }
        _ = try? perform(commands)
    }
}
