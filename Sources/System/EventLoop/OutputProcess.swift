// SPDX-License-Identifier: MIT
import Glibc
import Localization
import Posix

/// A program that runs to its end with empty input, whose standard output is collected on an event loop. It leads a process
/// group, all of which is killed at the deadline.
public final class OutputProcess {
    /// The output, and `ETIMEDOUT` if it is incomplete at the deadline, `EFBIG` if it is more than 4 MiB.
    public typealias Outcome = (output: [UInt8], error: SystemError?)

    private static let maximumOutput = 4 * 1024 * 1024

    private let path: String
    private let pid: pid_t
    private let pipe: FileDescriptor
    private let onEnd: (Outcome) -> Void
    private var output: [UInt8] = []
    private var source: FileDescriptorSource?
    private var hasExited = false
    /// The exit code, or -signal; nil before its end.
    public private(set) var exitCode: Int32?
    private var timer: EventLoop.Timer?

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - includesErrors: true to collect standard error too, which else is this process's.
    ///   - deadline: CLOCK_MONOTONIC, ns.
    ///   - onEnd: called once, unless this object is released before.
    /// - Throws: ``SystemError`` when it cannot be started.
    public init(
        _ path: String, arguments: [String], includesErrors: Bool = false, deadline: UInt64, on loop: EventLoop,
        onEnd: @escaping (Outcome) -> Void
    ) throws(SystemError) {
        self.path = path
        self.onEnd = onEnd
        let input = try FileDescriptor(opening: "/dev/null")
        let (readEnd, writeEnd) = try Pipe().take()
        pipe = FileDescriptor(owning: readEnd)
        let output = FileDescriptor(owning: writeEnd)
        try pipe.setNonBlocking()
        pid = try ChildProcess.spawn(
            path, arguments: arguments, standardInput: input.rawValue, standardOutput: output.rawValue,
            standardError: includesErrors ? output.rawValue : nil, inNewProcessGroup: true)
        do throws(SystemError) {
            source = try loop.watch(readEnd, for: .read) { [weak self] _ in self?.receive() }
            // It keeps itself, so that the process is collected even if it outlives this object.
            var process: ProcessExitSource?
            process = try ProcessExitSource(pid: pid, on: loop) { [weak self] code in
                withExtendedLifetime(process) { process = nil }
                self?.exited(code)
            }
        } catch {
            kill(-pid, SIGKILL)
            ChildProcess.reap(pid, waiting: false)
            throw error
        }
        let timer = loop.timer { [weak self] in
            guard let self else { return }
            finish(SystemError(code: ETIMEDOUT, operation: localized("waiting for \(path)")))
        }
        timer.arm(at: deadline)
        self.timer = timer
    }

    deinit {
        stop()
    }

    /// Runs a program to its end.
    ///
    /// - Parameter timeout: ns.
    public static func run(
        _ path: String, arguments: [String], timeout: UInt64 = 10_000_000_000
    ) throws(SystemError) -> Outcome {
        let loop = try EventLoop()
        var outcome: Outcome?
        let process = try OutputProcess(
            path, arguments: arguments, deadline: MonotonicClock.now + timeout, on: loop
        ) {
            outcome = $0
        }
        while true {
            if let outcome { return outcome }
            try loop.runOnce()
            withExtendedLifetime(process) {}
        }
    }

    private func receive() {
        do throws(SystemError) {
            while timer != nil, let bytes = try pipe.read(upTo: 16 * 1024) {
                if bytes.isEmpty {
                    source = nil
                    return
                }
                output += bytes
                if output.count > Self.maximumOutput {
                    return finish(SystemError(code: EFBIG, operation: localized("reading from \(path)")))
                }
            }
        } catch {
            finish(error)
        }
    }

    /// Handles the program's end. What it has left in the background is not waited for.
    private func exited(_ code: Int32?) {
        hasExited = true
        exitCode = code
        receive()
        finish(nil)
    }

    private func finish(_ error: SystemError?) {
        guard timer != nil else { return }
        let outcome = (output, error)
        stop()
        onEnd(outcome)
    }

    private func stop() {
        source = nil
        timer = nil
        // Its number is its own until it is collected.
        if !hasExited { kill(-pid, SIGKILL) }
    }
}
