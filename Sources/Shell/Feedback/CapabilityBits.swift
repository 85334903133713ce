// SPDX-License-Identifier: MIT
import Posix

/// A bit set as sysfs writes the capabilities of an input device: hexadecimal words, the highest first.
package struct CapabilityBits: Equatable, Sendable {
    private var words: [UInt]

    /// - Returns: nil for a text that is not a bit set.
    package init?(_ text: some StringProtocol) {
        words = []
        for word in text.split(whereSeparator: \.isWhitespace).reversed() {
            guard let value = UInt(word, radix: 16) else { return nil }
            words.append(value)
        }
    }

    /// - Returns: nil when the file cannot be read or contains no bit set.
    init?(file path: String) {
        // The largest set, of keys, has 768 bits.
        guard let bytes = try? FileSystem.read(path, upTo: 1024), !bytes.isEmpty else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    package subscript(bit: Int) -> Bool {
        let (word, shift) = bit.quotientAndRemainder(dividingBy: UInt.bitWidth)
        return words.indices.contains(word) && words[word] >> UInt(shift) & 1 == 1
    }
}
