// SPDX-License-Identifier: MIT

private import Glibc
private import Posix
internal import RasterProtocol

/// Reads icon files.
enum ImageFile {
    /// Bytes.
    private static let maximumSize = 4 << 20

    /// The content of a regular file.
    static func read(_ path: String) throws(RasterError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileSystem.read(path, maximumSize: maximumSize)
        } catch {
            switch error.code {
            case EFBIG: throw RasterError("larger than \(maximumSize) bytes")
            case EISDIR, EINVAL: throw RasterError("not a regular file")
            default: throw RasterError(SystemError.message(for: error.code))
            }
        }
        guard !bytes.isEmpty else { throw RasterError("the file is empty") }
        return bytes
    }
}
