import Localization
import Posix
import ShellModel
import ShellConfig
import TabshellIPC

extension DaemonCore {
    struct TabsWrite: Equatable {
        var waiters: [ConfigurationQueue.Waiter]
        var configuration: Configuration
    }

    /// The time for which a file may be missing, ns: while it is replaced, or its file system is mounted.
    private static let absenceTimeout: UInt64 = 5_000_000_000

    mutating func reportConfiguration() {
        for problem in configuration.warnings { warn(problem) }
        let status = configuration.publishedStatus
        if !status.errors.isEmpty {
            warn(
                "the configuration has errors, so \(status.source == .saved ? "the last one without errors" : "the default") is in force:"
            )
            for error in status.errors { warn(error) }
            carryOut(.setConfigurationStatus(status))
        }
        copyConfiguration()
    }

    /// Keeps the configuration in force for a start with errors in its files.
    private mutating func copyConfiguration() {
        guard configuration.publishedStatus.errors.isEmpty, configuration.unsavedTabs == nil else { return }
        effects.append(.copyConfiguration(configuration.configuration))
    }

    /// Reads the configuration for a client, and replies when it is in force. Only the client's own later requests wait.
    mutating func readConfiguration(_ job: ConfigurationQueue.Job, for requester: Requester) -> Answer {
        effects.append(.deferRequests(requester.client))
        if job == .reload { effects.append(.notify(.reloading)) }
        effects.append(.keepPlace(requester))
        read(job, for: .client(requester))
        return .later
    }

    /// Reads the configuration anew, with no client waiting for a reply.
    mutating func reload(_ job: ConfigurationQueue.Job) {
        effects.append(.notify(.reloading))
        read(job, for: .log)
    }

    mutating func read(_ job: ConfigurationQueue.Job, for waiter: ConfigurationQueue.Waiter) {
        configurationQueue.add(job, for: waiter)
        readNext()
    }

    private mutating func readNext() {
        guard let job = configurationQueue.begin() else { return }
        effects.append(.readConfiguration(configuration.request(for: job, without: transientTab)))
    }

    static let welcome: TabID = "welcome"

