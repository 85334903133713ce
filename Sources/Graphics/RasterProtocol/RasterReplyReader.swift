// SPDX-License-Identifier: MIT

/// An incremental decoder of the replies of `tabshell-raster`.
public struct RasterReplyReader {
    private static let failure = Array("error ".utf8)
    private static let font = Array("font ".utf8)

    private var pending: [UInt8] = []

    /// A reader at the start of a stream.
    public init() {}

    /// True if a reply is incomplete: at the end of the stream, because the helper died.
    public var isInsideReply: Bool { !pending.isEmpty }

    /// Appends received bytes and returns the replies that are now complete.
    ///
    /// - Throws: `RasterError` when the bytes are not a reply; the stream cannot be read any further.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(RasterError) -> [RasterReply] {
        pending.append(contentsOf: bytes)
        var replies: [RasterReply] = []
        while let reply = try next() { replies.append(reply) }
        return replies
    }

    private mutating func next() throws(RasterError) -> RasterReply? {
        guard let end = pending.firstIndex(of: 0x0A) else {
            guard pending.count <= RasterRequest.maximumLine else { throw RasterError("a reply's header never ends") }
            return nil
        }
        let text = pending[..<end]
        if text.starts(with: Self.failure) {
            let message = String(decoding: text.dropFirst(Self.failure.count), as: UTF8.self)
            pending.removeSubrange(...end)
            return .failure(message)
        }
        if text.starts(with: Self.font) {
            let family = String(decoding: text.dropFirst(Self.font.count), as: UTF8.self)
            pending.removeSubrange(...end)
            return .font(family)
        }
        let line = String(decoding: text, as: UTF8.self)
        guard let header = Header(line) else { throw RasterError("not a reply: \(line)") }
        let bytes = pending[(end + 1)...].prefix(header.length)
        guard bytes.count == header.length else { return nil }
        let reply = header.reply(Array(bytes))
        pending.removeSubrange(..<bytes.endIndex)
        return reply
    }
}

/// The header of a mask or a picture.
private struct Header {
    private enum Kind {
        case icon, picture
        case text(TextMetrics)
    }

    let width: Int
    let height: Int
    private let kind: Kind
    /// The number of bytes that follow it.
    let length: Int

    init?(_ line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let sides = 1...RasterRequest.maximumSide
        guard words.count >= 3, let width = Int(words[1]), let height = Int(words[2]),
            sides.contains(width), sides.contains(height)
        else { return nil }
        self.width = width
        self.height = height
        switch (words[0], words.count) {
        case ("icon", 3): kind = .icon
        case ("picture", 3): kind = .picture
        case ("text", 6):
            guard let originX = Int(words[3]), (0...width).contains(originX),
                let baseline = Int(words[4]), (0...height).contains(baseline),
                let advance = Double(words[5]), (0...Double(RasterRequest.maximumSide)).contains(advance)
            else { return nil }
            kind = .text(TextMetrics(originX: originX, baseline: baseline, advance: advance))
        default:
            return nil
        }
        length = width * height * (words[0] == "picture" ? 4 : 1)
    }

    func reply(_ bytes: [UInt8]) -> RasterReply {
        switch kind {
        case .icon: .icon(width: width, height: height, bytes: bytes)
        case .picture: .picture(width: width, height: height, bytes: bytes)
        case .text(let metrics): .text(width: width, height: height, metrics: metrics, bytes: bytes)
        }
    }
}
