// SPDX-License-Identifier: MIT
import StressStore

/// What a reader has found and nobody has taken yet.
struct ParsedRecords {
    var batch = StressStore.Batch()
    var rejections: [RejectedRecord] = []
    /// Records of kinds that are not for us.
    var ignored = 0
}

/// A row or record that cannot be imported.
public struct RejectedRecord: Equatable, Sendable {
    /// In the file; the first one is 1.
    public var line: Int
    public var reason: String

    public init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}

/// Turns a format's bytes into samples and notes, as they come.
protocol FormatReader {
    /// Takes the next bytes; it may change them.
    mutating func feed(_ bytes: UnsafeMutableRawBufferPointer, into harvest: inout ParsedRecords) throws(ImportError)

    /// Tells that there are no more.
    mutating func finish(into harvest: inout ParsedRecords) throws(ImportError)
}

/// As much of a text as a message should show, on one line.
func excerpt(_ text: String) -> String {
    let clean = String(
        String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    return clean.count > 40 ? "\"\(clean.prefix(40))…\"" : "\"\(clean)\""
}
