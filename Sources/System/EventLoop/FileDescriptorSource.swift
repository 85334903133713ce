import Posix

/// A descriptor that an event loop watches. The source's release ends the watch.
public final class FileDescriptorSource {
    let id: UInt64
    let descriptor: Int32
    /// The operations that the source waits for.
    public private(set) var interest: Readiness
    private let loop: EventLoop
    private let handler: (Readiness) -> Void

    init(
        loop: EventLoop, id: UInt64, descriptor: Int32, interest: Readiness, handler: @escaping (Readiness) -> Void
    ) {
        self.loop = loop
        self.id = id
        self.descriptor = descriptor
        self.interest = interest
        self.handler = handler
    }

    deinit { cancel() }

    /// Changes the operations that the source waits for.
    ///
    /// - Throws: ``SystemError`` when the kernel refuses.
    public func setInterest(_ interest: Readiness) throws(SystemError) {
        guard interest != self.interest else { return }
        self.interest = interest
        try loop.update(self)
    }

    /// Ends the watch; the handler is not called again, not even in the current iteration. Cancel before closing.
    public func cancel() {
        loop.remove(self)
    }
}

/// Signals as events of a loop. They are blocked from any other delivery, so no handler interrupts anything.
public final class SignalSource {
    private let descriptor: FileDescriptor
    private let handler: (Int32) -> Void
    private var source: FileDescriptorSource?

    /// Blocks the signals and calls the handler, in the loop, for each arrival.
    ///
    /// - Throws: ``SystemError`` when descriptors run out.
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
