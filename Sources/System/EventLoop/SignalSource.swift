// SPDX-License-Identifier: MIT
import Posix

/// Signals as events of a loop. They are blocked from being delivered any other way, so no handler interrupts anything.
public final class SignalSource {
    private let descriptor: FileDescriptor
    private let handler: (Int32) -> Void
    private var source: FileDescriptorSource?

    /// Blocks the signals and calls the handler, in the loop, for each that arrives.
    ///
    /// - Throws: ``SystemError`` when there are no descriptors left.
    public init(_ signals: [Int32], on loop: EventLoop, handler: @escaping (Int32) -> Void) throws(SystemError) {
        descriptor = try FileDescriptor(signals: signals)
        self.handler = handler
        source = try loop.watch(descriptor.rawValue, for: .read) { [weak self] _ in
            guard let self else { return }
            while let signal = descriptor.readSignal() { self.handler(signal) }
        }
    }

    /// Ends the watch; the signals stay blocked.
    public func cancel() {
        source = nil
    }
}
