import Posix

/// A reader of samples and notes from a CSV file whose first line names its columns.
struct CSVReader: FormatReader {
    private let path: String
    /// The name of the file in an archive; nil for a file of its own.
    private let entry: String?
    private let timestamps: TimestampParser
    private let options: Importer.Options
    /// The bytes of the incomplete first line.
    private var head: [UInt8] = []
    private var scanner: CSVScanner?
    private var columns: CSVColumns?
    private var names: [String] = []
    private var hasDecimalComma = false
    /// The texts and the numbers that stand for no value.
    private var missing: (texts: Set<String>, numbers: Set<Double>) = ([], [])
    /// The column whose times are used, though it has another name.
    private var clock: Int?
    private var lacksYear = false

    /// The texts that stand for no value in any column, and in those of numbers.
    private static let dashes: Set<String> = ["-", "--"]
    private static let words: Set<String> = ["–", "—", "na", "n/a", "#n/a", "nan", "null", "nil", "none"]

    init(path: String, entry: String? = nil, _ options: Importer.Options) {
        (self.path, self.entry, self.options, timestamps) = (path, entry, options, options.timestamps)
    }

    mutating func feed(_ bytes: inout [UInt8], into records: inout ParsedRecords) throws(ImportError) {
        if scanner != nil { return try scan(bytes, into: &records) }
        head += bytes
        let isComplete = head[Self.start(of: head)...].contains(where: Self.isBreak)
        if isComplete || head.count > CSVScanner.maximumRecordLength { try begin(into: &records) }
    }

    mutating func finish(into records: inout ParsedRecords) throws(ImportError) {
        if scanner == nil { try begin(into: &records) }
        for event in scanner?.finish() ?? [] { try handle(event, into: &records) }
        guard let columns else { throw .header(path: path, reason: "the names of the columns are missing") }
        (records.unusedColumns, records.notices) = (columns.unused, columns.notices)
        if let clock {
            let name = excerpt(names[clock])
            records.unusedColumns.removeAll { $0 == names[clock] }
            records.notices.append("the times are those of the column \(name); --time names another")
        }
        if lacksYear { records.notices.append("dates without a year were taken for the last twelve months") }
    }

    private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// The start of the line with the names, behind a UTF-8 mark, empty lines, Excel's separator line and Samsung's table name.
    private static func start(of head: [UInt8]) -> Int {
        var rest = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head[3...] : head[...]
        while true {
            rest = rest.drop(while: isBreak)
            let line = rest.prefix { !isBreak($0) }
            let isSeparator = line.count == 5 && line.starts(with: Array("sep=".utf8))
            let isTable = line.starts(with: Array("com.samsung.".utf8)) && line.count { $0 == 0x2C } < 3
            guard isSeparator || isTable, line.endIndex < rest.endIndex else { return rest.startIndex }
            rest = rest[line.endIndex...]
        }
    }

