// SPDX-License-Identifier: MIT
import EventLoop
import ShellModel
import TabConfig
import TabshellIPC

/// Readings of the configuration, one after another, in the helper and beside the event loop.
///
/// Requests to reload that wait share a reading, since it begins after all of them.
final class ConfigurationQueue {
    /// The reason to read.
    enum Job: Equatable {
        case reload
        /// A file has changed; changes of the tabs that are in no file stay.
        case reread
        case look(String)
        /// Changes the tabs; true selects the tab that is added.
        case change(TabChange, selects: Bool)
        /// Adds the lines of a file of tabs to it, and selects the tab that is new.
        case extend(String)
        /// Writes the changes of the tabs to their file.
        case save
    }

    typealias Reading = Result<Configuration, ConfigurationErrors>

    private struct Entry {
        var job: Job
        /// Called with the results of the replies.
        var completions: [(Result<JSON, WireError>) -> Void]
        /// The number of readings whose result was dropped for a later one.
        var dropped = 0
    }

    /// The maximum number of readings that are dropped, so that files that change all the time are applied at last.
    private static let maximumDropped = 5

    private let loop: EventLoop
    private let loader: ConfigurationLoader
    /// Returns the look that is to be read on top of the files; nil for none.
    private let lookToLoad: (Configuration) -> String?
    /// Returns the changes of the tabs that are in no file, and the look that was selected in place of that of the files.
    private let unsaved: () -> (tabs: TabsEdit?, look: String?)
    /// Returns the text of the file of tabs with all changes.
    private let tabsText: () -> String
    /// Returns the tab that is not to be saved; nil if there is none.
    var transientTab: () -> TabID? = { nil }
    private var waiting: [Entry] = []
    private var isReading = false
    private var process: OutputProcess?
    /// Returns the changes that stay in force over files that were read anew.
    var tabsToKeep: (Configuration) -> TabsEdit? = { _ in nil }
    /// Called with the files that were read, and with those of the look on top of them; true if they were read with
    /// ``tabsToKeep``.
    var onReload: (Configuration, Reading?, Bool) -> Result<JSON, WireError> = { _, _, _ in .success([:]) }
    /// Called with the errors of the files.
    var onErrors: (ConfigurationErrors) -> Void = { _ in }
    /// Called with a look, and the files that were read with it.
    var onLook: (String, Configuration) -> Result<JSON, WireError> = { _, _ in .success([:]) }

    /// Called with the files that were read with a change of the tabs; true if the tab that is new is to be selected.
    var onChange: (Configuration, Bool) -> Result<JSON, WireError> = { _, _ in .success([:]) }
    /// Called with the files that were read with all unsaved changes, and with a completion.
    var onSave: (Configuration, @escaping (Result<JSON, WireError>) -> Void) -> Void = { $1(.success([:])) }

    init(
        _ loader: ConfigurationLoader, on loop: EventLoop, lookToLoad: @escaping (Configuration) -> String?,
        unsaved: @escaping () -> (tabs: TabsEdit?, look: String?), tabsText: @escaping () -> String
    ) {
        (self.unsaved, self.tabsText) = (unsaved, tabsText)
        self.loader = loader
        self.loop = loop
        self.lookToLoad = lookToLoad
    }

    /// Reads the configuration after what is being read or waits.
    func add(_ job: Job, completion: @escaping (Result<JSON, WireError>) -> Void) {
        if let index = waiting.firstIndex(where: { $0.job == job && job.isShared }) {
            waiting[index].completions.append(completion)
        } else {
            waiting.append(Entry(job: job, completions: [completion]))
        }
        startNext()
    }

    private func startNext() {
        guard !isReading, !waiting.isEmpty else { return }
        isReading = true
        let entry = waiting.removeFirst()
        let deadline = MonotonicClock.now + ConfigurationLoader.timeout
        switch entry.job {
        case .look(let look):
            read(look, unsaved().tabs, deadline) { [weak self] reading in
                guard let self else { return }
                end(entry, reading.mapError { WireError($0) }.flatMap { onLook(look, $0) })
            }
        case .change(let change, let selects):
            let (tabs, look) = unsaved()
            read(look, TabsEdit(text: tabs?.text, change: change), deadline) { [weak self] reading in
                guard let self else { return }
                end(entry, reading.mapError { WireError(changing: $0) }.flatMap { onChange($0, selects) })
            }
        case .extend(let lines):
            read(unsaved().look, TabsEdit(text: tabsText() + lines), deadline) { [weak self] reading in
                guard let self else { return }
                end(entry, reading.mapError { WireError(changing: $0) }.flatMap { onChange($0, true) })
            }
        case .save:
            let (tabs, look) = unsaved()
            let edit = TabsEdit(text: tabs?.text, change: transientTab().map { .remove($0) }, look: look)
            read(nil, edit, deadline) { [weak self] reading in
                guard let self else { return }
                guard case .success(let files) = reading else {
                    return end(entry, reading.map { _ in [:] }.mapError { WireError(changing: $0) })
                }
                // The disk may hang, and other readings do not wait for it.
                onSave(files) { result in for completion in entry.completions { completion(result) } }
                isReading = false
                startNext()
            }
        case .reload, .reread: readFiles(entry, nil, deadline)
        }
    }

    /// - Parameter tabs: the changes of the tabs that stay, once they are known.
    private func readFiles(_ entry: Entry, _ tabs: TabsEdit?, _ deadline: UInt64) {
        read(nil, tabs, deadline) { [weak self] reading in
            guard let self else { return }
            if isSuperseded(entry) { return }
            if case .failure(let errors) = reading { onErrors(errors) }
            if entry.job == .reread, tabs == nil, case .success(let files) = reading, let kept = tabsToKeep(files) {
                return readFiles(entry, kept, deadline)
            }
            guard case .success(let files) = reading, let look = lookToLoad(files) else {
                return end(entry, reading.mapError { WireError($0) }.flatMap { onReload($0, nil, tabs != nil) })
            }
            read(look, tabs, deadline) { [weak self] in
                guard let self else { return }
                end(entry, onReload(files, $0, tabs != nil))
            }
        }
    }

    /// Drops a reading if another one waits: it may be that of a file that was only half written, by which programs would be
    /// ended. Its clients get the reply to the other one.
    private func isSuperseded(_ entry: Entry) -> Bool {
        guard entry.dropped < Self.maximumDropped, let index = waiting.firstIndex(where: { $0.job == entry.job }) else {
            return false
        }
        waiting[index].completions.insert(contentsOf: entry.completions, at: 0)
        waiting[index].dropped = entry.dropped + 1
        isReading = false
        startNext()
        return true
    }

    private func read(
        _ look: String?, _ tabs: TabsEdit?, _ deadline: UInt64, _ onEnd: @escaping (Reading) -> Void
    ) {
        var isEnded = false
        let process = loader.load(look: look, tabs: tabs, deadline: deadline, on: loop) { [weak self] reading in
            guard let self else { return }
            isEnded = true
            // It retains the completions, and by them connections that have ended.
            self.process = nil
            onEnd(reading)
        }
        // Its end may have started another one already.
        if !isEnded { self.process = process }
    }

    private func end(_ entry: Entry, _ result: Result<JSON, WireError>) {
        for completion in entry.completions { completion(result) }
        isReading = false
        startNext()
    }
}

extension ConfigurationQueue.Job {
    /// True if those that wait share a reading.
    fileprivate var isShared: Bool { self == .reload || self == .reread }
}
