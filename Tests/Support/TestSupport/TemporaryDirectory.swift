// SPDX-License-Identifier: MIT

import Foundation

/// A new directory of our own, removed with all that is in it when nobody holds it any more.
///
/// Under root it belongs to ``Privilege/user``, so that the programs under test can use it.
public final class TemporaryDirectory {
    /// Where it is: an absolute path without a slash at the end.
    public let path: String

    /// Makes a directory.
    ///
    /// - Parameters:
    ///   - base: in which directory; `$TMPDIR`, else `/tmp`, when nil.
    ///   - mode: its permission bits.
    /// - Throws: ``SystemError``.
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

    /// The path of something in it.
    public func appending(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a directory in it, of the same owner.
    public func makeDirectory(_ name: String, mode: mode_t = 0o700) throws -> String {
        let inner = appending(name)
        guard mkdir(inner, mode) == 0, chmod(inner, mode) == 0 else {
            throw SystemError("mkdir \(inner)", errno: errno)
        }
        try give(inner)
        return inner
    }

    /// Writes a file in it, of the same owner, over what was there.
    ///
    /// - Returns: the file's path.
    @discardableResult
    public func write(_ text: String, to name: String, mode: mode_t = 0o600) throws -> String {
        let file = appending(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        guard chmod(file, mode) == 0 else { throw SystemError("chmod \(file)", errno: errno) }
        try give(file)
        return file
    }

    /// Shared memory where there is some (no disk, and buffers kept in files stay in memory), else ``usualBase``.
    public static var memoryBase: String {
        access("/dev/shm", W_OK) == 0 ? "/dev/shm" : usualBase
    }

    /// `$TMPDIR`, or `/tmp` when it is not set or the unprivileged user cannot reach it.
    public static var usualBase: String {
        guard let named = getenv("TMPDIR").map({ String(cString: $0) }), Privilege.canRead(named) else { return "/tmp" }
        return named.hasSuffix("/") ? String(named.dropLast()) : named
    }

    private func give(_ path: String) throws {
        guard let user = Privilege.user else { return }
        guard chown(path, user, user) == 0 else { throw SystemError("chown \(path)", errno: errno) }
    }
}
