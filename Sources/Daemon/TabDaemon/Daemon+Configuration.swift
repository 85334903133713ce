// SPDX-License-Identifier: MIT
import EventLoop
import Localization
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
        guard configurationManager.status.errors.isEmpty, configurationManager.unsavedTabs == nil else { return }
        configurationCopy?.save(configurationManager.configuration, from: configurationManager.loader)
    }

    func watchConfiguration() {
        let (paths, looks) = (configurationManager.watchedPaths, configurationManager.watchedLooks)
        guard !paths.isEmpty || looks != nil else { return }
        do throws(SystemError) {
            configurationWatcher = try FileWatcher(paths, and: looks, on: loop) { [weak self] in
                self?.reloadLoggingErrors(.reread)
            }
            if let failure = configurationWatcher?.failure { throw failure }
        } catch {
            log.warning("cannot watch the configuration, so changes need `tabctl reload`: \(error)")
        }
    }

    func startConfigurationQueue() {
        let queue = ConfigurationQueue(configurationManager.loader, on: loop) { [weak self] files in
            self?.configurationManager.lookToLoad(over: files)
        } unsaved: { [weak self] in
            (self?.configurationManager.unsavedTabs, self?.configurationManager.lookOverride?.look)
        } tabsText: { [weak self] in
            self?.configurationManager.configuration.tabsText ?? ""
        }
        queue.tabsToKeep = { [weak self] in self?.configurationManager.tabsToKeep(over: $0) }
        queue.onReload = { [weak self] files, overridden, keepsTabs in
            guard let self else { return .success([:]) }
            let earlier = configurationManager.configuration
            configurationManager.use(files, overridden: overridden, keepsTabs: keepsTabs)
            saveConfiguration()
            for problem in configurationManager.warnings { log.warning(problem) }
            let isChanged = configurationManager.configuration != earlier
            let (look, before) = (configurationManager.configuration.setup.look, earlier.setup.look)
            let preferences = Command.setPreferences(state.preferences.remaining(with: look, after: before), of: look)
            return apply(configurationManager.configuration, after: earlier, then: preferences).map {
                ["changed": .bool(isChanged), "revision": JSON(state.revision)]
            }
        }
        queue.onErrors = { [weak self] in
            guard let self else { return }
            configurationManager.refuse($0)
            _ = perform(.setConfigurationStatus(configurationManager.status))
        }
        queue.onLook = { [weak self] look, files in
            guard let self else { return .success([:]) }
            let earlier = configurationManager.configuration
            configurationManager.select(look, files)
            saveConfiguration()
            return apply(files, after: earlier).map { ["look": .string(lookName), "revision": JSON(state.revision)] }
        }
        queue.onChange = { [weak self] in self?.changeTabs($0, selects: $1) ?? .success([:]) }
        queue.transientTab = { [weak self] in self?.welcomeTab }
        queue.onSave = { [weak self] in self?.save($0, completion: $1) }
        configurationQueue = queue
    }

    /// Reads the configuration beside the loop, and replies when it is in force. The client's later requests wait for that, and
    /// nobody else's.
    func readConfiguration(_ job: ConfigurationQueue.Job, id: RequestID?, from connection: Connection) {
        connection.suspend()
        if case .reload = job { notifier.notifyReloading() }
        configurationQueue?.add(job) { [weak self] result in
            guard let self else { return }
            if case .reload = job { notifier.notify("READY=1") }
            output.reply(id: id, result, to: connection, after: changes.made)
            connection.resume()
        }
    }

    /// Reloads without a client that waits for a reply: errors go to the log.
    func reloadLoggingErrors(_ job: ConfigurationQueue.Job = .reload) {
        notifier.notifyReloading()
        configurationQueue?.add(job) { [weak self] result in
            guard let self else { return }
            notifier.notify("READY=1")
            guard case .failure(let error) = result else { return }
            guard case .array(let errors)? = error.data?["errors"] else { return log.warning(error.message) }
            log.warning("the configuration has errors, so the old one stays in force:")
            for case .string(let line) in errors { log.warning(line) }
        }
    }

    /// Shows the page of the first start in a tab of its own, which goes when the tabs are saved.
    func welcome() {
        let lines = """
            [[tabs]]
            id = "welcome"
            title = "\(localized("Welcome"))"
            icon = "home"
            hidden = true
            exec = ["tabshell-page", "--tab", "welcome", "--welcome"]

            """
        configurationQueue?.add(.extend(lines)) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success: welcomeTab = "welcome"
            case .failure(let error): log.warning("the page of the first start is not shown: \(error.message)")
            }
        }
    }

    /// Puts a change of the tabs in force.
    private func changeTabs(_ files: Configuration, selects: Bool) -> Result<JSON, WireError> {
        let earlier = configurationManager.configuration
        configurationManager.change(files)
        let known = Set(earlier.setup.tabs.map(\.id))
        let added = files.setup.tabs.first { !known.contains($0.id) }?.id
        let selected = selects ? added.map { Command.select($0) } : nil
        return apply(files, after: earlier, then: selected).map {
            let members = added.map { [JSON.Member("tab", .string($0.rawValue))] } ?? []
            return .object(members + [.init("revision", JSON(state.revision))])
        }
    }

    /// Writes the changes of the tabs to their file.
    private func save(_ files: Configuration, completion: @escaping (Result<JSON, WireError>) -> Void) {
        guard let tabsFile else {
            return completion(
                .failure(
                    WireError(.notApplicable, localized("neither XDG_CONFIG_HOME nor HOME is set, so there is no file"))
                ))
        }
        let earlier = configurationManager.configuration
        configurationManager.change(files)
        _ = apply(files, after: earlier)
        func result(_ isChanged: Bool) -> JSON {
            ["file": .string(tabsFile.path), "changed": .bool(isChanged), "revision": JSON(state.revision)]
        }
        guard configurationManager.unsavedTabs != nil else { return completion(.success(result(false))) }
        tabsFile.write(files.tabsText) { [weak self] error in
            guard let self else { return }
            if error == nil {
                configurationManager.saved(files)
                saveConfiguration()
                // The look is in the file now.
                changes.made += 1
            }
            _ = perform(.setConfigurationStatus(configurationManager.status))
            completion(error.map { .failure(.persistenceFailed($0)) } ?? .success(result(true)))
        }
    }

    /// - Parameter last: a command that follows in the same change.
    private func apply(
        _ configuration: Configuration, after earlier: Configuration, then last: Command? = nil
    ) -> Result<Void, WireError> {
        var commands = [Command.configure(configuration.setup), .setConfigurationStatus(configurationManager.status)]
        if let appearance = configuration.appearance, appearance != earlier.appearance {
            commands.append(.setAppearance(appearance))
        }
        if let last { commands.append(last) }
        let result = perform(commands).map { _ in }
        if welcomeTab.flatMap({ state.tab($0) }) == nil { welcomeTab = nil }
        supervisor.setUnresponsiveTimeout(configuration.unresponsiveTimeout)
        supervisor.update(programSpecs)
        // The look that was selected is saved, too.
        changes.made += 1
        return result
    }
}
