extension [UInt8] {
    init(_ bytes: Span<UInt8>) {
        // Unsafe: an array cannot be made of a span yet.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    package mutating func append(_ text: StaticString) {
        // Unsafe: the bytes of a literal live for as long as the program.
        unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ bytes: Span<UInt8>) {
        // Unsafe: an array cannot append a span yet, and a loop over its elements is slower.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension Span<UInt8> {
    /// Returns true if the bytes equal a text literal.
    func equals(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        // Unsafe: the bytes of a literal live for as long as the program.
        let literal = unsafe UnsafeBufferPointer(start: text.utf8Start, count: count)
        for index in indices where unsafe self[index] != literal[index] { return false }
        return true
    }
}
