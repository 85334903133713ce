// SPDX-License-Identifier: MIT

import Foundation

/// An encoder of uncompressed PNG files, 8-bit RGB, for inspecting failures.
enum PNG {
    static func encode(_ picture: Screenshot) -> Data {
        var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        // Bit depth 8, colour type 2 (RGB), and the only defined compression, filter and interlace methods.
        let size = bigEndian(UInt32(picture.width)) + bigEndian(UInt32(picture.height))
        append("IHDR", size + [8, 2, 0, 0, 0], to: &file)
        var rows: [UInt8] = []
        rows.reserveCapacity(picture.bytes.count + picture.height)
        for row in 0..<picture.height {
            rows.append(0)
            rows += picture.bytes[row * picture.width * 3..<(row + 1) * picture.width * 3]
        }
        append("IDAT", stored(rows), to: &file)
        append("IEND", [], to: &file)
        return file
    }

    /// A zlib stream of stored blocks (RFC 1950, RFC 1951 section 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var at = 0
        repeat {
            let length = min(65535, bytes.count - at)
            let last: UInt8 = at + length == bytes.count ? 1 : 0
            let low = UInt8(length & 0xFF)
            let high = UInt8(length >> 8)
            stream += [last, low, high, ~low, ~high]
            stream += bytes[at..<at + length]
            at += length
        } while at < bytes.count
        return stream + bigEndian(adler(bytes))
    }

    private static func append(_ type: String, _ content: [UInt8], to file: inout Data) {
        let checked = Array(type.utf8) + content
        file.append(contentsOf: bigEndian(UInt32(content.count)) + checked + bigEndian(crc(checked)))
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var a: UInt32 = 1
        var b: UInt32 = 0
        for byte in bytes {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return b << 16 | a
    }

    private static let crcTable: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { crcTable[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
