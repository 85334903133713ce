// SPDX-License-Identifier: MIT
import EventLoop
import Glibc

/// Small files, whole.
enum AtomicFile {
    static func folder(of path: String) -> String {
        String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    static func read(_ path: String) throws(SystemError) -> [UInt8] {
        let file = FileDescriptor(
            owning: try systemCall("opening \(path)") { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) })
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = try systemCall("reading \(path)") { Glibc.read(file.number, &buffer, buffer.count) }
            if count == 0 { return content }
            content.append(contentsOf: buffer[..<count])
        }
    }

    /// Puts a new content in the place of a file's old one; nobody ever sees half of it.
    static func replace(_ path: String, with content: [UInt8]) throws(SystemError) {
        let temporary = path + ".new"
        do throws(SystemError) {
            try write(temporary, content)
            try systemCall("renaming \(temporary)") { rename(temporary, path) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Makes the folders above a path, for their owner alone, where they are missing.
    static func makeFolders(for path: String) throws(SystemError) {
        let folder = folder(of: path)
        guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
        try makeFolders(for: folder)
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw .last("making the folder \(folder)") }
    }

    private static func write(_ path: String, _ content: [UInt8]) throws(SystemError) {
        let file = FileDescriptor(
            owning: try systemCall("opening \(path)") {
                open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
            })
        var rest = content[...]
        while !rest.isEmpty {
            let count = try systemCall("writing \(path)") {
                rest.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }
}
