import CLinux
import Glibc

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
    /// - Throws: ``SystemError``; `ENOENT` if the file does not exist.
    public static func status(of path: String, followingLinks: Bool = true) throws(SystemError) -> FileStatus {
        var status = stat()
        try systemCall("examining \(path)") { followingLinks ? stat(path, &status) : lstat(path, &status) }
        return FileStatus(status)
    }

    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
    /// True if anything is at a path, even a dangling link.
    public static func isPresent(_ path: String) -> Bool { (try? status(of: path, followingLinks: false)) != nil }
    /// True if this process may read the file.
    public static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }
    /// True if this process may write the file, or create files in the directory.
    public static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }
    /// True if this process may execute the file, or enter the directory.
    public static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// Writes a file of one page in a directory, or in its nearest existing ancestor, and removes it.
    ///
    /// - Throws: ``SystemError`` if writing fails, such as on a full or read-only disk.
    public static func tryWriting(in directory: String) throws(SystemError) {
        var directory = directory
        while !exists(directory), directory != "/", !directory.isEmpty { directory = self.directory(of: directory) }
        do throws(SystemError) {
            let file = try FileDescriptor(opening: directory, clinux_unnamed_file | O_WRONLY, mode: 0o600)
            try file.writeAll([UInt8](repeating: 1, count: 4096))
        } catch {
            // Not every file system supports unnamed files.
            guard error.code != EOPNOTSUPP else { return }
            throw error
        }
    }

    /// - Throws: ``SystemError``, but not for an existing directory.
    public static func makeDirectory(_ path: String, mode: mode_t = 0o700) throws(SystemError) {
        do throws(SystemError) {
            try systemCall("creating the directory \(path)") { mkdir(path, mode) }
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

    /// Creates a directory for its owner alone, or checks an existing one. A link is not followed.
    ///
    /// - Returns: false if it belongs to another user, others may enter it, or others may replace it in the directory above.
    /// - Throws: ``SystemError`` if it cannot be created.
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

    /// True if others than this user and root may replace the files of a directory. Not in a sticky one such as /tmp. A
    /// group may be the user's own.
    public static func isReplaceable(in directory: FileStatus) -> Bool {
        let isOpen = directory.permissions & 0o002 != 0 && directory.permissions & 0o1000 == 0
        return isOpen || directory.owner != geteuid() && directory.owner != 0
    }

    /// Makes a symbolic link; the target need not exist.
    public static func makeLink(_ path: String, to target: String) throws(SystemError) {
        try systemCall("creating the link \(path)") { symlink(target, path) }
    }

    /// The path in a symbolic link; nil for any other file.
    public static func target(ofLink path: String) throws(SystemError) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        do throws(SystemError) {
            let count = try systemCall("reading the link \(path)") { readlink(path, &target, target.count) }
            return String(decoding: target.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        } catch {
            if error.code == EINVAL { return nil }
            throw error
        }
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

    /// Removes a file, if it exists.
    public static func remove(_ path: String) { unlink(path) }

    /// Removes an empty directory.
    public static func removeDirectory(_ path: String) { rmdir(path) }

    /// Makes a named pipe (fifo(7)) for its owner alone.
    public static func makePipe(_ path: String) throws(SystemError) {
        try systemCall("creating the pipe \(path)") { mkfifo(path, 0o600) }
    }

    public static func rename(_ path: String, to newPath: String) throws(SystemError) {
        try systemCall("renaming \(path)") { Glibc.rename(path, newPath) }
    }

    public static func setPermissions(_ mode: mode_t, of path: String) throws(SystemError) {
        try systemCall("changing the mode of \(path)") { chmod(path, mode) }
    }

    /// Sets both times of a file to now.
    public static func touch(_ path: String) { utimensat(AT_FDCWD, path, nil, 0) }

    /// The names in a directory, in no order; none for an unreadable directory. Names other than UTF-8 are left out: a
    /// converted text names another file, or none.
    public static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // The record may be shorter than its type, so it is not copied.
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(validatingCString: $0) }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The absolute path without symbolic links; nil if the file does not exist.
    public static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// A path with `~/` replaced by the home folder: no shell expands it in a configuration.
    public static func expandingHome(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = environmentVariable("HOME") else { return path }
        return home + path.dropFirst()
    }

    /// The absolute form of a path, perhaps relative to the current directory.
    public static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
        defer { free(directory) }
        return "\(String(cString: directory))/\(path)"
    }

    /// The path that stands for the standard input where streams are accepted.
    public static let standardInput = "-"

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - maximumSize: bytes.
    ///   - acceptsStreams: true to also read a pipe or a device, and to wait for its data.
    /// - Throws: ``SystemError``; `EFBIG` for a larger file, `EISDIR` for a directory, `EINVAL` for anything else
    ///   that is not accepted.
    public static func read(
        _ path: String, maximumSize: Int, acceptsStreams: Bool = false
    ) throws(SystemError) -> [UInt8] {
        let content = try read(path, upTo: maximumSize + 1, acceptsStreams: acceptsStreams)
        guard content.count <= maximumSize else {
            throw SystemError(code: EFBIG, operation: "reading \(path)")
        }
        return content
    }

    /// Reads the beginning of a file, as ``read(_:maximumSize:acceptsStreams:)`` does.
    public static func read(
        _ path: String, upTo count: Int, acceptsStreams: Bool = false
    ) throws(SystemError) -> [UInt8] {
        // Another user's pipe cannot be reopened. All else is opened without waiting: a refused pipe or device must not block.
        let isInput = acceptsStreams && path == standardInput
        let file =
            isInput
            ? FileDescriptor(owning: STDIN_FILENO)
            : try FileDescriptor(opening: path, O_NOCTTY | (acceptsStreams ? 0 : O_NONBLOCK))
        let status = try file.status
        guard status.kind == .regular || acceptsStreams && [.pipe, .socket, .other].contains(status.kind) else {
            throw SystemError(code: status.kind == .directory ? EISDIR : EINVAL, operation: "reading \(path)")
        }
        let content: [UInt8]
        do throws(SystemError) {
            content = try file.readAll(upTo: count, chunk: Int(clamping: status.size))
        } catch {
            throw SystemError(code: error.code, operation: "reading \(path)")
        }
        if isInput { _ = file.take() }
        return content
    }
}

extension FileDescriptor {
    /// Reads the rest of a file, up to a number of bytes.
    ///
    /// - Parameter chunk: the bytes of one read, about the size of the file. Files of proc(5) have the size 0.
    public func readAll(upTo count: Int, chunk: Int) throws(SystemError) -> [UInt8] {
        var content: [UInt8] = []
        let chunk = min(max(chunk, 4096), count)
        while content.count < count {
            guard let bytes = try read(upTo: min(chunk, count - content.count)) else {
                _ = try Poll.wait([(rawValue, .read)])
                continue
            }
            if bytes.isEmpty { break }
            content += bytes
        }
        return content
    }
}
