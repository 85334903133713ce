/// An incremental decoder of the replies of `tabshell-raster`.
public struct RasterReplyReader {
    /// The bytes of an incomplete reply.
    private(set) var pending: [UInt8] = []

    public init() {}

    /// Appends bytes and returns the replies that are now complete. After an error the stream is useless.
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
        // By bytes, not by characters: an accent after the space would combine with it.
        for (verb, reply) in [("error ", RasterReply.failure), ("font ", RasterReply.font)] {
            guard pending.starts(with: verb.utf8) else { continue }
            defer { pending.removeSubrange(...end) }
            return reply(String(decoding: pending[..<end].dropFirst(verb.utf8.count), as: UTF8.self))
        }
        let line = String(decoding: pending[..<end], as: UTF8.self)
        guard let header = Header(line) else { throw RasterError("not a reply: \(line)") }
        let bytes = pending[(end + 1)...].prefix(header.length)
        guard bytes.count == header.length else { return nil }
        let reply = header.reply(Array(bytes))
        pending.removeSubrange(..<bytes.endIndex)
        return reply
    }
}

private struct Header {
    /// The number of bytes that follow it.
    let length: Int
    /// The reply with these bytes.
    let reply: ([UInt8]) -> RasterReply

    init?(_ line: String) {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        let sides = 1...RasterRequest.maximumSide
        guard words.count >= 3, let width = Int(words[1]), let height = Int(words[2]),
            sides.contains(width), sides.contains(height)
        else { return nil }
        switch (words[0], words.count) {
        case ("icon", 3): reply = { .icon(width: width, height: height, bytes: $0) }
        case ("picture", 3): reply = { .picture(width: width, height: height, bytes: $0) }
        case ("recolorable", 3): reply = { .recolorable(width: width, height: height, bytes: $0) }
        case ("text", 6):
            guard let originX = Int(words[3]), (0...width).contains(originX),
                let baseline = Int(words[4]), (0...height).contains(baseline),
                let advance = Double(words[5]), (0...Double(RasterRequest.maximumSide)).contains(advance)
            else { return nil }
            let metrics = TextMetrics(originX: originX, baseline: baseline, advance: advance)
            reply = { .text(width: width, height: height, metrics: metrics, bytes: $0) }
        default:
            return nil
        }
        length = width * height * (["picture": 4, "recolorable": 5][words[0]] ?? 1)
    }
}
