// SPDX-License-Identifier: MIT
import Glibc
import Localization
import Posix
import ShellModel
import TabshellIPC

/// The file beside the socket that lists the running programs, for the daemon after a crash.
///
/// The next daemon ends programs that it names, so it is believed only if nobody else can have written it.
struct ProgramRecord {
    /// A program of an earlier daemon.
    struct Entry {
        var program: RunningProgram
        var identity: ProcessIdentity
        /// The file of the pipe that is its standard error; nil for that of the daemon.
        var errorOutput: UInt64?
    }

    let path: String

    /// Reads the entries; none without a file.
    ///
    /// - Throws: ``Refusal`` for a file that somebody else may have written.
    func read() throws(Refusal) -> [Entry] {
        guard let bytes = try content(), case .object(let members)? = try? JSONParser.parse(bytes) else { return [] }
        return members.compactMap { member in
            guard let program = Program(name: member.name), let identity = ProcessIdentity(member.value) else {
                return nil
            }
            var instance: String?
            if case .string(let name)? = member.value["instance"] { instance = name }
            let running = RunningProgram(
                program: program, pid: identity.pid, isManaged: member.value["ours"] != false,
                arguments: member.value["arguments"], instance: instance)
            return Entry(
                program: running, identity: identity,
                errorOutput: member.value["stderr"].flatMap {
                    if case .integer(let inode) = $0 { UInt64(exactly: inode) } else { nil }
                })
        }
    }

    /// Replaces the file; without entries, removes it.
    func write(_ entries: [Entry]) throws(SystemError) {
        if entries.isEmpty { return FileSystem.remove(path) }
        let members = entries.map { entry in
            JSON.Member(
                entry.program.program.name,
                entry.identity.json(
                    isManaged: entry.program.isManaged, arguments: entry.program.arguments ?? .null,
                    errorOutput: entry.errorOutput, instance: entry.program.instance))
        }
        try SystemFileCalls().replace(path, with: JSON.object(members).encodedLine, synchronizing: false)
    }

    /// A file that is not the daemon's own.
    struct Refusal: Error, CustomStringConvertible {
        var description: String
    }

    private func content() throws(Refusal) -> [UInt8]? {
        let refusal = Refusal(
            description: localized("\(path) is ignored: it must be a file of yours, and closed to others for writing"))
        do throws(SystemError) {
            // Neither a link nor a pipe may lead elsewhere or hold the daemon up.
            let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
            let status = try file.status
            guard status.kind == .regular, status.owner == geteuid(), status.permissions & 0o022 == 0 else {
                throw SystemError(code: EPERM, operation: "examining \(path)")
            }
            var content: [UInt8] = []
            while let bytes = try file.read(upTo: 64 * 1024), !bytes.isEmpty,
                content.count < SystemFileCalls.maximumSize
            {
                content += bytes
            }
            return content
        } catch {
            if error.code == ENOENT { return nil }
            throw refusal
        }
    }
}
