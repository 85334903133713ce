import Glibc
import Posix

/// The files of a ``FileWatcher``. Its functions block while a disk hangs.
struct WatchedFiles: Sendable {
    struct Watches: Sendable {
        /// The names that count in each folder.
        var names: [Int32: Set<String>] = [:]
        /// The folders and links on the way, which may be replaced.
        var way: Set<Int32> = []
        /// The files, which may be written by other names of theirs.
        var files: Set<Int32> = []
        var patternDirectory: Int32?
        /// The first error of watching something that is there.
        var failure: SystemError?

        var all: Set<Int32> { Set(names.keys).union(way).union(files).union(patternDirectory.map { [$0] } ?? []) }
    }

    /// The removal of a link or a folder, or another in its place. A folder's attributes would come with those of all that is in it, and
    /// wake the process for them.
    private static let entry: Inotify.Mask = [.deletedSelf, .movedSelf, .notFollowed, .added]
    private static let file: Inotify.Mask = [.closedAfterWrite, .notFollowed, .added]
    /// A directory that another user created can be watched once its owner or its mode has changed.
    private static let directory: Inotify.Mask = [
        .closedAfterWrite, .movedTo, .movedFrom, .deleted, .created, .attributes, .onlyDirectory, .added,
    ]

    let paths: [String]
    let pattern: FileWatcher.Pattern?

    /// Watches all that leads to the files now, and no longer what did so earlier.
    func watch(by inotify: borrowing Inotify, replacing earlier: Watches) -> Watches {
        var watches = Watches()
        for path in paths { follow(path, by: inotify, &watches) }
        if let pattern {
            follow(pattern.directory, by: inotify, &watches)
            watches.patternDirectory = Self.watch(pattern.directory, Self.directory, by: inotify, &watches.failure)
            for path in pattern.paths { follow(path, by: inotify, &watches) }
        }
        for number in earlier.all.subtracting(watches.all) { inotify.remove(number) }
        return watches
    }

    /// Watches all that leads to a path: whatever is on the way itself; the end, and whatever is missing or may not be read, by its name
    /// in its folder. Each is watched before it is looked at, so that no change in between is missed.
    private func follow(_ path: String, by inotify: borrowing Inotify, _ watches: inout Watches) {
        var walk = PathWalk(path)
        while let name = walk.name {
            let isLast = walk.isLast
            // Whatever may not be read is watched in its folder; a folder above it, by those who may.
            let refusal: [Int32] = [EACCES]
            let itself = Self.watch(
                walk.path, isLast ? Self.file : Self.entry, by: inotify, &watches.failure, ignoring: refusal)
            if let itself, isLast { watches.files.insert(itself) } else if let itself { watches.way.insert(itself) }
            if isLast || itself == nil,
                let directory = Self.watch(
                    walk.directory, Self.directory, by: inotify, &watches.failure, ignoring: isLast ? [] : refusal)
            {
                watches.names[directory, default: []].insert(name)
            }
            walk.found(Self.finding(at: walk.path))
        }
    }

    /// - Parameter ignored: errors that are not reported, beside those of nothing to watch.
    /// - Returns: the number of the watch; nil if there is nothing to watch, or it cannot be watched.
    private static func watch(
        _ path: String, _ mask: Inotify.Mask, by inotify: borrowing Inotify, _ failure: inout SystemError?,
        ignoring ignored: [Int32] = []
    ) -> Int32? {
        do throws(SystemError) {
            return try inotify.watch(path, for: mask)
        } catch {
            if failure == nil, !([ENOENT, ENOTDIR, ELOOP] + ignored).contains(error.code) { failure = error }
            return nil
        }
    }

    private static func finding(at path: String) -> PathWalk.Finding {
        do throws(SystemError) {
            return try FileSystem.target(ofLink: path).map { .link(to: $0) } ?? .present
        } catch {
            return .missing
        }
    }

    /// True if one of the files is empty, as one that has just been created and is about to be written.
    var hasEmptyFile: Bool {
        (paths + (pattern?.paths ?? [])).contains { path in
            (try? FileSystem.status(of: path)).map { $0.kind == .regular && $0.size == 0 } == true
        }
    }
}
