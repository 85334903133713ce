/// The answer of `tabshell-raster` to one request, a line:
///
/// - `icon <width> <height>`
/// - `picture <width> <height>`
/// - `recolorable <width> <height>`
/// - `text <width> <height> <origin x> <baseline> <advance>` (``TextMetrics``)
/// - `font <family>`
/// - `error <message>`
///
/// The first four are followed by packed rows: of a mask `width * height` bytes of coverage, of a picture four times as
/// many bytes, premultiplied colours in native-endian words with alpha in the high byte. `recolorable` is a picture with
/// a mask after it.
public enum RasterReply: Equatable, Sendable {
    case icon(width: Int, height: Int, bytes: [UInt8])
    /// An icon in its own colours.
    case picture(width: Int, height: Int, bytes: [UInt8])
    /// A picture that lacks the parts in the colour of text, and these.
    case recolorable(width: Int, height: Int, bytes: [UInt8])
    case text(width: Int, height: Int, metrics: TextMetrics, bytes: [UInt8])
    /// The family of an installed font.
    case font(String)
    case failure(String)

    public var encoded: [UInt8] {
        switch self {
        case .icon(let width, let height, let bytes):
            Array("icon \(width) \(height)\n".utf8) + bytes
        case .picture(let width, let height, let bytes):
            Array("picture \(width) \(height)\n".utf8) + bytes
        case .recolorable(let width, let height, let bytes):
            Array("recolorable \(width) \(height)\n".utf8) + bytes
        case .text(let width, let height, let metrics, let bytes):
            Array("text \(width) \(height) \(metrics.originX) \(metrics.baseline) \(metrics.advance)\n".utf8) + bytes
        case .font(let family):
            Array("font \(TextMaskKey.line(family, limit: TextMaskKey.maximumFamilies))\n".utf8)
        case .failure(let message):
            Array("error \(TextMaskKey.line(message, limit: RasterRequest.maximumLine - 8))\n".utf8)
        }
    }
}

/// The reason why an icon or a text cannot be rasterized, as a sentence for the person who configured it.
public struct RasterError: Error, Equatable, CustomStringConvertible, Sendable {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
