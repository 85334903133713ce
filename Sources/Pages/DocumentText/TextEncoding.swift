/// The text of a file.
public enum TextEncoding {
    /// The letters beyond ASCII of languages of western Europe, and signs of all of them, in Windows-1252.
    private static let alphabets = [
        "äöüÄÖÜß", "àâæçéèêëîïôœùûüÿÀÂÇÉÈÊËÎÏÔŒÙÛ", "áéíóúüñÁÉÍÓÚÑ¡¿ªº", "áâãàçéêíóôõúÁÂÃÀÇÉÊÍÓÔÕÚªº", "àèéìòùÀÈÉÌÒÙ",
        "åäöéÅÄÖÉ", "æøåéÆØÅÉ",
    ]
    private static let signs = "\u{A0}€‚„…‘’“”•–—§©«®°±²³·»¼½¾£µ×"
    /// The characters of Windows-1252 from 0x80 to 0x9F; those after them are the ones of Unicode.
    private static let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// The text of bytes in UTF-8, in UTF-16, or in a single-byte encoding if all letters are of one language of
    /// western Europe; nil for others.
    ///
    /// - Parameter isCut: true if the last character may be incomplete.
    public static func text(of bytes: some RandomAccessCollection<UInt8>, isCut: Bool) -> String? {
        if let order = byteOrder(of: bytes) {
            let pairs = zip(bytes.striding(by: 2), bytes.dropFirst().striding(by: 2))
            let units = pairs.map { order ? UInt16($0) << 8 | UInt16($1) : UInt16($1) << 8 | UInt16($0) }
            return String(decoding: units.first == 0xFEFF ? units.dropFirst() : units[...], as: UTF16.self)
        }
        for cut in 0...(isCut ? 3 : 0) {
            if let text = String(validating: bytes.dropLast(cut), as: UTF8.self) { return text }
        }
        let scalars = bytes.map { (0x80..<0xA0).contains($0) ? windows[Int($0) - 0x80] : Unicode.Scalar($0) }
        let others = Set(scalars.filter { !$0.isASCII })
        let isOfOneLanguage = alphabets.contains { others.isSubset(of: Set(($0 + signs).unicodeScalars)) }
        return isOfOneLanguage && isText(bytes) ? String(String.UnicodeScalarView(scalars)) : nil
    }

    /// True for bytes without those that no text in an encoding of single bytes has.
    public static func isText(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x08...0x0D).contains($0) || $0 == 0x1B }
    }

    /// True for UTF-16 in big-endian order, false for little-endian, by the mark or ASCII's zero bytes; nil for other encodings.
    private static func byteOrder(of bytes: some RandomAccessCollection<UInt8>) -> Bool? {
        if bytes.starts(with: [0xFE, 0xFF]) { return true }
        if bytes.starts(with: [0xFF, 0xFE]) { return false }
        let start = Array(bytes.prefix(1000))
        let zeros = [0, 1].map { parity in start.indices.filter { $0 % 2 == parity && start[$0] == 0 }.count }
        guard start.count > 3, zeros.min() == 0, zeros.max() ?? 0 > start.count * 2 / 5 else { return nil }
        return zeros[0] > 0
    }
}

extension RandomAccessCollection<UInt8> {
    fileprivate func striding(by step: Int) -> some Sequence<UInt8> {
        stride(from: 0, to: count, by: step).lazy.map { self[index(startIndex, offsetBy: $0)] }
    }
}
