// SPDX-License-Identifier: MIT

/// Makes replies of the bytes that arrive from `tabshell-raster`, however they are cut into pieces.
public struct RasterReplyReader {
    private var pending: [UInt8] = []

    /// A reader at the start of a stream.
    public init() {}

    /// Whether a reply has begun and not ended: at the end of the stream, a helper that died.
    public var isInsideReply: Bool { !pending.isEmpty }

    /// Takes bytes and returns the replies that are now complete.
    ///
    /// - Throws: `RasterError` when the bytes are no reply; nothing after that can be understood.
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
        let header = String(decoding: pending[..<end], as: UTF8.self)
        if header.hasPrefix("error ") {
            pending.removeSubrange(...end)
            return .failure(String(header.dropFirst(6)))
        }
        let words = header.split(separator: " ", omittingEmptySubsequences: false)
        let sides = 1...RasterRequest.maximumSide
        guard words.count == 3, words[0] == "ok", let width = Int(words[1]), let height = Int(words[2]),
            sides.contains(width), sides.contains(height)
        else { throw RasterError("not a reply: \(header)") }
        let start = end + 1
        guard pending.count - start >= width * height else { return nil }
        let mask = Array(pending[start..<(start + width * height)])
        pending.removeSubrange(..<(start + width * height))
        return .mask(width: width, height: height, bytes: mask)
    }
}
