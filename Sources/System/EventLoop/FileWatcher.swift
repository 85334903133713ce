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

    /// The names that are watched, by the number of their directory's watch, and the watches of the pattern's directory:
    /// an earlier one in its place may be another directory now.
    private struct Watches: Equatable {
        var names: [Int32: Set<String>] = [:]
        var patternDirectories: Set<Int32> = []
    }

    private let inotify: Inotify
    private let paths: [String]
    private let pattern: Pattern?
    private let onChange: () -> Void
    private var source: FileDescriptorSource?
    private var watches = Watches()
    /// The first error of watching an existing directory, whose changes are not reported; nil without one.
    public private(set) var failure: SystemError?

    /// - Parameters:
    ///   - paths: absolute.
    ///   - pattern: more files.
    ///   - onChange: called after a complete change; several changes at once count as one.
    /// - Throws: ``SystemError`` when the kernel grants no more inotify instances.
    public init(
        _ paths: [String], and pattern: Pattern? = nil, on loop: EventLoop, onChange: @escaping () -> Void
    ) throws(SystemError) {
        self.paths = paths
        self.pattern = pattern
        self.onChange = onChange
        inotify = try Inotify()
        source = try loop.watch(inotify.descriptor.rawValue, for: .read) { [unowned self] _ in receive() }
        rearm()
    }

    deinit {
        source?.cancel()
    }

    /// Watches the directories as they are now. A missing directory is awaited in its nearest existing ancestor.
    private func rearm() {
        failure = nil
        for path in paths {
            watchName(of: path)
            watchTarget(of: path)
        }
        guard let pattern else { return }
        watchName(of: pattern.directory)
        guard let watch = watchDirectory(pattern.directory) else { return }
        watches.patternDirectories.insert(watch)
        for path in pattern.paths { watchTarget(of: path) }
    }

    private func watchTarget(of path: String) {
        if let target = FileSystem.resolve(path), target != path { watchName(of: target) }
    }

    /// - Returns: the number of the watch; nil without such a directory.
    private func watchDirectory(_ path: String) -> Int32? {
        do throws(SystemError) {
            // A directory that another user created can be watched once its owner or its mode has changed.
            return try inotify.watch(
                path, for: [.closedAfterWrite, .movedTo, .movedFrom, .deleted, .created, .attributes, .onlyDirectory])
        } catch {
            if error.code != ENOENT, failure == nil { failure = error }
            return nil
        }
    }

    /// Watches a path's name in its directory, or the name of the first missing directory in the nearest existing one.
    private func watchName(of path: String) {
        var child = path
        while child.hasPrefix("/"), child != "/" {
            let directory = FileSystem.directory(of: child)
            if let watch = watchDirectory(directory) {
                watches.names[watch, default: []].insert(FileSystem.name(of: child))
                // The missing directory may have been created before the watch was set, without an event.
                guard child != path, watchDirectory(child) != nil else { return }
                child = path
            } else {
                child = directory
            }
        }
    }

    private func receive() {
        let change = inotify.readEvents().map(apply).max() ?? .none
        guard change > .none else { return }
        let before = watches
        rearm()
        // A directory that has only been created may hold the awaited file by now.
        if change == .complete || before != watches { onChange() }
    }

    /// The effect of an event on the watched files.
    private enum Change: Comparable {
        case none
        /// Something was created; a file is still to be written.
        case created
        case complete
    }

    private func apply(_ event: Inotify.Event) -> Change {
        if event.mask.contains(.overflow) { return .complete }
        if event.mask.contains(.ignored) {
            watches.names[event.watch] = nil
            watches.patternDirectories.remove(event.watch)
        }
        guard isRelevant(event.name, in: event.watch) else { return .none }
        let isDirectory = event.mask.contains(.isDirectory)
        if event.mask.contains(.attributes) { return isDirectory ? .created : .none }
        return !event.mask.contains(.created) || isDirectory || hasLink ? .complete : .created
    }

    private func isRelevant(_ name: String, in watch: Int32) -> Bool {
        watches.names[watch]?.contains(name) == true
            || watches.patternDirectories.contains(watch) && pattern?.matches(name) == true
    }

    /// True if one of the paths is a symbolic link, which is complete as soon as it exists; a file is when it has been
    /// written.
    private var hasLink: Bool {
        (paths + (pattern?.paths ?? [])).contains { path in
            (try? FileSystem.status(of: path, followingLinks: false))?.kind == .symbolicLink
        }
    }
}
