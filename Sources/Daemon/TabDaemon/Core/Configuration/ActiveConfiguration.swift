import Localization
import ShellConfig
import ShellModel
import TabshellIPC

/// The configuration in force: the files', with a look selected at run time in place of the configured one.
struct ActiveConfiguration: Equatable {
    /// The user's file; nil without a home.
    let file: String?
    /// The file with the changes of the tabs; nil without a home.
    let tabsPath: String?
    let fallback: Configuration
    private(set) var configuration: Configuration
    private(set) var lookOverride: LookOverride?
    /// Problems of the last load that did not prevent it, one line each.
    private(set) var warnings: [String] = []
    /// The errors of the files, and the configuration in force instead.
    var publishedStatus: ConfigurationStatus {
        ConfigurationStatus(source: status.source, errors: status.errors, hasUnsavedTabs: unsavedTabs != nil)
    }
    private var status = ConfigurationStatus()
    /// The number of readings in a row that took too long.
    private var lateReadings: UInt64 = 0
    /// The time after which the files are read again, ns: a machine or a disk may be slow. Nil if the last reading ended.
    var retryDelay: UInt64? {
        lateReadings == 0 ? nil : min(1_000_000_000 << min(lateReadings - 1, 12), 3_600_000_000_000)
    }
    /// The content of the file with the changes of the tabs, as last read or written.
    private var savedTabs = ""
    /// The content of that file for the next save, as it is.
    private(set) var tabsFile = ""
    private(set) var configuredLook: String

    private(set) var presentFiles: [String] = []

    /// Uses the first reading of the files, else the last configuration without errors, else the one without files.
    init(
        _ reading: Result<ConfigurationReading, ConfigurationErrors>, saved: Configuration? = nil,
        fallback: Configuration, file: String? = nil, tabsPath: String? = nil, lookOverride: LookOverride? = nil
    ) {
        (self.file, self.tabsPath, self.fallback, self.lookOverride) = (file, tabsPath, fallback, lookOverride)
        // A selected look is part of the saved configuration, and is valid again once the files are.
        configuration = saved ?? fallback
        configuredLook = lookOverride?.over ?? configuration.setup.look.name
        switch reading {
        case .success(let reading):
            let isMissing = file.map { !reading.files.contains($0) } ?? true
            if isMissing, reading.configuration.setup.lock == nil, saved?.setup.lock != nil {
                savedTabs = configuration.tabsText
                status = ConfigurationStatus(source: .saved, [Self.absence(of: file ?? "", isFinal: true)])
            } else {
                use(reading)
            }
        case .failure(let errors):
            if saved == nil, errors.mayHideLock { configuration.setup = fallback.setup.lockingChanges() }
            savedTabs = configuration.tabsText
            status = ConfigurationStatus(source: saved == nil ? .builtIn : .saved, errors.lines)
            lateReadings = errors.isTimeout ? 1 : 0
        }
    }

    /// True if a reading would remove the lock because a file is missing.
    func losesLock(in reading: ConfigurationReading) -> Bool {
        configuration.setup.lock != nil && reading.configuration.setup.lock == nil
            && (file.map { !reading.files.contains($0) } ?? true)
    }

    /// Keeps the configuration in force in place of one without a file, which may come back.
    mutating func refuse(missing file: String, isFinal: Bool) {
        refuse(saving: Self.absence(of: file, isFinal: isFinal))
        lateReadings = 0
    }

    private static func absence(of file: String, isFinal: Bool) -> String {
        isFinal
            ? localized("\(file) is missing; its lock stays in force until a file without a lock replaces it")
            : localized("\(file) is missing; its configuration stays in force for some seconds")
    }

    /// The unsaved changes of the tabs, as the text of their file, if any.
    var unsavedTabs: String? { configuration.tabsText == savedTabs ? nil : configuration.tabsText }

