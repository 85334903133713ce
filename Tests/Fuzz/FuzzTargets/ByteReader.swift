// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING

    /// Numbers and choices read from the bytes of an input; zeros after their end.
    struct ByteReader {
        private var bytes: ArraySlice<UInt8>

        init(_ bytes: [UInt8]) {
            self.bytes = bytes[...]
        }

        var isAtEnd: Bool { bytes.isEmpty }

        mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

        /// A number below a bound of at most 256.
        mutating func number(below bound: Int) -> Int { bound > 0 ? Int(byte()) % bound : 0 }

        mutating func flag() -> Bool { byte() & 1 == 1 }

        mutating func word() -> UInt32 { (0..<4).reduce(0) { word, _ in word << 8 | UInt32(byte()) } }

        /// At most the number of bytes in the next byte.
        mutating func text() -> [UInt8] {
            let count = min(Int(byte()), bytes.count)
            defer { bytes = bytes.dropFirst(count) }
            return Array(bytes.prefix(count))
        }

        mutating func choice<Element>(of elements: [Element]) -> Element? {
            elements.isEmpty ? nil : elements[number(below: elements.count)]
        }
    }

    extension [UInt8] {
        /// The bytes in pieces of varying length, as reads from a socket may return them.
        package var pieces: [[UInt8]] {
            var (result, start, length) = ([[UInt8]](), 0, 1)
            while start < count {
                let end = Swift.min(start + length, count)
                result.append(Array(self[start..<end]))
                (start, length) = (end, length * 5 % 23 + 1)
            }
            return result
        }
    }
#endif
