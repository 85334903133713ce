// SPDX-License-Identifier: MIT

/// The cyclic redundancy check of IEEE 802.3, as in zip and PNG.
enum CRC32 {
    static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }
}
