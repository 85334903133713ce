// SPDX-License-Identifier: MIT
import Localization

/// A reader of samples and notes from a CSV file whose first line names its columns.
struct CSVReader: FormatReader {
    private let path: String
    private let timestamps: TimestampParser
    private let variability: Variability?
    private let source: String
    /// The bytes of the file before its first line is complete.
    private var head: [UInt8] = []
    private var scanner: CSVScanner?
    private var columns: CSVColumns?
    private var hasDecimalComma = false

    /// - Parameters:
    ///   - variability: the measure of a column that is only called `hrv`; nil if the user has not named it.
    ///   - source: the source of rows that name none.
    init(path: String, timestamps: TimestampParser, variability: Variability?, source: String) {
        self.path = path
        self.timestamps = timestamps
        self.variability = variability
        self.source = source
    }

    /// The names of the columns that are not used.
    var unusedColumns: [String] { columns?.unused ?? [] }
    /// Notes on how the columns are read, for the user.
    var notices: [String] { columns?.notices ?? [] }

    mutating func feed(_ bytes: inout [UInt8], into records: inout ParsedRecords) throws(ImportError) {
        if scanner != nil { return try scan(bytes, into: &records) }
        head += bytes
        if head.contains(0x0A) || head.contains(0x0D) || head.count > CSVScanner.maximumRecordLength {
            try begin(into: &records)
        }
    }

    mutating func finish(into records: inout ParsedRecords) throws(ImportError) {
        if scanner == nil { try begin(into: &records) }
        for event in scanner?.finish() ?? [] { try handle(event, into: &records) }
        if columns == nil { throw .header(path: path, reason: localized("the names of the columns are missing")) }
    }

    private mutating func begin(into records: inout ParsedRecords) throws(ImportError) {
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
            throw .header(path: path, reason: localized("the text is UTF-16, expected UTF-8"))
        }
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { head.removeFirst(3) }
        let first = head.prefix { $0 != 0x0A && $0 != 0x0D }
        let candidates = [",", ";", "\t"].compactMap { Character($0).asciiValue }
        let counts = candidates.map { candidate in first.count { $0 == candidate } }
        let maximum = counts.max() ?? 0
        let delimiter = counts.firstIndex(of: maximum).map { candidates[$0] } ?? UInt8(ascii: ",")
        hasDecimalComma = delimiter != UInt8(ascii: ",")
        scanner = CSVScanner(delimiter: delimiter)
        let bytes = head
        head = []
        try scan(bytes, into: &records)
    }

    private mutating func scan(_ bytes: some Sequence<UInt8>, into records: inout ParsedRecords) throws(ImportError) {
        for event in scanner?.feed(bytes) ?? [] { try handle(event, into: &records) }
    }

    private mutating func handle(_ event: CSVScanner.Event, into records: inout ParsedRecords) throws(ImportError) {
        switch event {
        case .error(let reason, let line):
            guard columns != nil else { throw .header(path: path, reason: reason) }
            records.rejections.append(RejectedRecord(line: line, reason: reason))
        case .record(let fields, let line):
            guard let columns else {
                do throws(RecordError) {
                    self.columns = try CSVColumns(fields, variability: variability)
                } catch {
                    throw .header(path: path, reason: error.reason)
                }
                return
            }
            do throws(RecordError) {
                try row(fields, columns, into: &records)
            } catch {
                records.rejections.append(RejectedRecord(line: line, reason: error.reason))
            }
        }
    }

    private func row(_ fields: [String], _ columns: CSVColumns, into records: inout ParsedRecords) throws(RecordError) {
        guard fields.count == columns.count else {
            throw RecordError(
                reason: localized("the row has \(fields.count) fields, the first line has \(columns.count)"))
        }
        func text(_ role: CSVColumns.Role) -> String? {
            guard let index = columns.indices[role] else { return nil }
            let text = trimmed(fields[index])
            return text.isEmpty ? nil : text
        }
        func number(_ metric: Metric) throws(RecordError) -> Double? {
            guard let text = text(.value(metric)) else { return nil }
            guard let number = DecimalParser.number(text, hasDecimalComma: hasDecimalComma) else {
                throw RecordError(reason: localized("\(metric.name): \(excerpt(text)) is not a number"))
            }
            return number * (columns.factors[metric] ?? 1)
        }
        let time = try timestamp(date: text(.date), time: text(.time))
        let values = (
            try number(.sdnn), try number(.rmssd), try number(.heartRate), try number(.restingHeartRate)
        )
        let note = text(.note).map(CSVText.restored).flatMap { Note(time: time, text: $0) }
        // A row without values is a note.
        if values == (nil, nil, nil, nil), note != nil {
            records.batch.notes += [note].compactMap { $0 }
            return
        }
        do throws(SampleError) {
            let sample = try Sample(
                time: time, sdnn: values.0, rmssd: values.1, heartRate: values.2, restingHeartRate: values.3,
                source: text(.source).map(CSVText.restored) ?? source)
            records.batch.samples.append(sample)
            records.batch.notes += [note].compactMap { $0 }
        } catch {
            throw RecordError(reason: error.description)
        }
    }

    private func timestamp(date: String?, time text: String?) throws(RecordError) -> Timestamp {
        guard date != nil || text != nil else { throw RecordError(reason: localized("the time is missing")) }
        // A column of times beside one of dates may have the date too.
        let isWhole = text.map { $0.utf8.count >= 10 && !$0.prefix(4).contains(":") } ?? false
        let whole = (isWhole ? [text] : [date, text]).compactMap { $0 }.joined(separator: " ")
        do throws(TimestampError) {
            return try timestamps.timestamp(whole)
        } catch {
            throw RecordError(reason: localized("time \(excerpt(whole)): \(error.description)"))
        }
    }

    private func trimmed(_ text: String) -> String {
        guard let start = text.firstIndex(where: { !$0.isWhitespace }),
            let end = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[start...end])
    }
}
