// SPDX-License-Identifier: MIT

/// The records that a parser has found in a part of a file, and its position.
struct ParsedRecords {
    var batch = StressStore.Batch()
    var rejections: [RejectedRecord] = []
    /// The number of records of other kinds.
    var ignored = 0
    /// The number of bytes of the file that have been read, out of `total`; nil where that is as before.
    var position: Int64?
    /// The number of bytes to read; nil when it is not known.
    var total: Int64?
    /// The names of columns that are not used, at the end of the file.
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

/// A parser of a file format that turns bytes into samples and notes as they come.
protocol FormatReader {
    /// Parses the next bytes; it may change them.
    mutating func feed(_ bytes: inout [UInt8], into records: inout ParsedRecords) throws(ImportError)

    /// Ends the file.
    mutating func finish(into records: inout ParsedRecords) throws(ImportError)
}

/// The beginning of a text on one line and in quotes, for a message.
func excerpt(_ text: String) -> String {
    let clean = String(
        String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    return clean.count > 40 ? "\"\(clean.prefix(40))…\"" : "\"\(clean)\""
}