    var welcomeLines: String { Self.lines(Self.welcome, localized("Welcome"), #"icon = "home""#, "--welcome") }

    /// The table of a hidden tab with a page, for the file of the tabs.
    static func lines(_ id: TabID, _ title: String, _ more: String, _ arguments: String...) -> String {
        let program = ["tabshell-page", "--tab", id.rawValue] + arguments
        return """
            [[tabs]]
            id = "\(id)"
            title = "\(title)"
            hidden = true
            exec = ["\(program.joined(separator: "\", \""))"]
            \(more)

            """
    }

    /// Shows the first-start page in its own tab, which goes when the tabs are saved.
    mutating func welcome() {
        welcomePending = false
        read(.extend(Self.welcome, welcomeLines), for: .welcome)
    }

    /// Puts a reading in force, everywhere or nowhere.
    mutating func configurationRead(_ reading: Result<ConfigurationReading, ConfigurationErrors>) {
        defer { readNext() }
        guard let entry = configurationQueue.end() else { return }
        let files: ConfigurationReading
        do throws(ConfigurationErrors) {
            files = try reading.get()
        } catch {
            return end(entry, .failure(refuse(error, of: entry.job)))
        }
        if let error = refusal(of: files, for: entry.job) { return end(entry, .failure(error)) }
        let before = self
        do throws(WireError) {
            guard let members = try use(files, entry) else { return }
            settle()
            end(entry, .success(.object(members + [.init("revision", JSON(shell.revision))])))
        } catch {
            self = before
            end(entry, .failure(error))
        }
    }

    private mutating func end(_ entry: ConfigurationQueue.Entry, _ result: Result<JSON, WireError>) {
        settle()
        for waiter in entry.waiters {
            switch (waiter, result) {
            case (.client(let requester), _):
                if entry.job == .reload { effects.append(.notify(.ready)) }
                effects += [.reply(requester, result, after: changesMade), .resume(requester.client)]
            case (.log, .failure(let error)):
                effects.append(.notify(.ready))
                if case .array(let errors)? = error.data?["errors"] {
                    warn("the configuration has errors, so the old one stays in force:")
                    for case .string(let line) in errors { warn(line) }
                } else {
                    warn(error.message)
                }
            case (.log, .success): effects.append(.notify(.ready))
            case (.welcome, .failure(let error)):
                warn("the page of the first start is not shown: \(error.message)")
            case (.schedule(let look), .failure(let error)):
                warn("the look \(look) is not in force: \(error.message)")
            case (.screen(let message), _): ended(entry.job, result, message: message)
            case (.welcome, .success), (.schedule, .success): break
            }
        }
    }

    /// Returns the error of the reply to a job whose files have errors.
    private mutating func refuse(_ errors: ConfigurationErrors, of job: ConfigurationQueue.Job) -> WireError {
        switch job {
        case .reload, .reread:
            configuration.refuse(errors)
            publishStatus()
            return WireError(errors)
        case .look: return WireError(errors)
        case .extend where errors.isTimeout:
            welcomePending = true
            configuration.countLateReading()
            deadlines[.retry] = configuration.retryDelay.map { now + $0 }
            return WireError(changing: errors)
        case .change, .extend: return WireError(changing: errors)
        case .save:
            let error = WireError(changing: errors)
            warn("the tabs are not saved: \(error.message)")
            return error
        }
    }

    /// Returns the error of a job with a missing file: it may be in the middle of a replacement, and must not remove the lock.
    private mutating func refusal(of files: ConfigurationReading, for job: ConfigurationQueue.Job) -> WireError? {
        let missing = configuration.presentFiles.filter { !files.files.contains($0) }
        // In place of an unreadable lock, a requested reload accepts the present files.
        let isPlaceholder = configuration.configuration.lockHash == nil && job == .reload
        let losesLock = configuration.losesLock(in: files) && !isPlaceholder
        let isReading = job == .reload || job == .reread
        guard let file = losesLock ? configuration.file : missing.first else {
            acceptsMissingFiles = false
            deadlines[.missingFile] = nil
            return nil
        }
        let isAwaited = job == .reread && !acceptsMissingFiles
        guard losesLock || isAwaited || !isReading else { return nil }
        configuration.refuse(missing: file, isFinal: losesLock)
        if isAwaited, !losesLock, deadlines[.missingFile] == nil {
            deadlines[.missingFile] = now + Self.absenceTimeout
        }
        publishStatus()
        return WireError(.invalidConfiguration, configuration.publishedStatus.errors.joined(separator: "; "))
    }

    private mutating func publishStatus() {
        deadlines[.retry] = configuration.retryDelay.map { now + $0 }
        carryOut(.setConfigurationStatus(configuration.publishedStatus))
    }

    /// Uses a reading. Returns the members of the reply; nil if it follows when the tabs are written.
    private mutating func use(
        _ files: ConfigurationReading, _ entry: ConfigurationQueue.Entry
    ) throws(WireError) -> [JSON.Member]? {
        let earlier = configuration.configuration
        let new = files.configuration
        let isAuthorized = entry.waiters.contains {
            if case .client(let requester) = $0 { clients[requester.client]?.isAuthorized == true } else { false }
        }
        switch entry.job {
        case .reload, .reread:
            configuration.use(files)
            deadlines[.retry] = nil
            if welcomePending { welcome() }
            for problem in configuration.warnings { warn(problem) }
            let (look, before) = (new.setup.look, earlier.setup.look)
            let preferences = Command.setPreferences(shell.preferences.remaining(with: look, after: before), of: look)
            try apply(after: earlier, then: preferences)
            copyConfiguration()
            return [.init("changed", .bool(configuration.configuration != earlier))]
        case .look(let look):
            configuration.select(look, new)
            try apply(after: earlier)
            copyConfiguration()
            return [.init("look", .string(lookName))]
        case .change(let change, let selects):
            let tab: TabID? =
                switch change {
                case .add(let tab, _): tab.id
                case .setWindow(let tab, _): tab
                case .remove, .move: nil
                }
            return try changeTabs(new, of: tab, selects: selects, isAuthorized: isAuthorized)
        case .extend(let tab, _):
            let members = try changeTabs(new, of: nil, selects: true, isAuthorized: isAuthorized)
            transientTab = tab
            // An order in the file leaves it out.
            if shell.tab(tab) == nil {
                let addition = ConfigurationQueue.Job.change(.add(NewTab(id: tab), .last), selects: true)
                configurationQueue.add(addition, for: .screen(nil), isNext: true)
                readNext()
            }
            return members
        case .save: return try save(files, entry.waiters)
        }
    }

    /// Puts a change of a tab in force; nil for an added one.
    private mutating func changeTabs(
        _ new: Configuration, of tab: TabID?, selects: Bool, isAuthorized: Bool
    ) throws(WireError) -> [JSON.Member] {
        let earlier = configuration.configuration
        configuration.change(new)
        let known = Set(earlier.setup.tabs.map(\.id))
        let added = new.setup.tabs.first { !known.contains($0.id) }?.id
        let changed = added ?? tab
        let selected = selects ? changed.map { Command.select($0) } : nil
        try apply(after: earlier, then: selected, isAuthorized: isAuthorized)
        return changed.map { [JSON.Member("tab", .string($0.rawValue))] } ?? []
    }

    /// Makes the state, the programs and the kiosk follow the configuration. The last command belongs to the same change.
    private mutating func apply(
        after earlier: Configuration, then last: Command? = nil, isAuthorized: Bool = false
    ) throws(WireError) {
        let new = configuration.configuration
        var commands = [Command.configure(new.setup), .setConfigurationStatus(configuration.publishedStatus)]
        // A new PIN has not been entered.
        if new.lockHash != earlier.lockHash { commands.append(.setUnlocked(false)) }
        if let appearance = new.appearance, appearance != earlier.appearance {
            commands.append(.setAppearance(appearance))
        }
        // The documents of tabs with another program now.
        let outdated = shell.shown.keys.filter { tab in
            new.setup.tabs.contains { $0.id == tab } && new.programs[.page(tab)] != earlier.programs[.page(tab)]
        }
        commands += outdated.map { .show($0, nil) }
        try perform(commands, isAuthorized: true, then: last.map { ($0, isAuthorized) })
        if transientTab.flatMap({ shell.tab($0) }) == nil { transientTab = nil }
        supervisor.setUnresponsiveTimeout(new.unresponsiveTimeout)
        supervisor.update(programSpecs)
        useKioskRules()
        // The look that was selected is saved, too.
        changesMade += 1
    }

    private mutating func save(
        _ files: ConfigurationReading, _ waiters: [ConfigurationQueue.Waiter]
    ) throws(WireError) -> [JSON.Member]? {
        guard let path = configuration.tabsPath else {
            throw .notApplicable(
                localized("neither XDG_CONFIG_HOME nor HOME is set: no place for a configuration file"))
        }
        let earlier = configuration.configuration
        configuration.prepareSave(files)
        try apply(after: earlier)
        guard configuration.unsavedTabs != nil else {
            return [.init("file", .string(path)), .init("changed", .bool(false))]
        }
        tabsWrites.append(TabsWrite(waiters: waiters, configuration: files.configuration))
        effects.append(.writeTabs(files.configuration.tabsText, over: configuration.tabsFile))
        return nil
    }

    /// Ends a write of the tabs. If their file has changed since it was read, it is read again.
    mutating func tabsWritten(_ error: SystemError?) {
        guard !tabsWrites.isEmpty, let path = configuration.tabsPath else { return }
        let write = tabsWrites.removeFirst()
        if let error, error.code == TabsFile.hasChanged {
            for waiter in write.waiters { read(.save, for: waiter) }
            return
        }
        if let error {
            // The added program may have replaced the requesting one.
            configuration.refuse(saving: localized("\(path): not saved: \(error)"))
        } else {
            configuration.saved(write.configuration)
            copyConfiguration()
            // The look is in the file now.
            changesMade += 1
        }
        carryOut(.setConfigurationStatus(configuration.publishedStatus))
        let result: Result<JSON, WireError> =
            error.map { .failure(.persistenceFailed($0)) }
            ?? .success(["file": .string(path), "changed": true, "revision": JSON(shell.revision)])
        end(ConfigurationQueue.Entry(job: .save, waiters: write.waiters), result)
    }
}
