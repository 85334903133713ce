extension StringProtocol {
    /// Splits the string at each occurrence of a separator, also into empty parts. The standard library's `split`,
    /// `replacing` and `contains` link regular expressions, 2 MB, where the separator has several characters.
    public func parts(separatedBy separator: String) -> [SubSequence] {
        var parts: [SubSequence] = []
        var (start, index) = (startIndex, startIndex)
        while index < endIndex {
            guard utf8[index...].starts(with: separator.utf8) else {
                utf8.formIndex(after: &index)
                continue
            }
            parts.append(self[start..<index])
            utf8.formIndex(&index, offsetBy: Swift.max(separator.utf8.count, 1))
            start = index
        }
        return parts + [self[start...]]
    }
}

extension String {
    /// The text; nil if it is empty.
    public var nonEmpty: String? { isEmpty ? nil : self }
}
