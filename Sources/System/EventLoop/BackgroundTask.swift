// SPDX-License-Identifier: MIT
import Glibc
import Posix

/// Blocking system calls on a thread of their own, whose end is reported in an event loop.
///
/// The thread shares nothing with the loop but what the calls were given, and a pipe for their error. The loop keeps the
/// task until its end.
public final class BackgroundTask {
    /// The maximum size of a report, bytes: a pipe takes it at once (`PIPE_BUF`).
    private static let maximumReport = 4096

    private let report: FileDescriptor
    private var source: FileDescriptorSource?

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - work: the calls.
    ///   - onEnd: called once in the loop, with the error of the calls.
    /// - Throws: ``SystemError`` when there is no thread or no descriptor to be had.
    public init(
        on loop: EventLoop, _ work: @escaping @Sendable () throws(SystemError) -> Void,
        onEnd: @escaping (SystemError?) -> Void
    ) throws(SystemError) {
        let (readEnd, writeEnd) = try Pipe().take()
        report = FileDescriptor(owning: readEnd)
        do throws(SystemError) {
            source = try loop.watch(readEnd, for: .read) { [self] _ in
                source?.cancel()
                source = nil
                onEnd(Self.error(in: (try? report.read(upTo: Self.maximumReport)) ?? []))
            }
            try startThread {
                let report = FileDescriptor(owning: writeEnd)
                do throws(SystemError) {
                    try work()
                    try? report.writeAll([0])
                } catch {
                    try? report.writeAll(Self.report(error))
                }
            }
        } catch {
            source?.cancel()
            source = nil
            _ = FileDescriptor(owning: writeEnd)
            throw error
        }
    }

    /// The error's code, then its text.
    private static func report(_ error: SystemError) -> [UInt8] {
        let text = Array(error.operation.utf8.prefix(maximumReport - 1))
        // Linux numbers its errors from 1 to 133.
        return [UInt8(clamping: error.code)] + text
    }

    private static func error(in report: [UInt8]) -> SystemError? {
        guard let code = report.first else { return SystemError(code: EIO, operation: "waiting for a thread") }
        return code == 0
            ? nil : SystemError(code: Int32(code), operation: String(decoding: report.dropFirst(), as: UTF8.self))
    }
}
