// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix

/// A running shell command, whose output and end are handled on the event loop.
final class CommandProcess {
    /// The end of a command.
    enum Termination: Equatable {
        case code(Int32)
        case signal(Int32)
        case timeout
    }

    struct Result {
        var output: [UInt8]
        var errorOutput: [UInt8]
        /// True if there was more output than is kept.
        var isTruncated: Bool
        var termination: Termination
    }

    /// The maximum number of bytes that are kept of standard output and of standard error.
    static let maximumOutput = 256 * 1024

    /// Standard output or standard error.
    private final class Stream {
        let descriptor: FileDescriptor
        var bytes: [UInt8] = []
        var isTruncated = false
        var watch: FileDescriptorSource?

        init(_ descriptor: consuming FileDescriptor) {
            self.descriptor = descriptor
        }

        /// Reads what is available. Output beyond the limit is read and dropped, so that the command does not block.
        func drain() {
            do throws(SystemError) {
                for _ in 0..<64 {
                    guard let read = try descriptor.read(upTo: 32 * 1024) else { return }
                    if read.isEmpty { return close() }
                    let available = maximumOutput - bytes.count
                    bytes += read.prefix(available)
                    if read.count > available { isTruncated = true }
                }
            } catch {
                close()
            }
        }

        func close() {
            watch = nil
        }
    }

    private let output: Stream
    private let errorOutput: Stream
    private let pid: pid_t
    private let onTermination: (Result) -> Void
    private var process: ProcessExitSource?
    private var timer: EventLoop.Timer?
    private var hasTimedOut = false

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - command: the command line, for `/bin/sh`.
    ///   - timeout: the time after which the command is killed, ns.
    ///   - onTermination: called once, unless the command is killed before.
    init(
        _ command: String, timeout: UInt64, loop: EventLoop, onTermination: @escaping (Result) -> Void
    ) throws(SystemError) {
        self.onTermination = onTermination
        let input = try FileDescriptor(opening: "/dev/null")
        let out = try Pipe()
        let err = try Pipe()
        pid = try ChildProcess.spawn(
            "/bin/sh", arguments: ["-c", command], standardInput: input.rawValue,
            standardOutput: out.writeEnd.rawValue, standardError: err.writeEnd.rawValue, inNewProcessGroup: true)
        output = Stream(out.closingWriteEnd())
        errorOutput = Stream(err.closingWriteEnd())
        do throws(SystemError) {
            for stream in [output, errorOutput] {
                try stream.descriptor.setNonBlocking()
                stream.watch = try loop.watch(stream.descriptor.rawValue, for: .read) { [weak stream] _ in
                    stream?.drain()
                }
            }
            process = try ProcessExitSource(pid: pid, on: loop) { [weak self] in self?.terminated($0) }
        } catch {
            kill()
            throw error
        }
        let timer = loop.timer { [weak self] in
            guard let self else { return }
            hasTimedOut = true
            Glibc.kill(-pid, SIGKILL)
        }
        timer.arm(after: timeout)
        self.timer = timer
    }

    /// Kills the command and all processes in its group; `onTermination` is not called.
    func kill() {
        release()
        Glibc.kill(-pid, SIGKILL)
        ChildProcess.reap(pid, waiting: true)
    }

    private func release() {
        timer?.disarm()
        process = nil
        output.close()
        errorOutput.close()
    }

    /// Handles the end of the shell. Processes that it has left in the background continue, but are not waited for.
    private func terminated(_ code: Int32?) {
        output.drain()
        errorOutput.drain()
        release()
        let code = code ?? 0
        let termination: Termination = hasTimedOut ? .timeout : code < 0 ? .signal(-code) : .code(code)
        onTermination(
            Result(
                output: output.bytes, errorOutput: errorOutput.bytes,
                isTruncated: output.isTruncated || errorOutput.isTruncated, termination: termination))
    }
}
