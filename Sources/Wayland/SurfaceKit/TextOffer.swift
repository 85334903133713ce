import EventLoop
import Posix
import WaylandProtocols

final class TextOffer {
    /// The MIME types of text in UTF-8, the best first.
    static let types = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "TEXT", "STRING"]

    /// Requests the text in a type of ``types``; its program writes it to a descriptor.
    private let receive: (String, Int32) -> Void
    let destroy: () -> Void
    private var offered: Set<String> = []

    init(_ offer: WlDataOffer) {
        receive = { offer.receive(mimeType: $0, fd: $1) }
        destroy = { offer.destroy() }
        offer.onEvent = { [weak self] event in
            if case .offer(let type) = event { self?.add(type) }
        }
    }

    init(_ offer: ZwpPrimarySelectionOfferV1) {
        receive = { offer.receive(mimeType: $0, fd: $1) }
        destroy = { offer.destroy() }
        offer.onEvent = { [weak self] event in
            if case .offer(let type) = event { self?.add(type) }
        }
    }

    /// Requests the text; false if none is offered.
    func request(into descriptor: Int32) -> Bool {
        guard let type = Self.types.first(where: offered.contains) else { return false }
        receive(type, descriptor)
        return true
    }

    private func add(_ type: String) {
        if Self.types.contains(type) { offered.insert(type) }
    }
}

/// The reading of a text from another program, which may be slow: the loop does not wait.
final class TextReader {
    /// The timeout of the whole text, ns.
    private static let timeout: UInt64 = 2_000_000_000
    /// The maximum length of a text, bytes. Fields hold much less.
    private static let limit = 64 * 1024

    private let descriptor: FileDescriptor
    private let completion: (String?) -> Void
    private var watch: FileDescriptorSource?
    private var deadline: EventLoop.Timer?
    private var content: [UInt8] = []

    /// - Parameter completion: called once, with nil if the text does not arrive.
    /// - Throws: ``SystemError`` when descriptors run out.
    init?(_ offer: TextOffer, loop: EventLoop, completion: @escaping (String?) -> Void) throws(SystemError) {
        let pipe = try Pipe()
        try pipe.readEnd.setNonBlocking()
        // The message has a duplicate of the end closed here.
        let isOffered = offer.request(into: pipe.writeEnd.rawValue)
        descriptor = pipe.closingWriteEnd()
        self.completion = completion
        guard isOffered else { return nil }
        watch = try loop.watch(descriptor.rawValue, for: .read) { [weak self] _ in self?.receive() }
        deadline = loop.timer { [weak self] in self?.end(nil) }
        deadline?.arm(after: Self.timeout)
    }

    private func receive() {
        let arrived: [UInt8]
        do throws(SystemError) {
            guard let bytes = try descriptor.read(upTo: Self.limit) else { return }
            arrived = bytes
        } catch {
            return end(nil)
        }
        content += arrived
        guard arrived.isEmpty || content.count >= Self.limit else { return }
        end(String(decoding: content.prefix(Self.limit), as: UTF8.self))
    }

    private func end(_ text: String?) {
        (watch, deadline) = (nil, nil)
        completion(text)
    }
}
