// SPDX-License-Identifier: MIT

/// The answer of `tabshell-raster` to one request: `ok <width> <height>` and a line end, then that many bytes of
/// coverage in packed rows; or `error <message>` and a line end.
public enum RasterReply: Equatable, Sendable {
    case mask(width: Int, height: Int, bytes: [UInt8])
    case failure(String)

    /// The bytes as they go over the pipe.
    public var encoded: [UInt8] {
        switch self {
        case .mask(let width, let height, let bytes):
            Array("ok \(width) \(height)\n".utf8) + bytes
        case .failure(let message):
            Array("error ".utf8) + message.utf8.map { $0 < 0x20 ? 0x20 : $0 } + [0x0A]
        }
    }
}

/// Why an icon could not be had, as a sentence for the person who configured it.
public struct RasterError: Error, Equatable, CustomStringConvertible, Sendable {
    /// The sentence.
    public let description: String

    /// An error with its sentence.
    public init(_ description: String) {
        self.description = description
    }
}
