// SPDX-License-Identifier: MIT

/// A text folded for search: without case and accents, and with ligatures as their letters.
package struct FoldedText: Equatable, Sendable {
    private let bytes: [UInt8]

    package init(_ text: String) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                let byte = UInt8(truncatingIfNeeded: scalar.value)
                bytes.append((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
            } else {
                bytes += Self.folded(scalar).utf8
            }
        }
        self.bytes = bytes
    }

    package var isEmpty: Bool { bytes.isEmpty }

    /// True if the text contains another one.
    package func contains(_ other: FoldedText) -> Bool {
        let (pattern, count) = (other.bytes, other.bytes.count)
        guard count <= bytes.count else { return false }
        return (0...(bytes.count - count)).contains { start in
            (0..<count).allSatisfy { bytes[start + $0] == pattern[$0] }
        }
    }

    /// Returns the words of a search term.
    package static func words(of query: String) -> [FoldedText] {
        query.split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) }.filter { !$0.isEmpty }
    }

    private static func folded(_ scalar: Unicode.Scalar) -> String {
        if scalar.properties.generalCategory == .nonspacingMark { return "" }
        var text = ""
        for lower in scalar.properties.lowercaseMapping.unicodeScalars
        where lower.properties.generalCategory != .nonspacingMark {
            text += base(of: lower)
        }
        return text
    }

    /// Returns a small letter without its diacritics and strokes.
    private static func base(of scalar: Unicode.Scalar) -> String {
        if let base = others[scalar] { return base }
        // Unicode names its Latin letters by what they are made of: LATIN SMALL LETTER O WITH STROKE AND ACUTE.
        let words = (scalar.properties.name ?? "").split(separator: " ")
        guard words.count > 4, words.starts(with: ["LATIN", "SMALL", "LETTER"]), words[3].count == 1,
            words[4] == "WITH"
        else { return String(scalar) }
        return words[3].lowercased()
    }

    private static let others: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ĳ": "ij", "ς": "σ", "ά": "α", "έ": "ε", "ή": "η", "ί": "ι",
        "ό": "ο", "ύ": "υ", "ώ": "ω", "ϊ": "ι", "ϋ": "υ", "ΐ": "ι", "ΰ": "υ", "ё": "е", "й": "и",
    ]
}
