// SPDX-License-Identifier: MIT

/// A filter that replaces an XML file's document type declaration, and characters that XML does not allow, by spaces.
/// Apple's exports need it: those of iOS 16 have declarations that are not well-formed, and notes can contain vertical
/// tabs. Without a declaration there are no entities that could expand without bound. Line numbers stay the same.
struct DoctypeFilter {
    private enum State {
        /// Before the first bytes.
        case start
        /// In the declaration, before its opening bracket.
        case head
        case quoted(UInt8)
        case bracket
        case comment
        /// After the closing bracket.
        case tail
        case done
    }

    private var state = State.start
    /// The last four bytes.
    private var recent: UInt32 = 0

    /// Filters the next bytes in place. A declaration must start in the first call's bytes.
    mutating func filter(_ bytes: inout [UInt8]) {
        var index = 0
        if case .start = state {
            state = .done
            if let start = Self.declaration(in: bytes) {
                state = .head
                for offset in start..<start + Self.opening.count { bytes[offset] = 0x20 }
                index = start + Self.opening.count
            }
        }
        while index < bytes.count {
            if case .done = state { break }
            advance(bytes[index])
            if bytes[index] != 0x0A, bytes[index] != 0x0D { bytes[index] = 0x20 }
            index += 1
        }
        for offset in index..<bytes.count where bytes[offset] < 0x20 {
            let byte = bytes[offset]
            if byte != 0x0A, byte != 0x0D, byte != 0x09 { bytes[offset] = 0x20 }
        }
    }

    private static let opening = Array("<!DOCTYPE".utf8)

    /// The offset of the declaration, which precedes the first element.
    private static func declaration(in bytes: [UInt8]) -> Int? {
        for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
            let rest = bytes[index...]
            if rest.starts(with: opening) { return index }
            guard let next = rest.dropFirst().first, next == UInt8(ascii: "?") || next == UInt8(ascii: "!") else {
                return nil
            }
        }
        return nil
    }

    private mutating func advance(_ byte: UInt8) {
        recent = recent << 8 | UInt32(byte)
        switch (state, byte) {
        case (.head, UInt8(ascii: "[")): state = .bracket
        case (.head, UInt8(ascii: ">")): state = .done
        case (.head, UInt8(ascii: "\"")), (.head, UInt8(ascii: "'")): state = .quoted(byte)
        case (.quoted(let quote), byte) where quote == byte: state = .head
        case (.bracket, UInt8(ascii: "]")): state = .tail
        case (.bracket, _) where recent == 0x3C21_2D2D: state = .comment
        case (.comment, _) where recent & 0xFF_FFFF == 0x2D_2D3E: state = .bracket
        case (.tail, UInt8(ascii: ">")): state = .done
        case (.tail, 0x20), (.tail, 0x09), (.tail, 0x0A), (.tail, 0x0D): break
        case (.tail, _): state = .bracket
        default: break
        }
    }
}
