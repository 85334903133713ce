// SPDX-License-Identifier: MIT
import Glibc

extension ChildProcess {
    /// How long a helper may be silent, ms, and how much it may say, in bytes.
    private static let timeout: Int32 = 10_000
    private static let longestOutput = 4 * 1024 * 1024

    /// Runs a helper to its end and answers what it wrote to standard output. Its input is empty, and its standard error
    /// is ours.
    ///
    /// - Throws: ``SystemError``; `ETIMEDOUT` when it is silent for ten seconds, `EFBIG` when it talks without end.
    public static func output(of path: String, arguments: [String]) throws(SystemError) -> [UInt8] {
        let input = FileDescriptor(
            owning: try systemCall("opening /dev/null") { open("/dev/null", O_RDONLY | O_CLOEXEC) })
        let pid: pid_t
        let end: FileDescriptor
        do {
            let pipe = try Pipe()
            end = pipe.readEnd
            pid = try withExtendedLifetime(pipe.writeEnd) { writeEnd throws(SystemError) in
                try start(path, arguments: arguments, standardInput: input.number, standardOutput: writeEnd.number)
            }
        }
        defer {
            // It is at its end, or was given up: what it still does is of no use to anybody.
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        return try readAll(end, from: path)
    }

    private static func readAll(_ end: FileDescriptor, from path: String) throws(SystemError) -> [UInt8] {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while output.count <= longestOutput {
            var watched = pollfd(fd: end.number, events: Int16(POLLIN), revents: 0)
            guard try systemCall("poll", { poll(&watched, 1, timeout) }) > 0 else {
                throw SystemError(code: ETIMEDOUT, call: "waiting for \(path)")
            }
            let count = try systemCall("reading from \(path)") { read(end.number, &buffer, buffer.count) }
            if count == 0 { return output }
            output.append(contentsOf: buffer[..<count])
        }
        throw SystemError(code: EFBIG, call: "reading from \(path)")
    }
}
