public import Posix

/// The writing end of a pipe, and the bytes that its reader has not taken yet: the loop does not wait for it.
public final class PipeWriter {
    private var descriptor: FileDescriptor?
    private var unsent: ArraySlice<UInt8>
    private var watch: FileDescriptorSource?
    private let onEnd: () -> Void

    /// Starts to write.
    ///
    /// - Parameter onEnd: called once, after the last byte or when nobody reads; the descriptor is closed by then.
    /// - Throws: ``SystemError`` for a descriptor that epoll refuses, such as a file's.
    public init(
        _ descriptor: consuming FileDescriptor, _ bytes: [UInt8], on loop: EventLoop, onEnd: @escaping () -> Void = {}
    ) throws(SystemError) {
        (unsent, self.onEnd) = (bytes[...], onEnd)
        try descriptor.setNonBlocking()
        let number = descriptor.rawValue
        self.descriptor = consume descriptor
        watch = try loop.watch(number, for: .write) { [weak self] _ in self?.send() }
    }

    private func send() {
        while !unsent.isEmpty, let count = try? descriptor?.write(unsent.span) {
            if count == 0 { return }
            unsent = unsent.dropFirst(count)
        }
        watch = nil
        descriptor = nil
        onEnd()
    }
}
