import Glibc
import Localization
import Posix

/// The database file and its directory, private to the user, as are measurements of a person's health.
struct StoreFile {
    let path: String

    var directory: String { FileSystem.directory(of: path) }
    var name: String { FileSystem.name(of: path) }

    init(_ path: String) {
        self.path = path.hasPrefix("/") ? path : "./" + path
    }

    /// Creates a missing directory and file, and denies other users access to the file. A directory or a device keeps its mode,
    /// since others may use it. An existing file is not opened: closing it would release this process's locks on it.
    func prepare() throws(StoreError) {
        do throws(SystemError) {
            try FileSystem.makeDirectories(above: path)
        } catch {
            throw .inaccessible(path: directory, code: error.code)
        }
        do {
            if let status = try status {
                guard status.kind == .regular else {
                    throw StoreError.other(path: path, reason: localized("not a regular file"))
                }
                // Its owner could read and replace the content. Root may open anyone's.
                guard status.owner == geteuid() || geteuid() == 0 else {
                    throw StoreError.notYours(path: path, owner: status.owner)
                }
                guard status.permissions & 0o077 != 0 else { return }
                try? FileSystem.setPermissions(status.permissions & 0o700, of: path)
            } else {
                _ = try FileDescriptor(opening: path, O_RDWR | O_CREAT, mode: 0o600)
            }
        } catch let error as SystemError {
            throw .inaccessible(path: path, code: error.code)
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// True for an existing file that this process may read but not write, or whose directory it may not write.
    var isReadOnly: Bool {
        FileSystem.isReadable(path) && !(FileSystem.isWritable(path) && FileSystem.isWritable(directory))
    }

    private var status: FileStatus? {
        get throws(SystemError) {
            do throws(SystemError) {
                return try FileSystem.status(of: path)
            } catch {
                if error.code == ENOENT { return nil }
                throw error
            }
        }
    }

    /// Locks the directory, so that no other process creates or migrates the database until the descriptor is closed.
    ///
    /// - Parameter timeout: the maximum wait for another process, s; 0 never waits. Any process that may read the
    ///   directory can lock it, so every wait is bounded.
    /// - Throws: ``StoreError/locked(path:)`` after the timeout.
    func lock(timeout: Double) throws(StoreError) -> FileDescriptor {
        do throws(SystemError) {
            let descriptor = try FileDescriptor(opening: directory, O_RDONLY | O_DIRECTORY)
            var rest = Int(timeout / Self.lockInterval)
            while true {
                do throws(SystemError) {
                    try descriptor.lock(waiting: false)
                    return descriptor
                } catch  where error.code == EWOULDBLOCK {
                    guard rest > 0 else { throw error }
                    rest -= 1
                    usleep(UInt32(Self.lockInterval * 1_000_000))
                }
            }
        } catch {
            throw error.code == EWOULDBLOCK
                ? .locked(path: directory) : .inaccessible(path: directory, code: error.code)
        }
    }

    private static let lockInterval = 0.02

    /// A sentence if other users can replace the database in its directory; nil if they cannot.
    var warning: String? {
        guard let status = try? FileSystem.status(of: directory) else { return nil }
        let isShared = status.permissions & 0o022 != 0 && status.permissions & 0o1000 == 0
        guard isShared || ![geteuid(), 0].contains(status.owner), geteuid() != 0 else { return nil }
        return "\(directory): other users can replace the files in it; `chmod 700` makes it yours alone"
    }

    /// Reports a commit to the ``ChangeNotifier`` of other processes.
    func notifyWatchers() { FileSystem.touch(path) }

    /// The identity of the database file; nil if it is missing.
    var identity: Identity? { Identity(path) }

    /// The identity of its log; nil if it is missing.
    var logIdentity: Identity? { Identity(path + "-wal") }

    /// The identity of a file, kept through renaming.
    struct Identity: Equatable {
        var device: dev_t
        var inode: ino_t

        init?(_ path: String) {
            guard let status = try? FileSystem.status(of: path) else { return nil }
            (device, inode) = (status.device, status.inode)
        }
    }
}
