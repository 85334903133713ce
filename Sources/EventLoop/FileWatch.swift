// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Tells when files may have changed: when one is written, replaced, made or taken away (inotify). A file need not be
/// there yet, nor its folder; where a file is a link, the file behind it counts too.
public final class FileWatch {
    private let descriptor: Descriptor
    private let paths: [String]
    private let onChange: () -> Void
    private var watch: Watch?
    /// The folders that are watched, and in each the names that matter.
    private var names: [Int32: Set<String>] = [:]

    /// - Parameters:
    ///   - paths: absolute.
    ///   - onChange: called after a change that is complete; several changes at once are one.
    /// - Throws: ``SystemError`` when the kernel has no more watches to give.
    public init(_ paths: [String], on loop: EventLoop, onChange: @escaping () -> Void) throws(SystemError) {
        self.paths = paths
        self.onChange = onChange
        descriptor = Descriptor(
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
            if let target = Self.target(of: path), target != path { watchName(of: target) }
        }
    }

    private func watchName(of path: String) {
        var folder = path
        while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
            let below = folder
            let name = String(folder[folder.index(after: slash)...])
            folder = String(folder[..<slash])
            let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE
            let number = inotify_add_watch(descriptor.number, folder, UInt32(events) | UInt32(IN_ONLYDIR))
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
        let before = names
        follow()
        // A folder on the way that was only made may hold by now what was waited for.
        if news == .complete || names != before { onChange() }
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
            guard names[event.wd]?.contains(String(decoding: name, as: UTF8.self)) == true else { continue }
            let isFolder = event.mask & UInt32(IN_ISDIR) != 0
            let isComplete = event.mask & UInt32(IN_CREATE) == 0 || isFolder || hasLink
            news = max(news, isComplete ? .complete : .made)
        }
        return news
    }

    /// Whether one of the paths is complete as soon as it is there; a file is when it has been written.
    private var hasLink: Bool {
        paths.contains { path in
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
