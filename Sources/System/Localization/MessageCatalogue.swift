import Posix

/// The translations of messages in a file of gettext's binary format (`.mo`). It is checked as a whole before use, so that
/// a damaged one is ignored.
package struct MessageCatalogue: Sendable {
    /// The maximum size of a file, bytes.
    private static let maximumSize = 8 << 20
    private static let magic: UInt32 = 0x9504_12de
    private static let english: [UInt8] = (0..<200).map { $0 == 1 ? 0 : 1 }

    private let bytes: [UInt8]
    private let isSwapped: Bool
    private let count: Int
    private let tables: (keys: Int, translations: Int)
    /// The plural form of 0 to 199 things, a digit each. No language has rules beyond the last two digits of larger numbers.
    private let forms: [UInt8]

    /// - Returns: nil for anything but a whole catalogue in UTF-8.
    package init?(_ bytes: [UInt8]) {
        func word(_ offset: Int, isSwapped: Bool) -> UInt32 { Self.word(bytes, offset, isSwapped) }
        guard bytes.count >= 28, bytes.count <= Self.maximumSize else { return nil }
        isSwapped = word(0, isSwapped: false) != Self.magic
        guard word(0, isSwapped: isSwapped) == Self.magic, word(4, isSwapped: isSwapped) >> 16 <= 1 else { return nil }
        self.bytes = bytes
        count = Int(word(8, isSwapped: isSwapped))
        tables = (Int(word(12, isSwapped: isSwapped)), Int(word(16, isSwapped: isSwapped)))
        guard count > 0, count <= bytes.count / 16, tables.keys <= bytes.count - 8 * count,
            tables.translations <= bytes.count - 8 * count
        else { return nil }
        for table in [tables.keys, tables.translations] {
            for index in 0..<count {
                let entry = table + 8 * index
                let (length, offset) = (
                    Int(word(entry, isSwapped: isSwapped)), Int(word(entry + 4, isSwapped: isSwapped))
                )
                guard offset < bytes.count, length < bytes.count - offset, bytes[offset + length] == 0 else {
                    return nil
                }
            }
        }
        // The header is the translation of the first message, which is empty.
        let header = String(decoding: Self.entry(bytes, tables.translations, 0, isSwapped), as: UTF8.self)
        guard Self.entry(bytes, tables.keys, 0, isSwapped).isEmpty else { return nil }
        func field(_ name: String) -> Substring? {
            header.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
        }
        if let type = field("Content-Type:"), !type.lowercased().hasSuffix("charset=utf-8") { return nil }
        forms = field("X-Plural-Table: ").map { $0.utf8.map { $0 &- UInt8(ascii: "0") } } ?? Self.english
        guard forms.count == Self.english.count else { return nil }
    }

    /// Reads a regular file; nil if it is not a valid catalogue.
    init?(path: String) {
        guard let bytes = try? FileSystem.read(path, maximumSize: Self.maximumSize) else { return nil }
        self.init(bytes)
    }

    /// Returns the translation of a message; nil without one.
    package func message(_ key: String) -> String? {
        translation(of: key).flatMap { $0.isEmpty ? nil : String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Returns the translation of the plural form for a number of things; nil without one.
    package func plural(_ one: String, count: UInt) -> String? {
        let form = Int(forms[Int(count < 100 ? count : 100 + count % 100)])
        guard let texts = translation(of: one)?.split(separator: 0, omittingEmptySubsequences: false),
            texts.indices.contains(form), !texts[form].isEmpty
        else { return nil }
        return String(decoding: texts[form], as: UTF8.self)
    }

    /// Finds a key in the table. A plural's is followed by its second form.
    private func translation(of key: String) -> ArraySlice<UInt8>? {
        let key = Array(key.utf8)
        var range = 0..<count
        while let middle = range.isEmpty ? nil : (range.lowerBound + range.upperBound) / 2 {
            let found = Self.entry(bytes, tables.keys, middle, isSwapped).prefix { $0 != 0 }
            if found.elementsEqual(key) { return Self.entry(bytes, tables.translations, middle, isSwapped) }
            range = found.lexicographicallyPrecedes(key) ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    private static func entry(_ bytes: [UInt8], _ table: Int, _ index: Int, _ isSwapped: Bool) -> ArraySlice<UInt8> {
        let length = Int(word(bytes, table + 8 * index, isSwapped))
        let offset = Int(word(bytes, table + 8 * index + 4, isSwapped))
        return bytes[offset..<offset + length]
    }

    private static func word(_ bytes: [UInt8], _ offset: Int, _ isSwapped: Bool) -> UInt32 {
        let value = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << (8 * UInt32($1)) }
        return isSwapped ? value.byteSwapped : value
    }
}
