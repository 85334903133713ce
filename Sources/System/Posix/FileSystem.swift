// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import Localization

/// Facts about a file (stat(2)).
public struct FileStatus: Equatable, Sendable {
    public enum Kind: Sendable { case regular, directory, symbolicLink, socket, pipe, other }

    public var kind: Kind
    public var owner: uid_t
    public var group: gid_t
    /// The permission bits, 0o000 to 0o7777.
    public var permissions: mode_t
    /// Bytes.
    public var size: Int64
    public var device: dev_t
    public var inode: ino_t

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFSOCK: .socket
            case S_IFIFO: .pipe
            default: .other
            }
        owner = status.st_uid
        group = status.st_gid
        permissions = status.st_mode & 0o7777
        size = Int64(status.st_size)
        device = status.st_dev
        inode = status.st_ino
    }
}

/// System calls on paths.
public enum FileSystem {
    /// - Throws: ``SystemError``; `ENOENT` when there is no such file.
    public static func status(of path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
        var status = stat()
        try systemCall(localized("examining \(path)")) { followingLinks ? stat(path, &status) : lstat(path, &status) }
        return FileStatus(status)
    }

    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
    /// True if there is anything at a path, even a link that leads nowhere.
    public static func isPresent(_ path: String) -> Bool { (try? status(of: path, followingLinks: false)) != nil }
    /// True if this process may read the file.
    public static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
    /// True if this process may write the file, or create files in the directory.
    public static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
    /// True if this process may execute the file, or enter the directory.
    public static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Writes a file of a page in a directory, or in the nearest one above it that exists, and leaves nothing of it.
    ///
    /// - Throws: ``SystemError`` where nothing can be written, such as on a disk that is full or read-only.
    public static func tryWriting(in directory: String) throws(SystemError) {
        var directory = directory
        while !exists(directory), directory != "/", !directory.isEmpty { directory = self.directory(of: directory) }
        do throws(SystemError) {
            let file = try FileDescriptor(opening: directory, clinux_unnamed_file | O_WRONLY, mode: 0o600)
            try file.writeAll([UInt8](repeating: 1, count: 4096))
        } catch {
            // Not every file system has files without names.
            guard error.code != EOPNOTSUPP else { return }
            throw error
        }
    }

    /// - Throws: ``SystemError``; an existing directory is none.
    public static func makeDirectory(_ path: String, mode: mode_t = 0o700) throws(SystemError) {
        do throws(SystemError) {
            try systemCall(localized("creating the directory \(path)")) { mkdir(path, mode) }
        } catch {
            if error.code != EEXIST { throw error }
        }
    }

    /// Creates the missing directories above a path, for their owner alone.
    public static func makeDirectories(above path: String) throws(SystemError) {
        let directory = directory(of: path)
        guard directory != "/", !exists(directory) else { return }
        try makeDirectories(above: directory)
        try makeDirectory(directory)
    }

    /// Creates a directory for its owner alone, or checks one that is there. A link is not followed.
    ///
    /// - Returns: false if it belongs to another user, others may enter it, or others may replace it in the directory above.
    /// - Throws: ``SystemError`` when it cannot be created.
    public static func makePrivateDirectory(_ path: String) throws(SystemError) -> Bool {
        try makeDirectory(path)
        guard !isReplaceable(in: try status(of: self.directory(of: path))) else { return false }
        let directory: FileDescriptor
        do throws(SystemError) {
            directory = try FileDescriptor(opening: path, O_DIRECTORY | O_NOFOLLOW)
        } catch {
            if [ELOOP, ENOTDIR, EACCES].contains(error.code) { return false }
            throw error
        }
        let status = try directory.status
        return status.owner == geteuid() && status.permissions & 0o077 == 0
    }

    /// True if others than this user and root may replace the files of a directory. In a sticky one such as /tmp they may not. A
    /// group may be the user's own.
    public static func isReplaceable(in directory: FileStatus) -> Bool {
        let isOpen = directory.permissions & 0o002 != 0 && directory.permissions & 0o1000 == 0
        return isOpen || directory.owner != geteuid() && directory.owner != 0
    }

