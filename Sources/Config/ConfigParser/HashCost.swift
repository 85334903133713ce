/// The cost of verifying a PIN against a hash of libcrypt, from the parameters in it (crypt(5)).
struct HashCost {
    /// Bytes.
    private(set) var memory = 0.0
    /// The time as a part of the largest allowed hash's, which takes less than 1 s.
    private(set) var time = 0.0

    /// The largest memory: 64 MiB.
    private static let maximumMemory = Double(64 << 20)
    /// Rounds of MD5 or SHA.
    private static let maximumRounds = 500_000.0
    /// The logarithm of the rounds of bcrypt.
    private static let maximumBcryptCost: UInt64 = 13
    /// Blocks of 128 bytes of scrypt and yescrypt.
    private static let maximumBlocks = Double(2 << 20)

    var isAllowed: Bool { memory <= Self.maximumMemory && time <= 1 }

    /// - Parameter hash: `$method$parameters$…`
    /// - Returns: nil for a method or parameters unknown to libcrypt.
    init?(of hash: String) {
        let fields = hash.split(separator: "$", omittingEmptySubsequences: false)
        guard fields.count >= 4, fields[0].isEmpty else { return nil }
        let text = String(fields[2])
        var digits = Digits(rest: text.utf8[...])
        switch fields[1] {
        case "y", "gy":
            guard digits.variable(from: 0) != nil, let logN = digits.variable(from: 1),
                let r = digits.variable(from: 1)
            else { return nil }
            let flags = digits.rest.isEmpty ? 0 : digits.variable(from: 1)
            // Others are not supported by libcrypt.
            guard let flags, let p = flags & 1 != 0 ? digits.variable(from: 2) : 1,
                let t = flags & 2 != 0 ? digits.variable(from: 1) : 0
            else { return nil }
            add(logN, r, Double(p) * Double(t + 1))
        case "7":
            guard let logN = digits.next(), let r = digits.fixed(), let p = digits.fixed() else { return nil }
            add(logN, r, Double(p))
        case "2a", "2b", "2x", "2y":
            guard let cost = UInt64(text) else { return nil }
            time = cost <= Self.maximumBcryptCost ? 1 : .infinity
        case "1", "5", "6", "sha1",
            _ where fields[1].hasPrefix("md5"):
            let parameter = [fields[1].dropFirst("md5,".count), fields[2]].first { $0.hasPrefix("rounds=") }
            let rounds = fields[1] == "sha1" ? fields[2] : parameter?.dropFirst("rounds=".count)
            guard let rounds else { return }
            guard let rounds = Double(rounds) else { return nil }
            time = rounds / Self.maximumRounds
        default: return nil
        }
    }

    private mutating func add(_ logN: UInt64, _ r: UInt64, _ passes: Double) {
        let blocks = Double(r) * Double(sign: .plus, exponent: Int(logN), significand: 1)
        memory = blocks * 128
        time = blocks * passes / Self.maximumBlocks
    }
}

/// Numbers in the base 64 of crypt(5).
private struct Digits {
    var rest: Substring.UTF8View

    mutating func next() -> UInt64? {
        switch rest.popFirst() {
        case let byte? where byte >= 0x2E && byte <= 0x39: UInt64(byte - 0x2E)
        case let byte? where byte >= 0x41 && byte <= 0x5A: UInt64(byte - 0x41 + 12)
        case let byte? where byte >= 0x61 && byte <= 0x7A: UInt64(byte - 0x61 + 38)
        default: nil
        }
    }

    /// A number of 30 bits in five digits, the lowest first, as in hashes of scrypt.
    mutating func fixed() -> UInt64? {
        var number: UInt64 = 0
        for place in UInt64(0)..<5 {
            guard let digit = next() else { return nil }
            number |= digit << (6 * place)
        }
        return number
    }

    /// A number of one digit or, from 47 on, of more, as in hashes of yescrypt.
    mutating func variable(from minimum: UInt64) -> UInt64? {
        guard let first = next() else { return nil }
        var (number, start, end, bits) = (minimum, UInt64(0), UInt64(47), UInt64(0))
        while first > end {
            number += (end + 1 - start) << bits
            (start, end) = (end + 1, end + 1 + (62 - end) / 2)
            bits += 6
        }
        number += (first - start) << bits
        while bits > 0 {
            guard let digit = next() else { return nil }
            bits -= 6
            number += digit << bits
        }
        return number
    }
}