    private mutating func begin(into records: inout ParsedRecords) throws(ImportError) {
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF]) {
            throw .header(path: path, reason: "the text is UTF-16, expected UTF-8")
        }
        // The empty lines keep the numbers of the others.
        let start = Self.start(of: head)
        head = head[..<start].filter(Self.isBreak) + head[start...]
        let first = head.drop(while: Self.isBreak).prefix { !Self.isBreak($0) }
        let candidates = [",", ";", "\t"].compactMap { Character($0).asciiValue }
        let counts = candidates.map { candidate in first.count { $0 == candidate } }
        let delimiter = counts.firstIndex(of: counts.max() ?? 0).map { candidates[$0] } ?? UInt8(ascii: ",")
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
                    try take(names: fields)
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

    private mutating func take(names: [String]) throws(RecordError) {
        let columns = try CSVColumns(
            names, file: (entry ?? FileSystem.name(of: path), path), chosen: options.columns,
            variability: options.variability)
        // In an archive a table of notes may be about anything.
        guard columns.hasValue || entry == nil else { throw RecordError(reason: "it has no measurements") }
        let texts = options.noValue + (columns.format?.noValue ?? [])
        missing = (Self.dashes.union(texts), Set(texts.compactMap { Double(decimal: $0) }))
        (self.columns, self.names) = (columns, names)
    }

    private mutating func row(
        _ fields: [String], _ columns: CSVColumns, into records: inout ParsedRecords
    ) throws(RecordError) {
        // A comma at the end of each row, but not of the names.
        guard fields.count == columns.count || fields.count == columns.count + 1 && fields.last == "" else {
            throw RecordError(reason: "the row has \(fields.count) fields, the first line has \(columns.count)")
        }
        func text(_ role: CSVColumns.Role) -> String? {
            guard let index = columns.indices[role] else { return nil }
            let text = fields[index].trimmed(while: \.isWhitespace)
            return text.isEmpty || missing.texts.contains(text) ? nil : text
        }
        func number(_ metric: Metric) throws(RecordError) -> Double? {
            guard let text = text(.value(metric)), !Self.words.contains(text.lowercased()) else { return nil }
            guard let (number, factor) = value(text, metric) else {
                throw RecordError(reason: "\(metric.name): \(excerpt(text)) is not a number")
            }
            return missing.numbers.contains(number) ? nil : number * (factor ?? columns.factors[metric] ?? 1)
        }
        let values = (
            try number(.sdnn), try number(.rmssd), try number(.heartRate), try number(.restingHeartRate)
        )
        let noteText = text(.note).map(CSVText.restored)
        guard values != (nil, nil, nil, nil) || noteText != nil else {
            records.ignored += 1
            return
        }
        let time = try timestamp(date: text(.date), time: text(.time), zone: text(.zone) ?? columns.zone, fields)
        let note = noteText.flatMap { Note(time: time, text: $0) }
        // A row without values is a note.
        if values == (nil, nil, nil, nil), note != nil {
            records.batch.notes += [note].compactMap { $0 }
            return
        }
        do throws(SampleError) {
            let sample = try Sample(
                time: time, sdnn: values.0, rmssd: values.1, heartRate: values.2, restingHeartRate: values.3,
                source: text(.source).map(CSVText.restored) ?? options.source ?? columns.format?.source ?? "CSV")
            records.batch.samples.append(sample)
            records.batch.notes += [note].compactMap { $0 }
        } catch {
            throw RecordError(reason: error.description)
        }
    }

    /// A number, which may have its unit with it (`42 ms`) or be alone in an array (`[58]`), and the unit's factor.
    private func value(_ text: String, _ metric: Metric) -> (number: Double, factor: Double?)? {
        if let number = Double(decimal: text, hasComma: hasDecimalComma) { return (number, nil) }
        if text.hasPrefix("["), text.hasSuffix("]") { return value(String(text.dropFirst().dropLast()), metric) }
        let digits = text.prefix { $0.isNumber || "+-.,".contains($0) }
        let unit = text.dropFirst(digits.count).trimmed(while: \.isWhitespace).lowercased()
        guard !unit.isEmpty, let factor = CSVColumns.units(of: metric).factors[unit],
            let number = Double(decimal: String(digits), hasComma: hasDecimalComma)
        else { return nil }
        return (number, factor)
    }

    private mutating func timestamp(
        date: String?, time text: String?, zone: String, _ fields: [String]
    ) throws(RecordError) -> Timestamp {
        guard date != nil || text != nil else { throw RecordError(reason: "the time is missing") }
        // A column of times beside one of dates may also have the date.
        let isWhole = text.map { $0.utf8.count >= 10 && !$0.prefix(4).contains(":") } ?? false
        var whole = (isWhole ? [text] : [date, text]).compactMap { $0 }.joined(separator: " ")
        do throws(TimestampError) {
            if text == nil, !whole.contains(":"), let time = try timeOfDay(on: whole, fields) { return time }
            if !zone.isEmpty, whole.contains(":"), (try? timestamps.timestamp(whole, needsOffset: true)) == nil {
                whole += " \(zone)"
            }
            return try timestamps.timestamp(whole)
        } catch {
            if error == .form, let time = timeOfLastYear(whole) { return time }
            throw RecordError(reason: "time \(excerpt(whole)): \(error.description)")
        }
    }

    /// The time in a column without a role, if it has the date or is called a time: then the date alone is not noon.
    private mutating func timeOfDay(on date: String, _ fields: [String]) throws(TimestampError) -> Timestamp? {
        guard let columns else { return nil }
        let used = Set(columns.indices.values)
        for index in fields.indices where !used.contains(index) && fields[index].contains(":") {
            let text = fields[index].trimmed(while: \.isWhitespace)
            let isClock = text.utf8.count <= 11 && columns.clocks.contains(index)
            let whole = isClock ? "\(date) \(text)" : text
            guard isClock || text.utf8.count > 11, let time = try? timestamps.timestamp(whole) else { continue }
            let day = options.timeZone.day(at: try timestamps.timestamp(date))
            guard isClock || options.timeZone.day(at: time) == day else { continue }
            clock = index
            return time
        }
        return nil
    }

    /// The latest time of a date without a year: `Nov 11`.
    private mutating func timeOfLastYear(_ text: String) -> Timestamp? {
        let year = options.timeZone.day(at: options.latest).components.year
        // The noon of today may be in the future.
        let hasBegun = (try? timestamps.timestamp("\(text) \(year) 00:00")) != nil
        let time = try? timestamps.timestamp("\(text) \(hasBegun ? year : year - 1)")
        if time != nil { lacksYear = true }
        return time
    }
}
