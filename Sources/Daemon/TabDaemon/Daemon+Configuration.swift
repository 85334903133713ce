// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import ShellModel
import SocketIPC
import TabConfig
import TabshellIPC

// MARK: - Changes of the configuration
extension Daemon {
    /// Publishes the errors of the files, and enters a scene, which another configuration may lack.
    func reportConfiguration(entering scene: String?) throws(WireError) {
        let errors = configurationManager.status.errors
        guard !errors.isEmpty else {
            if let scene { try state.enter(scene, of: configurationManager) }
            return saveConfiguration()
        }
        let isSaved = configurationManager.status.source == .saved
        log.warning(
            "the configuration has errors, so \(isSaved ? "the last one without errors" : "the default") is in force:")
        for error in errors { log.warning(error) }
        _ = perform(.setConfigurationStatus(configurationManager.status))
        guard let scene else { return }
        do throws(WireError) {
            try state.enter(scene, of: configurationManager)
        } catch {
            log.warning(error.message)
        }
    }

    /// Saves the configuration in force for a start with errors in its files.
    private func saveConfiguration() {
        guard configurationManager.status.errors.isEmpty else { return }
        configurationCopy?.save(configurationManager.configuration, of: configurationManager.loader.file)
    }

    func watchConfiguration() {
        let (paths, looks) = (configurationManager.watchedPaths, configurationManager.watchedLooks)
        guard !paths.isEmpty || looks != nil else { return }
        do throws(SystemError) {
            configurationWatcher = try FileWatcher(paths, and: looks, on: loop) { [unowned self] in
                reloadLoggingErrors()
            }
            if let failure = configurationWatcher?.failure { throw failure }
        } catch {
            log.warning("cannot watch the configuration, so changes need `tabctl reload`: \(error)")
        }
    }

    func startConfigurationQueue() {
        let queue = ConfigurationQueue(configurationManager.loader, on: loop) { [unowned self] files in
            configurationManager.lookToLoad(over: files)
        }
        queue.onReload = { [unowned self] files, overridden in
            let earlier = configurationManager.configuration
            configurationManager.use(files, overridden: overridden)
            saveConfiguration()
            for problem in configurationManager.warnings { log.warning(problem) }
            let isChanged = configurationManager.configuration != earlier
            return apply(configurationManager.configuration, after: earlier).map {
                ["changed": .bool(isChanged), "revision": JSON(state.revision)]
            }
        }
        queue.onErrors = { [unowned self] in
            configurationManager.refuse($0)
            _ = perform(.setConfigurationStatus(configurationManager.status))
        }
        queue.onLook = { [unowned self] look, files in
            let earlier = configurationManager.configuration
            configurationManager.select(look, files)
            saveConfiguration()
            return apply(files, after: earlier).map { ["look": .string(lookName), "revision": JSON(state.revision)] }
        }
        configurationQueue = queue
    }

    /// Reads the configuration beside the loop, and replies when it is in force. The client's later requests wait for that, and
    /// nobody else's.
    func readConfiguration(_ job: ConfigurationQueue.Job, id: RequestID?, from connection: Connection) {
        connection.suspend()
        if case .reload = job { notifier.notifyReloading() }
        configurationQueue?.add(job) { [unowned self] result in
            if case .reload = job { notifier.notify("READY=1") }
            output.reply(id: id, result, to: connection, after: changes.made)
            connection.resume()
        }
    }

    /// Reloads without a client that waits for a reply: errors go to the log.
    func reloadLoggingErrors() {
        notifier.notifyReloading()
        configurationQueue?.add(.reload) { [unowned self] result in
            notifier.notify("READY=1")
            guard case .failure(let error) = result else { return }
            guard case .array(let errors)? = error.data?["errors"] else { return log.warning(error.message) }
            log.warning("the configuration has errors, so the old one stays in force:")
            for case .string(let line) in errors { log.warning(line) }
        }
    }

    private func apply(_ configuration: Configuration, after earlier: Configuration) -> Result<Void, WireError> {
        var commands = [Command.configure(configuration.setup), .setConfigurationStatus(configurationManager.status)]
        if let appearance = configuration.appearance, appearance != earlier.appearance {
            commands.append(.setAppearance(appearance))
        }
        let result = perform(commands).map { _ in }
        supervisor.setUnresponsiveTimeout(configuration.unresponsiveTimeout)
        supervisor.update(programSpecs)
        // The look that was selected is saved, too.
        changes.made += 1
        return result
    }
}
