/// The records from a part of a file, and its position.
struct ParsedRecords {
    var batch = StressStore.Batch()
    var rejections: [RejectedRecord] = []
    /// The number of records of other kinds.
    var ignored = 0
    /// The number of bytes read from the file, out of `total`; nil if unchanged.
    var position: Int64?
    var total: Int64?
    var unusedColumns: [String] = []
    /// Notes on how the file was read, at its end.
    var notices: [String] = []
}

/// A row or record that cannot be imported.
struct RejectedRecord: Equatable, Sendable {
    /// Its line in the file, from 1.
    var line: Int
    var reason: String
}

/// The reason why a row, a record or the names of the columns are refused.
struct RecordError: Error, Equatable {
    var reason: String
}

/// A parser of a file format that turns arriving bytes into samples and notes.
protocol FormatReader {
    /// Parses the next bytes; it may change them.
    mutating func feed(_ bytes: inout [UInt8], into records: inout ParsedRecords) throws(ImportError)

    mutating func finish(into records: inout ParsedRecords) throws(ImportError)
}

/// The beginning of a text on one line and in quotes, for a message.
func excerpt(_ text: String) -> String {
    let clean = String(
        String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    return clean.count > 40 ? "\"\(clean.prefix(40))…\"" : "\"\(clean)\""
}

extension Double {
    /// Parses a decimal number; nil for programmers' forms, such as `inf` or `0x10`. `hasComma` also accepts `52,5`.
    init?(decimal text: String, hasComma: Bool = false) {
        var text = text
        if hasComma, let comma = text.firstIndex(of: ",") { text.replaceSubrange(comma...comma, with: ".") }
        let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        guard isDecimal, let number = Double(text), number.isFinite else { return nil }
        self = number
    }
}
