import Glibc
import Posix

/// Reports that files may have changed: that one was written, replaced, created or removed, or that its path leads to another one by
/// now: since a link or a folder on the way is another (inotify), or a file system was mounted there or is gone. Nothing of the path
/// need exist yet.
public final class FileWatcher {
    /// The current files of a directory with one of some suffixes, in small or capital letters, except hidden ones.
    public struct Pattern: Sendable {
        public var directory: String
        public var suffixes: [String]

        /// - Parameter directory: absolute.
        public init(in directory: String, suffix suffixes: String...) {
            self.directory = directory
            self.suffixes = suffixes
        }

        func matches(_ name: String) -> Bool {
            !name.hasPrefix(".") && suffixes.contains { name.lowercased().hasSuffix($0) }
        }

        /// The names of the files that exist.
        public var names: [String] { FileSystem.names(in: directory).filter(matches) }
        var paths: [String] { names.map { "\(directory)/\($0)" } }
    }

    /// The inotify instance, which a thread may still use after the watcher's release.
    private final class Instance: Sendable {
        let inotify: Inotify

        init(_ inotify: consuming Inotify) { self.inotify = inotify }
    }

    /// Reports an error when anything is mounted or unmounted (proc_pid_mountinfo(5)).
    private final class Mounts {
        let descriptor: FileDescriptor

        init() throws(SystemError) { descriptor = try FileDescriptor(opening: "/proc/self/mountinfo", O_RDONLY) }
    }

    /// The times after which it tries again to watch what it could not, ns: the interval doubles.
    private static let retryIntervals: ClosedRange<UInt64> = 100_000_000...60_000_000_000

    private var files: WatchedFiles
    private let loop: EventLoop
    private let makeInotify: () throws(SystemError) -> Inotify
    /// Called after a complete change; several changes at once count as one. Changes are kept until the loop runs.
    public var onChange: () -> Void
    private var instance: Instance?
    private var source: FileDescriptorSource?
    private var mounts: Mounts?
    private var mountSource: FileDescriptorSource?
    private var watches = WatchedFiles.Watches()
    /// True while it watches the files anew, beside the loop: their disks may hang. Further changes are reported afterwards.
    package private(set) var isRearming = false
    /// The change that it was told meanwhile.
    private var next = Change.none
    private var retryTimer: EventLoop.Timer?
    private var retryInterval = FileWatcher.retryIntervals.lowerBound
    /// The first error of watching something that is there, whose changes are not reported; nil without one. It tries again where others
    /// may have used up what the kernel grants, and reports a change when it succeeds.
    public var failure: SystemError? { watches.failure }

    /// - Parameters:
    ///   - paths: absolute.
    ///   - pattern: more files.
    ///   - watchesLater: true to search the directories on a thread, as their disks may hang: ``onChange`` is called once they are
    ///     watched.
    ///   - onChange: see ``onChange``.
    public convenience init(
        _ paths: [String], and pattern: Pattern? = nil, on loop: EventLoop, watchesLater: Bool = false,
        onChange: @escaping () -> Void = {}
    ) {
        self.init(paths, and: pattern, on: loop, watchesLater: watchesLater, Inotify.init, onChange: onChange)
    }

    init(
        _ paths: [String], and pattern: Pattern?, on loop: EventLoop, watchesLater: Bool,
        _ makeInotify: @escaping () throws(SystemError) -> Inotify, onChange: @escaping () -> Void
    ) {
        files = WatchedFiles(paths: paths, pattern: pattern)
        self.onChange = onChange
        self.loop = loop
        self.makeInotify = makeInotify
        retryTimer = loop.timer { [weak self] in self?.rearm(after: .way) }
        if watchesLater { rearm(after: .complete) } else { watchNow() }
    }

    private func watchNow() {
        do throws(SystemError) {
            watches = files.watch(by: try opened().inotify, replacing: watches)
        } catch {
            watches.failure = error
        }
        retryIfNeeded()
    }

