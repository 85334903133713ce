// SPDX-License-Identifier: MIT
import EventLoop
import Localization
import Posix
import ShellModel
import SocketServer
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
        _ = try? perform(.setConfigurationStatus(configurationManager.status))
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

    /// Watches the files. Create it before they are read, so that no change is missed in between.
    ///
    /// - Returns: nil without files, or if they cannot be watched, which is logged.
    static func watchFiles(of loader: ConfigurationLoader, on loop: EventLoop, log: Log) -> FileWatcher? {
        let (paths, looks) = ([loader.file, loader.tabsFile].compactMap(\.self), loader.lookFiles)
        guard !paths.isEmpty || looks != nil else { return nil }
        do throws(SystemError) {
            let watcher = try FileWatcher(paths, and: looks, on: loop)
            guard let failure = watcher.failure else { return watcher }
            throw failure
        } catch {
            log.warning("cannot watch the configuration, so changes need `tabctl reload`: \(error)")
            return nil
        }
    }

    func startConfigurationQueue() {
        configurationQueue = ConfigurationQueue { [weak self] job, onEnd in
            guard let self else { return nil }
            let request = configurationManager.request(for: job, without: welcomeTab)
            return configurationManager.loader.load(request, on: loop, onEnd: onEnd)
        } apply: { [weak self] in
            self?.apply($0, $1, $2)
        }
    }

    private func apply(
        _ job: ConfigurationQueue.Job, _ reading: ConfigurationQueue.Reading,
        _ completion: @escaping ConfigurationQueue.Completion
    ) {
        let files: ConfigurationReading
        do throws(ConfigurationErrors) {
            files = try reading.get()
        } catch {
            return completion(.failure(refuse(error, of: job)))
        }
        switch job {
        case .reload, .reread: completion(Result { () throws(WireError) in try reload(files) })
        case .look(let look):
            completion(Result { () throws(WireError) in try select(look, files.configuration) })
        case .change(let change, let selects):
            let tab: TabID? = if case .setWindow(let tab, _) = change { tab } else { nil }
            completion(
                Result { () throws(WireError) in try changeTabs(files.configuration, of: tab, selects: selects) })
        case .extend:
            completion(Result { () throws(WireError) in try changeTabs(files.configuration, selects: true) })
        case .save: save(files, completion: completion)
        }
    }

    /// Puts a look in force in place of the configured one.
    private func select(_ look: String, _ files: Configuration) throws(WireError) -> JSON {
        let earlier = configurationManager.configuration
        configurationManager.select(look, files)
        saveConfiguration()
        try apply(files, after: earlier)
        return ["look": .string(lookName), "revision": JSON(state.revision)]
    }

    /// Returns the error of the reply to a job whose files have errors.
    private func refuse(_ errors: ConfigurationErrors, of job: ConfigurationQueue.Job) -> WireError {
        switch job {
        case .reload, .reread:
            configurationManager.refuse(errors)
            armRetryTimer()
            _ = try? perform(.setConfigurationStatus(configurationManager.status))
            return WireError(errors)
        case .look: return WireError(errors)
        case .extend where errors.isTimeout:
            isWelcomeLate = true
            configurationManager.countLateReading()
            armRetryTimer()
            return WireError(changing: errors)
        case .change, .extend: return WireError(changing: errors)
        case .save:
            let error = WireError(changing: errors)
            log.warning("the tabs are not saved: \(error.message)")
            return error
        }
    }

    /// Puts files that were read anew in force.
    private func reload(_ files: ConfigurationReading) throws(WireError) -> JSON {
        let earlier = configurationManager.configuration
        configurationManager.use(files)
        armRetryTimer()
        if isWelcomeLate { welcome() }
        let configuration = configurationManager.configuration
        saveConfiguration()
        for problem in configurationManager.warnings { log.warning(problem) }
        let (look, before) = (configuration.setup.look, earlier.setup.look)
        let preferences = Command.setPreferences(state.preferences.remaining(with: look, after: before), of: look)
        try apply(configuration, after: earlier, then: preferences)
        return ["changed": .bool(configuration != earlier), "revision": JSON(state.revision)]
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
        isWelcomeLate = false
        configurationQueue?.add(.extend(lines)) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success: welcomeTab = "welcome"
            case .failure(let error): log.warning("the page of the first start is not shown: \(error.message)")
            }
        }
    }

    /// Puts a change of the tabs in force.
    ///
    /// - Parameter tab: the tab that is changed; nil for the one that is added.
    private func changeTabs(
        _ files: Configuration, of tab: TabID? = nil, selects: Bool
    ) throws(WireError) -> JSON {
        let earlier = configurationManager.configuration
        configurationManager.change(files)
        let known = Set(earlier.setup.tabs.map(\.id))
        let added = files.setup.tabs.first { !known.contains($0.id) }?.id
        let selected = selects ? (added ?? tab).map { Command.select($0) } : nil
        try apply(files, after: earlier, then: selected)
        let members = added.map { [JSON.Member("tab", .string($0.rawValue))] } ?? []
        return .object(members + [.init("revision", JSON(state.revision))])
    }

    /// Writes the changes of the tabs to their file. If that has changed since it was read, it is read again.
    private func save(_ reading: ConfigurationReading, completion: @escaping (Result<JSON, WireError>) -> Void) {
        guard let tabsFile else {
            let error = WireError(
                .notApplicable, localized("neither XDG_CONFIG_HOME nor HOME is set: no place for a configuration file"))
            return completion(.failure(error))
        }
        let earlier = configurationManager.configuration
        let files = reading.configuration
        configurationManager.prepareSave(reading)
        try? apply(files, after: earlier)
        func result(_ isChanged: Bool) -> JSON {
            ["file": .string(tabsFile.path), "changed": .bool(isChanged), "revision": JSON(state.revision)]
        }
        guard configurationManager.unsavedTabs != nil else { return completion(.success(result(false))) }
        tabsFile.write(files.tabsText, over: self.configurationManager.tabsFile) { [weak self] error in
            guard let self else { return }
            if let error, error.code == TabsFile.hasChanged {
                configurationQueue?.add(.save, completion: completion)
                return
            }
            if let error {
                // The program that asked may have given way to what was added.
                configurationManager.refuse(saving: localized("\(tabsFile.path): not saved: \(error)"))
            } else {
                configurationManager.saved(files)
                saveConfiguration()
                // The look is in the file now.
                changes.made += 1
            }
            _ = try? perform(.setConfigurationStatus(configurationManager.status))
            completion(error.map { .failure(.persistenceFailed($0)) } ?? .success(result(true)))
        }
    }

    /// - Parameter last: a command that follows in the same change.
    private func apply(
        _ configuration: Configuration, after earlier: Configuration, then last: Command? = nil
    ) throws(WireError) {
        var commands = [Command.configure(configuration.setup), .setConfigurationStatus(configurationManager.status)]
        if let appearance = configuration.appearance, appearance != earlier.appearance {
            commands.append(.setAppearance(appearance))
        }
        if configuration.lockHash != earlier.lockHash { commands.append(.setUnlocked(false)) }
        commands += documents(outdatedBy: configuration, after: earlier)
        defer {
            if welcomeTab.flatMap({ state.tab($0) }) == nil { welcomeTab = nil }
            supervisor.setUnresponsiveTimeout(configuration.unresponsiveTimeout)
            supervisor.update(programSpecs)
            kiosk.use(state.kiosk.rules)
            // The look that was selected is saved, too.
            changes.made += 1
        }
        _ = try perform(commands, isAuthorized: true, then: last)
    }
}
