// SPDX-License-Identifier: MIT
import Glibc
import Localization
import Posix
import Synchronization

/// Blocking system calls on a thread of their own, whose end is reported in an event loop.
///
/// The thread shares nothing with the loop but what the calls were given, their result, and a pipe that tells of it. The loop
/// keeps the task until its end.
public final class BackgroundTask {
    private let end: FileDescriptor
    private var source: FileDescriptorSource?

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - work: the calls.
    ///   - onEnd: called once in the loop, with the result of the calls.
    /// - Throws: ``SystemError`` when there is no thread or no descriptor to be had.
    public init<Value: Sendable>(
        on loop: EventLoop, _ work: @escaping @Sendable () throws(SystemError) -> Value,
        onEnd: @escaping (Result<Value, SystemError>) -> Void
    ) throws(SystemError) {
        let (readEnd, writeEnd) = try Pipe().take()
        end = FileDescriptor(owning: readEnd)
        let outcome = Outcome<Value>()
        do throws(SystemError) {
            source = try loop.watch(readEnd, for: .read) { [self] _ in
                source = nil
                onEnd(outcome.value ?? .failure(SystemError(code: EIO, operation: localized("waiting for a thread"))))
            }
            try startThread {
                // The pipe is closed after the result is there.
                let end = FileDescriptor(owning: writeEnd)
                do throws(SystemError) {
                    outcome.value = .success(try work())
                } catch {
                    outcome.value = .failure(error)
                }
                _ = end
            }
        } catch {
            source = nil
            _ = FileDescriptor(owning: writeEnd)
            throw error
        }
    }
}

/// The result of a thread.
final class Outcome<Value: Sendable>: Sendable {
    private let storage = Mutex<Result<Value, SystemError>?>(nil)

    var value: Result<Value, SystemError>? {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}
