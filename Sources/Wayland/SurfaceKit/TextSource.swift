import EventLoop
import Posix
import WaylandProtocols
import WaylandClient

/// A text that other programs may read.
final class TextSource {
    /// The timeout of the whole text, ns.
    private static let timeout: UInt64 = 10_000_000_000

    let text: String
    /// Called once another program has made a selection.
    var onCancelled: () -> Void = {}
    let destroy: () -> Void
    private let loop: EventLoop
    /// The writers of the text by their descriptors, with their timeouts.
    private var writers: [Int32: (PipeWriter, EventLoop.Timer)] = [:]

    convenience init(_ source: WlDataSource, _ text: String, loop: EventLoop) {
        self.init(text, loop: loop, offer: { source.offer(mimeType: $0) }, destroy: { source.destroy() })
        source.onEvent = { [weak self] event in
            switch event {
            case .send(_, let descriptor): self?.send(to: descriptor)
            case .cancelled: self?.onCancelled()
            case .target, .dndDropPerformed, .dndFinished, .action: break
            }
        }
    }

    convenience init(_ source: ZwpPrimarySelectionSourceV1, _ text: String, loop: EventLoop) {
        self.init(text, loop: loop, offer: { source.offer(mimeType: $0) }, destroy: { source.destroy() })
        source.onEvent = { [weak self] event in
            switch event {
            case .send(_, let descriptor): self?.send(to: descriptor)
            case .cancelled: self?.onCancelled()
            }
        }
    }

    private init(_ text: String, loop: EventLoop, offer: (String) -> Void, destroy: @escaping () -> Void) {
        (self.text, self.loop, self.destroy) = (text, loop, destroy)
        TextOffer.types.forEach(offer)
    }

    /// Writes the text to another program, which may be slow.
    private func send(to descriptor: ReceivedFileDescriptor) {
        let end = FileDescriptor(owning: descriptor.take())
        let number = end.rawValue
        let stop: () -> Void = { [weak self] in self?.writers[number] = nil }
        guard let writer = try? PipeWriter(end, Array(text.utf8), on: loop, onEnd: stop) else { return }
        let timer = loop.timer(stop)
        timer.arm(after: Self.timeout)
        writers[number] = (writer, timer)
    }
}
