// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// Reports that files may have changed: that one was written, replaced, created or removed (inotify). Neither a file nor
/// its directory need exist yet; for a symbolic link, its target counts too.
public final class FileWatcher {
    /// The files of a directory with a common suffix, hidden ones excepted, as they are at any time.
    public struct Pattern: Sendable {
        public var directory: String
        public var suffix: String

        /// - Parameter directory: absolute.
        public init(in directory: String, suffix: String) {
            self.directory = directory
            self.suffix = suffix
        }

        func matches(_ name: String) -> Bool { name.hasSuffix(suffix) && !name.hasPrefix(".") }

        /// The names of the files that exist.
        public var names: [String] { FileSystem.names(in: directory).filter(matches) }
        var paths: [String] { names.map { "\(directory)/\($0)" } }
    }

    /// The inotify instance, which a thread may still use when the watcher has gone.
    private final class Instance: Sendable {
        let inotify: Inotify

        init() throws(SystemError) { inotify = try Inotify() }
    }

    private let instance: Instance
    private let files: WatchedFiles
    private let loop: EventLoop
    /// Called after a complete change; several changes at once count as one. Changes are kept until the loop runs.
    public var onChange: () -> Void
    private var source: FileDescriptorSource?
    private var watches: WatchedFiles.Watches
    /// True while it watches the directories anew, beside the loop: their disks may hang. Further changes are reported
    /// afterwards.
    package private(set) var isRearming = false
    /// The first error of watching an existing directory, whose changes are not reported; nil without one.
    public var failure: SystemError? { watches.failure }

    /// - Parameters:
    ///   - paths: absolute.
    ///   - pattern: more files.
    ///   - watchesLater: true if the directories are searched beside the loop, as their disks may hang: ``onChange`` says when they are
    ///     watched.
    ///   - onChange: see ``onChange``.
    /// - Throws: ``SystemError`` when the kernel grants no more inotify instances.
    public init(
        _ paths: [String], and pattern: Pattern? = nil, on loop: EventLoop, watchesLater: Bool = false,
        onChange: @escaping () -> Void = {}
    ) throws(SystemError) {
        files = WatchedFiles(paths: paths, pattern: pattern)
        self.onChange = onChange
        self.loop = loop
        instance = try Instance()
        watches = WatchedFiles.Watches()
        if !watchesLater { watches = files.watch(by: instance.inotify, watches) }
        source = try loop.watch(instance.inotify.descriptor.rawValue, for: .read) { [weak self] _ in self?.receive() }
        if watchesLater { rearm { _ in true } }
    }

    private func receive() {
        let change = instance.inotify.readEvents().map(apply).max() ?? .none
        guard change > .none else { return }
        rearm { hasLink in change == .complete || change == .created && hasLink }
    }

    /// Watches the directories anew.
    ///
    /// - Parameter isComplete: returns true if a file may have changed; called with true if one is a link.
    private func rearm(_ isComplete: @escaping (Bool) -> Bool) {
        // Further events wait for the new numbers of the directories.
        guard (try? source?.setInterest([])) != nil else { return watched(watches, true) }
        isRearming = true
        BackgroundThread.run(on: loop) { [instance, files, watches] () throws(SystemError) in
            (files.watch(by: instance.inotify, watches), files.hasLink)
        } onEnd: { [weak self] result in
            guard let self else { return }
            guard case .success((let watches, let hasLink)) = result else { return watched(self.watches, true) }
            watched(watches, isComplete(hasLink))
        }
    }

    private func watched(_ new: WatchedFiles.Watches, _ isComplete: Bool) {
        isRearming = false
        try? source?.setInterest(.read)
        let isNew = !new.areEqual(to: watches)
        watches = new
        // A directory that has only been created may hold the awaited file by now.
        if isComplete || isNew { onChange() }
    }

    /// The effect of an event on the watched files.
    private enum Change: Comparable {
        case none
        case directoryCreated
        /// A file that is still empty, or a link: that is complete as soon as it exists.
        case created
        case complete
    }

    private func apply(_ event: Inotify.Event) -> Change {
        if event.mask.contains(.overflow) { return .complete }
        if event.mask.contains(.ignored) { watches.remove(event.watch) }
        guard isRelevant(event.name, in: event.watch) else { return .none }
        let isDirectory = event.mask.contains(.isDirectory)
        if event.mask.contains(.attributes) { return isDirectory ? .directoryCreated : .none }
        return event.mask.contains(.created) && !isDirectory ? .created : .complete
    }

    private func isRelevant(_ name: String, in watch: Int32) -> Bool {
        watches.names[watch]?.contains(name) == true
            || watches.patternDirectories.contains(watch) && files.pattern?.matches(name) == true
    }
}