    /// Watches the file of the zone of local time, and lets the C library read it again before `onChange`; nil in a zone without a
    /// file.
    public static func localZone(on loop: EventLoop, onChange: @escaping () -> Void) -> FileWatcher? {
        localZoneFile.map { file in
            FileWatcher([file], on: loop) {
                reloadLocalZone()
                onChange()
            }
        }
    }

    /// Watches other files in place of those before, and reports when it does.
    public func watch(_ paths: [String]) {
        files = WatchedFiles(paths: paths, pattern: files.pattern)
        rearm(after: .complete)
    }

    /// Looks again what leads to the files, and reports it if it is another.
    public func renew() { rearm(after: .way) }

    private func opened() throws(SystemError) -> Instance {
        if let instance { return instance }
        let new = Instance(try makeInotify())
        source = try loop.watch(new.inotify.descriptor.rawValue, for: .read) { [weak self] _ in self?.receive() }
        mounts = try? Mounts()
        if let mounts {
            mountSource = try loop.watch(mounts.descriptor.rawValue, for: []) { [weak self] _ in
                self?.rearm(after: .way)
            }
        }
        instance = new
        return new
    }

    private func receive() {
        let change = instance?.inotify.readEvents().map(apply).max() ?? .none
        if change > .none { rearm(after: change) }
    }

    /// Watches all that leads to the files anew, and reports the change that was the reason.
    private func rearm(after change: Change) {
        next = max(next, change)
        guard !isRearming else { return }
        let change = next
        next = .none
        do throws(SystemError) {
            let instance = try opened()
            // Further events wait for the new numbers of the directories.
            try source?.setInterest([])
            isRearming = true
            BackgroundThread.run(on: loop) { [files, watches] () throws(SystemError) in
                (files.watch(by: instance.inotify, replacing: watches), change == .created && files.hasEmptyFile)
            } onEnd: { [weak self] result in
                self?.rearmed(result, after: change)
            }
        } catch {
            failed(error, change)
        }
    }

    private func rearmed(_ result: Result<(WatchedFiles.Watches, Bool), SystemError>, after change: Change) {
        isRearming = false
        try? source?.setInterest(.read)
        guard case .success((let new, let hasEmptyFile)) = result else {
            if case .failure(let error) = result { failed(error, change) }
            return
        }
        let isNew = (new.names, new.way, new.patternDirectory) != (watches.names, watches.way, watches.patternDirectory)
        watches = new
        retryIfNeeded()
        if next > .none { rearm(after: next) }
        // A directory that has only been created may hold the awaited file by now.
        if change == .complete || isNew || change == .created && !hasEmptyFile { onChange() }
    }

    private func failed(_ error: SystemError, _ change: Change) {
        watches.failure = error
        retryIfNeeded()
        if change > .way { onChange() }
    }

    private func retryIfNeeded() {
        guard let failure, failure.code != EACCES else {
            retryInterval = Self.retryIntervals.lowerBound
            return
        }
        retryTimer?.arm(after: retryInterval)
        retryInterval = min(retryInterval * 2, Self.retryIntervals.upperBound)
    }

    /// The effect of an event on the watched files.
    private enum Change: Comparable {
        case none
        /// Something on the way to a file, or beside one, may be another by now.
        case way
        /// A file that may still be empty.
        case created
        case complete
    }

    private func apply(_ event: Inotify.Event) -> Change {
        if event.mask.contains(.overflow) { return .complete }
        // The folder or link itself; without watch, also that of a file system that was unmounted.
        if event.name.isEmpty {
            if event.mask.contains(.closedAfterWrite), watches.files.contains(event.watch) { return .complete }
            return watches.all.contains(event.watch) ? .way : .none
        }
        let isOfPattern = event.watch == watches.patternDirectory && files.pattern?.matches(event.name) == true
        guard isOfPattern || watches.names[event.watch]?.contains(event.name) == true else { return .none }
        let isDirectory = event.mask.contains(.isDirectory)
        if event.mask.contains(.attributes) { return isDirectory ? .way : .none }
        return event.mask.contains(.created) && !isDirectory ? .created : .complete
    }
}
