import Glibc
import Posix
import ShellModel
import TabshellIPC

/// The file beside the socket that lists the running programs. The next daemon ends these, so only this user may write it.
struct ProgramRecord {
    struct Entry {
        var program: RunningProgram
        var identity: ProcessIdentity
        /// The file of the pipe that is its standard error; nil: the daemon's.
        var errorOutput: UInt64?
    }

    let path: String

    /// Reads the entries; none without a file. Throws if another user may have written it.
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
            var inode: UInt64?
            if case .integer(let number)? = member.value["stderr"] { inode = UInt64(exactly: number) }
            return Entry(program: running, identity: identity, errorOutput: inode)
        }
    }

    /// Replaces the file; without entries, removes it.
    func write(_ entries: [Entry]) throws(SystemError) {
        if entries.isEmpty { return FileSystem.remove(path) }
        let members = entries.map { entry in
            let (program, identity) = (entry.program, entry.identity)
            return JSON.Member(
                program.program.name,
                [
                    "pid": JSON(identity.pid), "started": JSON(identity.startTime), "ours": .bool(program.isManaged),
                    "arguments": program.arguments ?? .null, "stderr": entry.errorOutput.map { JSON($0) } ?? .null,
                    "instance": program.instance.map { .string($0) } ?? .null,
                ])
        }
        try SystemFileCalls().replace(path, with: JSON.object(members).encodedLine, synchronizing: false)
    }

    /// A file that is not the daemon's own.
    struct Refusal: Error, CustomStringConvertible {
        var description: String
    }

    private func content() throws(Refusal) -> [UInt8]? {
        let refusal = Refusal(
            description: "\(path) is ignored: it must be a file of yours, and closed to others for writing")
        do throws(SystemError) {
            // A link must not lead elsewhere, and a pipe not block the daemon.
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
