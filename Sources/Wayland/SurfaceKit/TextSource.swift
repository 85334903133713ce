import EventLoop
import Posix
import WaylandProtocols
import WaylandClient

/// A text that other programs may read.
final class TextSource {
    let text: String
    /// Called once another program has made a selection.
    var onCancelled: () -> Void = {}
    let destroy: () -> Void
    private let loop: EventLoop
    private var writers: [ObjectIdentifier: TextWriter] = [:]

    init(_ source: WlDataSource, _ text: String, loop: EventLoop) {
        self.text = text
        self.loop = loop
        destroy = { source.destroy() }
        for type in TextOffer.types { source.offer(mimeType: type) }
        source.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .send(_, let descriptor): send(to: descriptor)
            case .cancelled: onCancelled()
            case .target, .dndDropPerformed, .dndFinished, .action: break
            }
        }
    }

    init(_ source: ZwpPrimarySelectionSourceV1, _ text: String, loop: EventLoop) {
        self.text = text
        self.loop = loop
        destroy = { source.destroy() }
        for type in TextOffer.types { source.offer(mimeType: type) }
        source.onEvent = { [weak self] event in
            guard let self else { return }
            switch event {
            case .send(_, let descriptor): send(to: descriptor)
            case .cancelled: onCancelled()
            }
        }
    }

    private func send(to descriptor: ReceivedFileDescriptor) {
        guard let writer = try? TextWriter(text, to: FileDescriptor(owning: descriptor.take()), loop: loop) else {
            return
        }
        let id = ObjectIdentifier(writer)
        writers[id] = writer
        writer.onEnd = { [weak self] in self?.writers[id] = nil }
        writer.write()
    }
}

/// The writing of a text to another program, which may be slow: the loop does not wait.
final class TextWriter {
    /// The timeout of the whole text, ns.
    private static let timeout: UInt64 = 10_000_000_000

    /// Called once.
    var onEnd: () -> Void = {}
    private let descriptor: FileDescriptor
    private var watch: FileDescriptorSource?
    private var deadline: EventLoop.Timer?
    private var unsent: ArraySlice<UInt8>

    /// - Throws: ``SystemError`` for a descriptor that epoll refuses, such as a file's.
    init(_ text: String, to descriptor: consuming FileDescriptor, loop: EventLoop) throws(SystemError) {
        try descriptor.setNonBlocking()
        let number = descriptor.rawValue
        self.descriptor = descriptor
        unsent = ArraySlice(text.utf8)
        watch = try loop.watch(number, for: .write) { [weak self] _ in self?.write() }
        deadline = loop.timer { [weak self] in self?.end() }
        deadline?.arm(after: Self.timeout)
    }

    func write() {
        while !unsent.isEmpty {
            // A reader that has closed its end wants no more.
            guard let count = try? descriptor.write(unsent.span) else { return end() }
            if count == 0 { return }
            unsent = unsent.dropFirst(count)
        }
        end()
    }

    private func end() {
        watch = nil
        onEnd()
    }
}
