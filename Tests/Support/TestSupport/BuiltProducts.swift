// SPDX-License-Identifier: MIT

import Foundation

/// The executables built together with the tests.
public enum BuiltProducts {
    /// The path of an executable, where the unprivileged user can start it.
    ///
    /// Executables are looked up beside the running one (under `swift test`: the test bundle). If the unprivileged user
    /// cannot read that directory, all of them are copied once; the copies are deleted at the end of this process.
    ///
    /// - Throws: ``SystemError`` if there is none of that name.
    public static func url(_ name: String) throws -> URL {
        let file = try directory(for: besideUs).appendingPathComponent(name)
        guard access(file.path, X_OK) == 0 else {
            throw SystemError("\(name) is not built (looked in \(besideUs.path))")
        }
        return file
    }

    /// Returns a directory with the same executables that the unprivileged user can read: the given one, or a copy.
    ///
    /// - Throws: ``SystemError`` if it cannot be copied.
    public static func directory(for origin: URL) throws -> URL {
        let origin = origin.resolvingSymlinksInPath()
        if Privilege.canRead(origin.path) { return origin }
        let copy = URL(fileURLWithPath: copies).appendingPathComponent(
            origin.path.replacingOccurrences(of: "/", with: "_"))
        try copyProducts(from: origin, to: copy)
        return copy
    }

    /// The directory of the running executable, or the one that `TABSHELL_PRODUCTS` names.
    public static let besideUs: URL = {
        if let path = ProcessInfo.processInfo.environment["TABSHELL_PRODUCTS"] { return URL(fileURLWithPath: path) }
        return own
    }()

    private static let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// The path of a library of the tests, which is beside them whatever `TABSHELL_PRODUCTS` names.
    public static func library(_ name: String) -> String { own.appendingPathComponent("lib\(name).so").path }

    private static let copies: String = {
        atexit { BuiltProducts.removeCopies() }
        return "\(TemporaryDirectory.usualBase)/tabshell-products.\(getpid())"
    }()

    private static let lock = NSLock()

    private static func removeCopies() {
        try? FileManager.default.removeItem(atPath: copies)
    }

    /// Executable files and resource bundles, but not the test bundle itself.
    private static func copyProducts(from origin: URL, to copy: URL) throws {
        lock.lock()
        defer { lock.unlock() }
        let files = FileManager.default
        if files.fileExists(atPath: copy.path) { return }
        let open: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
        let partial = copy.appendingPathExtension("partial")
        try? files.removeItem(at: partial)
        try files.createDirectory(at: partial, withIntermediateDirectories: true, attributes: open)
        for path in [copies, partial.path] { try files.setAttributes(open, ofItemAtPath: path) }
        for name in try files.contentsOfDirectory(atPath: origin.path) where isProduct(origin, name) {
            let target = partial.appendingPathComponent(name)
            try ForkLock.withLock { try files.copyItem(at: origin.appendingPathComponent(name), to: target) }
            // The target of a link is another executable, which may not be copied yet.
            let type = try files.attributesOfItem(atPath: target.path)[.type] as? FileAttributeType
            if type != .typeSymbolicLink { try files.setAttributes(open, ofItemAtPath: target.path) }
        }
        try files.moveItem(at: partial, to: copy)
    }

    private static func isProduct(_ directory: URL, _ name: String) -> Bool {
        if name.hasSuffix(".resources") { return true }
        var facts = stat()
        let found = stat(directory.appendingPathComponent(name).path, &facts) == 0
        return found && facts.st_mode & S_IFMT == S_IFREG && facts.st_mode & 0o100 != 0 && !name.contains(".")
    }
}
