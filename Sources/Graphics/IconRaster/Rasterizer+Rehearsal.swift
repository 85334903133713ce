private import Glibc
public import Posix
internal import RasterProtocol

extension Rasterizer {
    /// Draws a text and an icon as ``serve(_:_:)`` does, and writes a line for the family of the font, and one for each failure.
    ///
    /// - Returns: false after a failure.
    public static func rehearse(
        _ families: String, _ output: borrowing FileDescriptor
    ) throws(SystemError) -> Bool {
        let picture = Array(
            #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>"#.utf8)
        guard let file = SharedMemory(name: "icon", byteCount: picture.count) else { throw .current("memfd_create") }
        try writeAll(picture, to: file.descriptor)
        let requests: [RasterRequest] = [
            .font(families: families), .text(TextMaskKey("A", families: families, weight: 400, size: 16)),
            .icon(width: 8, height: 8, source: "/proc/self/fd/\(file.descriptor)"),
        ]
        // They fit in the buffers of the pipes, as their replies do.
        let (input, answers) = (try Pipe().take(), try Pipe().take())
        try writeAll(Array(requests.map(\.line).joined().utf8), to: input.writeEnd)
        close(input.writeEnd)
        guard try serve(FileDescriptor(owning: input.readEnd), FileDescriptor(owning: answers.writeEnd)) else {
            return false
        }
        let bytes = try FileDescriptor(owning: answers.readEnd).readAll(upTo: 1 << 16, chunk: 1 << 12)
        var reader = RasterReplyReader()
        let lines = ((try? reader.feed(bytes)) ?? []).compactMap(\.summary)
        try output.writeAll(lines.flatMap(\.encoded))
        return !lines.contains { if case .failure = $0 { true } else { false } }
    }
}

extension RasterReply {
    /// A reply that is a line, also for a picture of nothing; nil for any other picture.
    fileprivate var summary: RasterReply? {
        switch self {
        case .icon(_, _, let bytes), .picture(_, _, let bytes), .recolorable(_, _, let bytes),
            .text(_, _, _, let bytes):
            bytes.contains { $0 != 0 } ? nil : .failure("a text or an icon is drawn as nothing")
        case .font, .failure: self
        }
    }
}
