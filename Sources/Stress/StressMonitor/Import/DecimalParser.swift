// SPDX-License-Identifier: MIT

/// A parser of numbers in decimal notation; forms that only programs write, such as `inf` or `0x10`, are refused.
enum DecimalParser {
    /// - Parameter hasDecimalComma: also accepts `52,5` for 52.5.
    static func number(_ text: String, hasDecimalComma: Bool = false) -> Double? {
        var text = text
        if hasDecimalComma, let comma = text.firstIndex(of: ",") { text.replaceSubrange(comma...comma, with: ".") }
        let isDecimal = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte)
        }
        guard isDecimal, let number = Double(text), number.isFinite else { return nil }
        return number
    }
}
