import Foundation

/// A new directory, deleted with its contents together with this object.
///
/// If the tests run as root it belongs to ``Privilege/user``, so that the programs under test can use it.
public final class TemporaryDirectory {
    /// The absolute path, without a trailing slash.
    public let path: String

    /// Creates a directory in another one; nil is `$TMPDIR` or `/tmp`.
    public init(in base: String? = nil, mode: mode_t = 0o700) throws {
        let parent = base ?? TemporaryDirectory.usualBase
        var template = Array("\(parent)/tabshell-test.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp in \(parent)", errno: errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard chmod(path, mode) == 0 else { throw SystemError("chmod \(path)", errno: errno) }
        try give(path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    public func appending(_ name: String) -> String { "\(path)/\(name)" }

    /// Creates a subdirectory of the same owner.
    public func makeDirectory(_ name: String, mode: mode_t = 0o700) throws -> String {
        let inner = appending(name)
        guard mkdir(inner, mode) == 0, chmod(inner, mode) == 0 else {
            throw SystemError("mkdir \(inner)", errno: errno)
        }
        try give(inner)
        return inner
    }

    /// Writes a file of the same owner, replacing its contents, and returns its path.
    @discardableResult
    public func write(_ text: String, to name: String, mode: mode_t = 0o600) throws -> String {
        let file = appending(name)
        try ForkLock.withLock { try Data(text.utf8).write(to: URL(fileURLWithPath: file)) }
        guard chmod(file, mode) == 0 else { throw SystemError("chmod \(file)", errno: errno) }
        try give(file)
        return file
    }

    /// Copies a program or a library, as a file that everybody may run, and returns the copy's path.
    @discardableResult
    public func copy(_ source: String, to name: String) throws -> String {
        let file = appending(name)
        try ForkLock.withLock { try FileManager.default.copyItem(atPath: source, toPath: file) }
        guard chmod(file, 0o755) == 0 else { throw SystemError("chmod \(file)", errno: errno) }
        return file
    }

    /// A directory in shared memory, if it exists (no disk, and buffers in files stay in memory), else ``usualBase``.
    public static var memoryBase: String {
        access("/dev/shm", W_OK) == 0 ? "/dev/shm" : usualBase
    }

    /// `$TMPDIR`, or `/tmp` if it is unset or the unprivileged user cannot reach it.
    public static var usualBase: String {
        guard let named = getenv("TMPDIR").map({ String(cString: $0) }), Privilege.canRead(named) else { return "/tmp" }
        return named.hasSuffix("/") ? String(named.dropLast()) : named
    }

    private func give(_ path: String) throws {
        guard let user = Privilege.user else { return }
        guard chown(path, user, user) == 0 else { throw SystemError("chown \(path)", errno: errno) }
    }
}
