/// Host names in ASCII (RFC 5891). GLib and libidn2 could do this, but `tabctl`, the same executable as the reader of the
/// configuration, would load them at each start.
enum InternationalHost {
    /// Returns a name with its labels of other letters in Punycode (RFC 3492), in lower case; nil for one that is too long.
    static func ascii(_ name: Substring) -> String? {
        let labels = written(name).split(separator: ".", omittingEmptySubsequences: false).map { label in
            label.utf8.allSatisfy { $0 < 0x80 }
                ? String(label) : "xn--" + punycode(label.unicodeScalars.prefix(64).map { Int($0.value) })
        }
        return labels.allSatisfy { $0.utf8.count <= 63 } ? labels.joined(separator: ".") : nil
    }

    /// Returns a name in lower case, with composed letters, and ASCII for full-width signs, which input methods produce.
    static func written(_ name: Substring) -> String {
        let scalars = name.unicodeScalars.map { (scalar) -> Unicode.Scalar in
            switch scalar.value {
            case 0x3002, 0xFF61: return "."
            case 0xFF01...0xFF5E: return Unicode.Scalar(UInt8(scalar.value - 0xFEE0))
            default: return scalar
            }
        }
        return String(String(String.UnicodeScalarView(scalars)).lowercased().map(composed))
    }

    /// Returns the single scalar of a letter with a mark, if there is one. Canonically equivalent characters are equal.
    private static func composed(_ character: Character) -> Character {
        guard character.unicodeScalars.count > 1 else { return character }
        let letters = (0xC0...0x1FFF).lazy.compactMap { Unicode.Scalar($0 as Int).map(Character.init) }
        return letters.first { $0 == character } ?? character
    }

    private static func punycode(_ label: [Int]) -> String {
        let digits = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        let basic = label.filter { $0 < 0x80 }
        var text = String(decoding: basic.map { UInt8($0) }, as: UTF8.self) + (basic.isEmpty ? "" : "-")
        var (next, delta, bias, count) = (0x80, 0, 72, basic.count)
        while let least = label.filter({ $0 >= next }).min() {
            delta += (least - next) * (count + 1)
            next = least
            for scalar in label where scalar <= next {
                guard scalar == next else {
                    delta += 1
                    continue
                }
                var (quotient, position) = (delta, 36)
                while quotient >= min(max(position - bias, 1), 26) {
                    let threshold = min(max(position - bias, 1), 26)
                    text.append(digits[threshold + (quotient - threshold) % (36 - threshold)])
                    quotient = (quotient - threshold) / (36 - threshold)
                    position += 36
                }
                text.append(digits[quotient])
                bias = Self.bias(after: delta, count + 1, isFirst: count == basic.count)
                (delta, count) = (0, count + 1)
            }
            (delta, next) = (delta + 1, next + 1)
        }
        return text
    }

    private static func bias(after delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var (delta, bias) = (delta / (isFirst ? 700 : 2), 0)
        delta += delta / count
        while delta > 455 { (delta, bias) = (delta / 35, bias + 36) }
        return bias + 36 * delta / (delta + 38)
    }
}
