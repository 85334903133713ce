// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Tells when files may have changed: when one is written, replaced, made or taken away (inotify). A file need not be
/// there yet, nor its folder; where a file is a link, the file behind it counts too.
public final class FileWatcher {
    /// The files of a folder whose names end alike, hidden ones aside, whichever there are at any time.
    public struct Files: Sendable {
        public var folder: String
        public var suffix: String

        /// - Parameter folder: absolute.
        public init(in folder: String, suffix: String) {
            self.folder = folder
            self.suffix = suffix
        }

        func holds(_ name: String) -> Bool { name.hasSuffix(suffix) && !name.hasPrefix(".") }

        /// The names of those that are there.
        public var names: [String] {
            guard let directory = opendir(folder) else { return [] }
            defer { closedir(directory) }
            var names: [String] = []
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
                }
                if holds(name) { names.append(name) }
            }
            return names
        }
    }

    private let descriptor: FileDescriptor
    private let paths: [String]
    private let files: Files?
    private let onChange: () -> Void
    private var watch: FileDescriptorSource?
    /// The folders that are watched, and in each the names that matter.
    private var names: [Int32: Set<String>] = [:]
    /// The folder of ``files``, where it is there; an earlier one in its place may be another one now.
    private var folders: Set<Int32> = []

    /// - Parameters:
    ///   - paths: absolute.
    ///   - files: more of them.
    ///   - onChange: called after a change that is complete; several changes at once are one.
    /// - Throws: ``SystemError`` when the kernel has no more watches to give.
    public init(
        _ paths: [String], and files: Files? = nil, on loop: EventLoop, onChange: @escaping () -> Void
    ) throws(SystemError) {
        self.paths = paths
        self.files = files
        self.onChange = onChange
        descriptor = FileDescriptor(
            owning: try systemCall("inotify_init1") {
                inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            })
        watch = try loop.watch(descriptor.number, for: .read) { [unowned self] _ in receive() }
        follow()
    }

    deinit {
        watch?.cancel()
    }

    /// Watches the folders as they are now. A folder that is missing is waited for in the nearest one above it.
    private func follow() {
        for path in paths {
            watchName(of: path)
            watchTarget(of: path)
        }
        guard let files else { return }
        watchName(of: files.folder)
        let number = watchFolder(files.folder)
        guard number >= 0 else { return }
        folders.insert(number)
        for name in files.names { watchTarget(of: "\(files.folder)/\(name)") }
    }

    private func watchTarget(of path: String) {
        if let target = Self.target(of: path), target != path { watchName(of: target) }
    }

    /// - Returns: the watch's number; a negative one where there is no such folder.
    private func watchFolder(_ folder: String) -> Int32 {
        // A folder that somebody else has made can be watched once its owner or its mode has changed.
        let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ATTRIB
        return inotify_add_watch(descriptor.number, folder, UInt32(events) | UInt32(IN_ONLYDIR))
    }

    private func watchName(of path: String) {
        var folder = path
        while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
            let below = folder
            let name = String(folder[folder.index(after: slash)...])
            folder = String(folder[..<slash])
            let number = watchFolder(folder)
            guard number >= 0 else { continue }
            names[number, default: []].insert(name)
            // What was missing may have been made before the watch was set, and then nobody tells of it.
            if below != path, access(below, F_OK) == 0 { watchName(of: path) }
            return
        }
    }

    private func receive() {
        var news = News.none
        withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 8) { buffer in
            while true {
                let count = read(descriptor.number, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                news = max(news, self.news(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
            }
        }
        guard news > .none else { return }
        let before = (names, folders)
        follow()
        // A folder on the way that was only made may hold by now what was waited for.
        if news == .complete || before != (names, folders) { onChange() }
    }

    /// What events say of the files that matter.
    private enum News: Comparable {
        case none
        /// Something was made; a file is still to be written.
        case made
        case complete
    }

    private func news(in events: UnsafeRawBufferPointer) -> News {
        let header = MemoryLayout<inotify_event>.size
        var offset = 0
        var news = News.none
        while offset + header <= events.count {
            let event = events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let name = events[(offset + header)...].prefix(Int(event.len)).prefix { $0 != 0 }
            offset += header + Int(event.len)
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { news = .complete }
            if event.mask & UInt32(IN_IGNORED) != 0 {
                names[event.wd] = nil
                folders.remove(event.wd)
            }
            guard matters(String(decoding: name, as: UTF8.self), in: event.wd) else { continue }
            let isFolder = event.mask & UInt32(IN_ISDIR) != 0
            if event.mask & UInt32(IN_ATTRIB) != 0 {
                if isFolder { news = max(news, .made) }
                continue
            }
            let isComplete = event.mask & UInt32(IN_CREATE) == 0 || isFolder || hasLink
            news = max(news, isComplete ? .complete : .made)
        }
        return news
    }

    private func matters(_ name: String, in folder: Int32) -> Bool {
        names[folder]?.contains(name) == true || folders.contains(folder) && files?.holds(name) == true
    }

    /// Whether one of the paths is complete as soon as it is there; a file is when it has been written.
    private var hasLink: Bool {
        let more = files.map { files in files.names.map { "\(files.folder)/\($0)" } } ?? []
        return (paths + more).contains { path in
            var status = stat()
            return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
        }
    }

    private static func target(of path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
