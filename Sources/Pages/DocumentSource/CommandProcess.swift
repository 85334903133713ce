// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix

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

        init(_ descriptor: consuming FileDescriptor) {
            self.descriptor = descriptor
        }

        /// Takes what is there. What is too much is read too, so that the command does not wait for us.
        func take() {
            do throws(SystemError) {
                for _ in 0..<64 {
                    guard let read = try descriptor.read(upTo: 32 * 1024) else { return }
                    if read.isEmpty { return end() }
                    let available = longestOutput - bytes.count
                    bytes += read.prefix(available)
                    if read.count > available { isCut = true }
                }
            } catch {
                end()
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
                stream.watch = try loop.watch(stream.descriptor.rawValue, for: .read) { [unowned stream] _ in stream.take() }
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
        ChildProcess.reap(pid, waiting: true)
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