    /// Returns the request to the helper for a job, without saving a transient tab.
    func request(for job: ConfigurationQueue.Job, without transient: TabID?) -> ConfigurationRequest {
        let selected = lookOverride?.look
        return switch job {
        case .reload: ConfigurationRequest(override: lookOverride)
        // The changes stay in force, and are merged with the changes in their own file.
        case .reread:
            ConfigurationRequest(
                override: lookOverride, tabs: unsavedTabs.map { TabsEdit(text: $0, over: savedTabs) } ?? TabsEdit())
        case .look(let look): ConfigurationRequest(look: look, tabs: TabsEdit(text: unsavedTabs))
        case .change(let change, _):
            ConfigurationRequest(look: selected, tabs: TabsEdit(text: unsavedTabs, change: change))
        case .extend(_, let lines):
            ConfigurationRequest(
                look: selected,
                tabs: TabsEdit(text: configuration.tabsText + lines, change: transient.map { .remove($0) }))
        // Nothing to save.
        case .save where unsavedTabs == nil && transient == nil && selected == nil: ConfigurationRequest()
        case .save:
            ConfigurationRequest(
                tabs: TabsEdit(
                    text: configuration.tabsText, over: savedTabs, change: transient.map { .remove($0) }, look: selected
                ))
        }
    }

    mutating func use(_ reading: ConfigurationReading) {
        configuration = reading.configuration
        configuredLook = reading.look
        presentFiles = reading.files
        savedTabs = reading.savedTabs ?? configuration.tabsText
        status = ConfigurationStatus()
        lateReadings = 0
        warnings = configuration.warnings
        if let errors = reading.lookErrors {
            let look = lookOverride?.look ?? ""
            warnings += ["the look \(look), which was selected earlier, cannot be used:"] + errors.lines
            lookOverride = nil
        }
        if lookOverride?.over != configuredLook { lookOverride = nil }
    }

    /// Keeps the configuration in force in place of files with errors.
    mutating func refuse(_ errors: ConfigurationErrors) {
        status = ConfigurationStatus(source: status.source, errors.lines)
        lateReadings = errors.isTimeout ? lateReadings + 1 : 0
    }

    /// Counts a reading for a change that took too long.
    mutating func countLateReading() { lateReadings += 1 }

    /// Keeps the tabs in force that their file could not take.
    mutating func refuse(saving error: String) {
        status = ConfigurationStatus(source: status.source, [error])
    }

    mutating func select(_ look: String, _ files: Configuration) {
        if unsavedTabs == nil { savedTabs = files.tabsText }
        configuration = files
        lookOverride = look == configuredLook ? nil : LookOverride(look: look, over: configuredLook)
    }

    /// Uses the files with a change of the tabs, which is in no file yet.
    mutating func change(_ files: Configuration) { configuration = files }

    /// Takes over the tabs that a save writes, merged with the file's.
    mutating func prepareSave(_ reading: ConfigurationReading) {
        configuration = reading.configuration
        savedTabs = reading.savedTabs ?? configuration.tabsText
        tabsFile = reading.tabsFile ?? ""
        status = ConfigurationStatus()
    }

    /// Records that the text of the tabs, and the look in it, were written to their file.
    mutating func saved(_ files: Configuration) {
        (savedTabs, tabsFile) = (files.tabsText, files.tabsText)
        if let tabsPath, !presentFiles.contains(tabsPath) { presentFiles.append(tabsPath) }
        guard lookOverride?.look == files.setup.look.name else { return }
        configuredLook = files.setup.look.name
        lookOverride = nil
    }
}

extension ConfigurationStatus {
    /// The status after errors, as many of them as the protocol allows.
    init(source: Source, _ errors: [String]) {
        var lines = errors.map { $0.printable(maximumBytes: Limits.maximumConfigurationErrorBytes) }
        let maximum = Limits.maximumConfigurationErrors
        if lines.count > maximum {
            let rest = lines.count - maximum + 1
            lines = lines.prefix(maximum - 1) + [localized("and \(rest) more errors")]
        }
        self.init(source: source, errors: lines)
    }
}
