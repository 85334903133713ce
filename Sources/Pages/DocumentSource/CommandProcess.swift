// SPDX-License-Identifier: MIT
import EventLoop
import Glibc

/// One run of a command, from its start to its end; the loop goes on meanwhile.
final class CommandProcess {
    /// How a run ended.
    enum End: Equatable {
        case code(Int32)
        case signal(Int32)
        case timeout
    }

    struct Result {
        var output: [UInt8]
        var errorOutput: [UInt8]
        /// Whether it said more than is kept.
        var isCut: Bool
        var end: End
    }

    /// How much is kept of each of its two outputs, in bytes.
    static let longestOutput = 256 * 1024

    /// One of its outputs.
    private final class Stream {
        let descriptor: FileDescriptor
        var bytes: [UInt8] = []
        var isCut = false
        var watch: FileDescriptorSource?

        init(_ descriptor: FileDescriptor) {
            self.descriptor = descriptor
        }

        /// Takes what is there. What is too much is read too, so that the command does not wait for us.
        func take() {
            withUnsafeTemporaryAllocation(byteCount: 32 * 1024, alignment: 1) { buffer in
                for _ in 0..<64 {
                    let count = read(descriptor.number, buffer.baseAddress, buffer.count)
                    guard count > 0 else {
                        if count == 0 || errno != EAGAIN { end() }
                        return
                    }
                    let room = longestOutput - bytes.count
                    bytes.append(contentsOf: buffer[..<min(count, room)])
                    if count > room { isCut = true }
                }
            }
        }

        func end() {
            watch?.cancel()
            watch = nil
        }
    }

    private let output: Stream
    private let errorOutput: Stream
    private let pid: pid_t
    private let onEnd: (Result) -> Void
    private var process: ProcessExitSource?
    private var timer: EventLoop.Timer?
    private var isLate = false

    /// Starts it.
    ///
    /// - Parameters:
    ///   - command: for `/bin/sh`.
    ///   - timeout: ns.
    ///   - onEnd: called once, unless it is ended before.
    init(
        _ command: String, timeout: UInt64, loop: EventLoop, onEnd: @escaping (Result) -> Void
    ) throws(SystemError) {
        self.onEnd = onEnd
        let input = FileDescriptor(
            owning: try systemCall("opening /dev/null") { open("/dev/null", O_RDONLY | O_CLOEXEC) })
        let (out, err) = (try Pipe(), try Pipe())
        output = Stream(out.readEnd)
        errorOutput = Stream(err.readEnd)
        pid = try withExtendedLifetime((input, out.writeEnd, err.writeEnd)) { (ends) throws(SystemError) in
            try ChildProcess.start(
                "/bin/sh", arguments: ["-c", command], standardInput: ends.0.number, standardOutput: ends.1.number,
                standardError: ends.2.number, leadsGroup: true)
        }
        do throws(SystemError) {
            for stream in [output, errorOutput] {
                let number = stream.descriptor.number
                try systemCall("fcntl") { fcntl(number, F_SETFL, O_NONBLOCK) }
                stream.watch = try loop.watch(number, for: .read) { [unowned stream] _ in stream.take() }
            }
            process = try ProcessExitSource(pid: pid, on: loop) { [unowned self] in ended($0) }
        } catch {
            end()
            throw error
        }
        let timer = loop.timer { [unowned self] in
            isLate = true
            kill(-pid, SIGKILL)
        }
        timer.arm(after: timeout)
        self.timer = timer
    }

    /// Ends it and all that it has started; nobody is told.
    func end() {
        release()
        kill(-pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    private func release() {
        timer?.disarm()
        process = nil
        output.end()
        errorOutput.end()
    }

    /// Its process has ended. What it has left in the background may go on, but is not waited for.
    private func ended(_ code: Int32?) {
        output.take()
        errorOutput.take()
        release()
        let code = code ?? 0
        let end: End = isLate ? .timeout : code < 0 ? .signal(-code) : .code(code)
        onEnd(
            Result(
                output: output.bytes, errorOutput: errorOutput.bytes, isCut: output.isCut || errorOutput.isCut, end: end
            ))
    }
}
