// SPDX-License-Identifier: MIT

/// The answer of `tabshell-raster` to one request, a line:
///
/// - `icon <width> <height>`
/// - `text <width> <height> <origin x> <baseline> <advance>` (``TextMetrics``)
/// - `error <message>`
///
/// The first two are followed by the mask's `width * height` bytes of coverage in packed rows.
public enum RasterReply: Equatable, Sendable {
    case icon(width: Int, height: Int, bytes: [UInt8])
    case text(width: Int, height: Int, metrics: TextMetrics, bytes: [UInt8])
    case failure(String)

    /// The encoded reply.
    public var encoded: [UInt8] {
        switch self {
        case .icon(let width, let height, let bytes):
            Array("icon \(width) \(height)\n".utf8) + bytes
        case .text(let width, let height, let metrics, let bytes):
            Array("text \(width) \(height) \(metrics.originX) \(metrics.baseline) \(metrics.advance)\n".utf8) + bytes
        case .failure(let message):
            Array("error \(TextMaskKey.line(message, limit: RasterRequest.maximumLine - 8))\n".utf8)
        }
    }
}

/// The reason why an icon or a text cannot be rasterised, as a sentence for the person who configured it.
public struct RasterError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The reason.
    public let description: String

    /// An error with its reason.
    public init(_ description: String) {
        self.description = description
    }
}
