// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// The files of a ``FileWatcher``. Its functions block as long as a disk hangs.
struct WatchedFiles: Sendable {
    /// The watches of the directories.
    struct Watches: Sendable {
        /// The names that are watched, by the number of their directory's watch.
        var names: [Int32: Set<String>] = [:]
        /// The watches of the pattern's directory: an earlier one in its place may be another directory now.
        var patternDirectories: Set<Int32> = []
        /// The first error of watching an existing directory.
        var failure: SystemError?

        mutating func remove(_ watch: Int32) {
            names[watch] = nil
            patternDirectories.remove(watch)
        }

        /// True if the same names are watched.
        func areEqual(to other: Watches) -> Bool {
            names == other.names && patternDirectories == other.patternDirectories
        }
    }

    let paths: [String]
    let pattern: FileWatcher.Pattern?

    /// Watches the directories as they are now. A missing directory is awaited in its nearest existing ancestor.
    ///
    /// - Returns: the earlier watches with the new ones.
    func watch(by inotify: borrowing Inotify, _ earlier: Watches) -> Watches {
        var watches = earlier
        watches.failure = nil
        for path in paths {
            watchName(of: path, by: inotify, &watches)
            watchTarget(of: path, by: inotify, &watches)
        }
        guard let pattern else { return watches }
        watchName(of: pattern.directory, by: inotify, &watches)
        guard let watch = watchDirectory(pattern.directory, by: inotify, &watches) else { return watches }
        watches.patternDirectories.insert(watch)
        for path in pattern.paths { watchTarget(of: path, by: inotify, &watches) }
        return watches
    }

    /// True if one of the files is a symbolic link.
    var hasLink: Bool {
        (paths + (pattern?.paths ?? [])).contains { path in
            (try? FileSystem.status(of: path, followingLinks: false))?.kind == .symbolicLink
        }
    }

    private func watchTarget(of path: String, by inotify: borrowing Inotify, _ watches: inout Watches) {
        if let target = FileSystem.resolve(path), target != path { watchName(of: target, by: inotify, &watches) }
    }

    /// - Returns: the number of the watch; nil without such a directory.
    private func watchDirectory(_ path: String, by inotify: borrowing Inotify, _ watches: inout Watches) -> Int32? {
        do throws(SystemError) {
            // A directory that another user created can be watched once its owner or its mode has changed.
            return try inotify.watch(
                path, for: [.closedAfterWrite, .movedTo, .movedFrom, .deleted, .created, .attributes, .onlyDirectory])
        } catch {
            if error.code != ENOENT, watches.failure == nil { watches.failure = error }
            return nil
        }
    }

    /// Watches a path's name in its directory, or the name of the first missing directory in the nearest existing one.
    private func watchName(of path: String, by inotify: borrowing Inotify, _ watches: inout Watches) {
        var child = path
        while child.hasPrefix("/"), child != "/" {
            let directory = FileSystem.directory(of: child)
            if let watch = watchDirectory(directory, by: inotify, &watches) {
                watches.names[watch, default: []].insert(FileSystem.name(of: child))
                // The missing directory may have been created before the watch was set, without an event.
                guard child != path, watchDirectory(child, by: inotify, &watches) != nil else { return }
                child = path
            } else {
                child = directory
            }
        }
    }
}
