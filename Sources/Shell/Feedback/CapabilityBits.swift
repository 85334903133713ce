// SPDX-License-Identifier: MIT
import EventLoop
import Glibc

/// A set of bits as the kernel writes an input device's capabilities: words in hexadecimal, the highest first.
package struct CapabilityBits: Equatable, Sendable {
    private var words: [UInt]

    /// - Returns: nil for a text that is no set.
    package init?(_ text: some StringProtocol) {
        words = []
        for word in text.split(whereSeparator: \.isWhitespace).reversed() {
            guard let value = UInt(word, radix: 16) else { return nil }
            words.append(value)
        }
    }

    /// - Returns: nil when the file cannot be read or holds no set.
    init?(file path: String) {
        let number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = FileDescriptor(owning: number)
        // The largest set, of keys, has 768 bits.
        let text: String? = withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
            let count = read(file.number, buffer.baseAddress, buffer.count)
            return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
        }
        guard let text else { return nil }
        self.init(text)
    }

    package subscript(bit: Int) -> Bool {
        let (word, place) = bit.quotientAndRemainder(dividingBy: UInt.bitWidth)
        return words.indices.contains(word) && words[word] >> UInt(place) & 1 == 1
    }
}