    /// Makes a symbolic link; the target need not exist.
    public static func makeLink(_ path: String, to target: String) throws(SystemError) {
        try systemCall(localized("creating the link \(path)")) { symlink(target, path) }
    }

    /// The part of a path before its last slash; "/" for a file in the root, "." for a mere name.
    public static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The part of a path after its last slash.
    public static func name(of path: String) -> String {
        String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }

    /// Removes a file; nothing happens where there is none.
    public static func remove(_ path: String) { unlink(path) }

    /// Removes an empty directory.
    public static func removeDirectory(_ path: String) { rmdir(path) }

    /// Makes a named pipe (fifo(7)) for its owner alone.
    public static func makePipe(_ path: String) throws(SystemError) {
        try systemCall(localized("creating the pipe \(path)")) { mkfifo(path, 0o600) }
    }

    public static func rename(_ path: String, to newPath: String) throws(SystemError) {
        try systemCall(localized("renaming \(path)")) { Glibc.rename(path, newPath) }
    }

    public static func setPermissions(_ mode: mode_t, of path: String) throws(SystemError) {
        try systemCall(localized("changing the mode of \(path)")) { chmod(path, mode) }
    }

    /// Sets both times of a file to now.
    public static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, 0) }

    /// The names in a directory, in no order; none for a directory that cannot be read. Those that are not UTF-8 are left out: a
    /// text in their place names another file, or none.
    public static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // The record may be shorter than the type says, so it is not copied.
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(validatingCString: $0) }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The absolute path without symbolic links; nil when there is no such file.
    public static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    public static var currentDirectory: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - maximumSize: bytes.
    ///   - acceptsStreams: true to read a pipe or a device too, and to wait for what it delivers.
    /// - Throws: ``SystemError``; `EFBIG` for a larger file, `EISDIR` for a directory, `EINVAL` for anything else that is
    ///   not accepted.
    public static func read(
        _ path: String, maximumSize: Int, acceptsStreams: Bool = false
    ) throws(SystemError) -> [UInt8] {
        let content = try read(path, upTo: maximumSize + 1, acceptsStreams: acceptsStreams)
        guard content.count <= maximumSize else {
            throw SystemError(code: EFBIG, operation: localized("reading \(path)"))
        }
        return content
    }

    /// Reads the beginning of a file, as ``read(_:maximumSize:acceptsStreams:)`` does.
    public static func read(
        _ path: String, upTo count: Int, acceptsStreams: Bool = false
    ) throws(SystemError) -> [UInt8] {
        // Opened without waiting, so that a pipe or a device that is not accepted cannot hold the process up.
        let file = try FileDescriptor(opening: path, O_NOCTTY | (acceptsStreams ? 0 : O_NONBLOCK))
        let status = try file.status
        guard status.kind == .regular || acceptsStreams && [.pipe, .other].contains(status.kind) else {
            throw SystemError(
                code: status.kind == .directory ? EISDIR : EINVAL, operation: localized("reading \(path)"))
        }
        do throws(SystemError) {
            return try file.readAll(upTo: count, chunk: Int(clamping: status.size))
        } catch {
            throw SystemError(code: error.code, operation: localized("reading \(path)"))
        }
    }
}

extension FileDescriptor {
    /// Reads the rest of a file, or the beginning of that.
    ///
    /// - Parameter chunk: the bytes of one read, about the size of the file. Files of proc(5) have the size 0.
    public func readAll(upTo count: Int, chunk: Int) throws(SystemError) -> [UInt8] {
        var content: [UInt8] = []
        let chunk = min(max(chunk, 4096), count)
        while content.count < count {
            let bytes = try read(upTo: min(chunk, count - content.count)) ?? []
            if bytes.isEmpty { break }
            content += bytes
        }
        return content
    }
}
