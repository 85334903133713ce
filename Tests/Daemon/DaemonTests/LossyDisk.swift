import Glibc
import Posix
import struct TestSupport.SplitMix64
import Synchronization

@testable import TabDaemon

/// A file system in memory that loses unsynchronized data, as badly as POSIX allows. After a cut, any changes of names
/// have happened or not, in any order, and a file has its content, a part of it, zeros or nothing. A rename is atomic.
final class LossyDisk: FileCalls {
    /// The power was cut during a call.
    static let cut = SystemError(code: EIO, operation: "power cut")

    private struct File {
        var content: [UInt8]
        var isSynchronized = false
    }

    /// A change of names in a directory.
    private struct Change {
        var removed: String?
        var added: (name: String, inode: Int)?

        func apply(to names: inout [String: Int]) {
            if let removed { names[removed] = nil }
            if let added { names[added.name] = added.inode }
        }
    }

    private struct Storage {
        var files: [Int: File] = [:]
        /// The names as programs see them; directories have the inode 0.
        var names: [String: Int] = ["/": 0]
        /// The names that the disk holds.
        var synchronizedNames: [String: Int] = ["/": 0]
        /// Changes that the disk may not hold, each with its directory.
        var changes: [(directory: String, change: Change)] = []
        var nextInode = 1
        /// The number of calls before the cut; nil for no cut.
        var callsLeft: Int?
        var calls = 0
    }

    private let storage = Mutex(Storage())
    /// The number of calls so far.
    var calls: Int { storage.withLock { $0.calls } }

    /// Cuts the power after a number of further calls; the next one has no effect, and all fail.
    func cut(afterCalls count: Int) { storage.withLock { $0.callsLeft = count } }

    /// The disk after the power has been cut, as one of the ways in which it may be.
    func afterCut(_ random: inout some RandomNumberGenerator) -> LossyDisk {
        let before = storage.withLock { $0 }
        var after = Storage()
        var names = before.synchronizedNames
        for (_, change) in before.changes where Bool.random(using: &random) {
            change.apply(to: &names)
        }
        // A lost directory loses its content.
        func isReachable(_ name: String) -> Bool {
            name == "/" || (names[FileSystem.directory(of: name)] == 0 && isReachable(FileSystem.directory(of: name)))
        }
        after.names = names.filter { isReachable($0.key) }
        after.synchronizedNames = after.names
        after.nextInode = before.nextInode
        for (inode, var file) in before.files where after.names.values.contains(inode) {
            if !file.isSynchronized {
                let half = file.content.count / 2
                switch Int.random(in: 0..<5, using: &random) {
                case 0: file.content = []
                case 1: file.content = Array(file.content.prefix(half))
                case 2: file.content = Array(repeating: 0, count: file.content.count)
                case 3: file.content.replaceSubrange(half..., with: repeatElement(0, count: file.content.count - half))
                default: break
                }
            }
            file.isSynchronized = true
            after.files[inode] = file
        }
        let disk = LossyDisk()
        let result = after
        disk.storage.withLock { $0 = result }
        return disk
    }

    private func call<Result: Sendable>(
        _ body: (inout Storage) throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        return try storage.withLock { storage throws(SystemError) in
            if let left = storage.callsLeft {
                guard left > 0 else { throw Self.cut }
                storage.callsLeft = left - 1
            }
            storage.calls += 1
            return try body(&storage)
        }
    }

    func read(_ path: String) throws(SystemError) -> [UInt8] {
        try call { storage throws(SystemError) in
            guard let file = storage.names[path].flatMap({ storage.files[$0] }) else {
                throw SystemError(code: ENOENT, operation: "opening \(path)")
            }
            return file.content
        }
    }

    func create(_ path: String, with content: [UInt8]) throws(SystemError) {
        try call { storage throws(SystemError) in
            let directory = FileSystem.directory(of: path)
            guard storage.names[directory] == 0 else { throw SystemError(code: ENOENT, operation: "opening \(path)") }
            let inode = storage.nextInode
            storage.nextInode += 1
            storage.files[inode] = File(content: content)
            storage.names[path] = inode
            storage.changes.append((directory, Change(removed: nil, added: (path, inode))))
        }
    }

    func rename(_ path: String, to newPath: String) throws(SystemError) {
        try call { storage throws(SystemError) in
            guard let inode = storage.names.removeValue(forKey: path) else {
                throw SystemError(code: ENOENT, operation: "renaming \(path)")
            }
            storage.names[newPath] = inode
            storage.changes.append(
                (FileSystem.directory(of: path), Change(removed: path, added: (newPath, inode))))
        }
    }

    func remove(_ path: String) {
        try? call { storage in
            guard storage.names.removeValue(forKey: path) != nil else { return }
            storage.changes.append((FileSystem.directory(of: path), Change(removed: path, added: nil)))
        }
    }

    func makeDirectories(above path: String) throws(SystemError) {
        try call { storage in
            var missing: [String] = []
            var directory = FileSystem.directory(of: path)
            while storage.names[directory] == nil {
                missing.append(directory)
                directory = FileSystem.directory(of: directory)
            }
            for directory in missing.reversed() {
                storage.names[directory] = 0
                storage.changes.append(
                    (FileSystem.directory(of: directory), Change(removed: nil, added: (directory, 0))))
            }
        }
    }

    func synchronize(_ path: String) throws(SystemError) {
        try call { storage throws(SystemError) in
            guard let inode = storage.names[path] else {
                throw SystemError(code: ENOENT, operation: "opening \(path)")
            }
            guard inode == 0 else {
                storage.files[inode]?.isSynchronized = true
                return
            }
            for (directory, change) in storage.changes where directory == path {
                change.apply(to: &storage.synchronizedNames)
            }
            storage.changes.removeAll { $0.directory == path }
        }
    }
}

/// A disk on which something happens before each call: other calls, an error, or a wait.
struct WatchedDisk: FileCalls {
    enum Call { case read, create, rename, remove, makeDirectories, synchronize }

    let disk: LossyDisk
    let before: @Sendable (Call, String) throws(SystemError) -> Void

    func read(_ path: String) throws(SystemError) -> [UInt8] {
        try before(.read, path)
        return try disk.read(path)
    }

    func create(_ path: String, with content: [UInt8]) throws(SystemError) {
        try before(.create, path)
        try disk.create(path, with: content)
    }

    func rename(_ path: String, to newPath: String) throws(SystemError) {
        try before(.rename, path)
        try disk.rename(path, to: newPath)
    }

    func remove(_ path: String) {
        try? before(.remove, path)
        disk.remove(path)
    }

    func makeDirectories(above path: String) throws(SystemError) {
        try before(.makeDirectories, path)
        try disk.makeDirectories(above: path)
    }

    func synchronize(_ path: String) throws(SystemError) {
        try before(.synchronize, path)
        try disk.synchronize(path)
    }
}
