// SPDX-License-Identifier: MIT
import Glibc
import Posix

extension ChildProcess {
    /// The maximum time without output, ms, and the maximum size of the output, bytes.
    private static let outputTimeout: Int32 = 10_000
    private static let maximumOutput = 4 * 1024 * 1024

    /// Runs a program to its end with empty input and returns its standard output. Its standard error is this process's.
    ///
    /// - Throws: ``SystemError``; `ETIMEDOUT` when it writes nothing for ten seconds, `EFBIG` when it writes more than
    ///   4 MiB.
    public static func output(of path: String, arguments: [String]) throws(SystemError) -> [UInt8] {
        let input = try FileDescriptor(opening: "/dev/null")
        let pipe = try Pipe()
        let pid = try spawn(
            path, arguments: arguments, standardInput: input.rawValue, standardOutput: pipe.writeEnd.rawValue)
        defer {
            // The program has ended or is given up.
            kill(pid, SIGKILL)
            reap(pid, waiting: true)
        }
        return try readAll(pipe.closingWriteEnd(), from: path)
    }

    private static func readAll(_ pipe: borrowing FileDescriptor, from path: String) throws(SystemError) -> [UInt8] {
        var output: [UInt8] = []
        while output.count <= maximumOutput {
            guard try Poll.wait([(pipe.rawValue, .read)], timeout: outputTimeout) != nil else {
                throw SystemError(code: ETIMEDOUT, operation: "waiting for \(path)")
            }
            guard let bytes = try pipe.read(upTo: 16 * 1024) else { continue }
            if bytes.isEmpty { return output }
            output += bytes
        }
        throw SystemError(code: EFBIG, operation: "reading from \(path)")
    }
}
