/// A scanner that splits a CSV file (RFC 4180) into records as its bytes arrive. Lines may end in CR LF, LF or CR.
///
/// Our own: SwiftCSV reads whole files, and libcsv would replace only these lines.
struct CSVScanner {
    /// A record, or the reason why a row is invalid.
    enum Event: Equatable {
        case record([String], line: Int)
        case error(String, line: Int)
    }

    /// The maximum length of a record in bytes, so that an open quote does not swallow the rest of the file.
    static let maximumRecordLength = 65_536

    private enum State {
        case fieldStart
        case plain
        case quoted
        /// After a quote within quotes: the end of the field, or half of a doubled quote.
        case quote
        /// After an error, up to the end of the line.
        case skipping
    }

    let delimiter: UInt8
    private var state = State.fieldStart
    private var fields: [String] = []
    private var field: [UInt8] = []
    private var length = 0
    private var line = 1
    private var recordLine = 1
    private var lastWasReturn = false
    private var events: [Event] = []

    init(delimiter: UInt8) {
        self.delimiter = delimiter
    }

    /// Scans the next bytes, and returns the completed rows.
    mutating func feed(_ bytes: some Sequence<UInt8>) -> [Event] {
        defer { events = [] }
        for byte in bytes { scan(byte) }
        return events
    }

    /// Ends the file, and returns its last row.
    mutating func finish() -> [Event] {
        defer { events = [] }
        switch state {
        case .quoted: events.append(.error("a quote is opened and never closed", line: recordLine))
        case .skipping: break
        case .fieldStart, .plain, .quote: endRecord()
        }
        state = .skipping
        return events
    }

    private mutating func scan(_ byte: UInt8) {
        let isFeed = byte == 0x0A
        defer { lastWasReturn = byte == 0x0D }
        if isFeed, lastWasReturn {
            // The second half of a line ending; within quotes it is part of the text.
            if state == .quoted { field.append(byte) }
            return
        }
        let isBreak = isFeed || byte == 0x0D
        if isBreak { line += 1 }
        length += 1
        if length > Self.maximumRecordLength, state != .skipping {
            fail("the row is longer than \(Self.maximumRecordLength) bytes; is a quote not closed?")
        }
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .quote
        case (.quoted, _): field.append(byte)
        case (.skipping, _): if isBreak { startRecord() }
        case (.quote, UInt8(ascii: "\"")):
            field.append(byte)
            state = .quoted
        case (_, delimiter): endField()
        case (_, _) where isBreak: endRecord()
        case (.fieldStart, UInt8(ascii: "\"")): state = .quoted
        case (.plain, UInt8(ascii: "\"")):
            fail("a quote is inside a field that does not start with one")
        case (.quote, _): fail("there is text after a closing quote")
        case (.fieldStart, _), (.plain, _):
            field.append(byte)
            state = .plain
        }
    }

    private mutating func fail(_ reason: String) {
        events.append(.error(reason, line: recordLine))
        state = .skipping
    }

    private mutating func endField() {
        if let text = String(validating: field, as: UTF8.self) {
            fields.append(text)
            field.removeAll(keepingCapacity: true)
            state = .fieldStart
        } else {
            fail("the text is not UTF-8")
        }
    }

    private mutating func endRecord() {
        // An empty line is not a record.
        let isBlank = fields.isEmpty && field.isEmpty && state != .quote
        if !isBlank {
            endField()
            if state != .skipping { events.append(.record(fields, line: recordLine)) }
        }
        startRecord()
    }

    private mutating func startRecord() {
        fields.removeAll(keepingCapacity: true)
        field.removeAll(keepingCapacity: true)
        state = .fieldStart
        length = 0
        recordLine = line
    }
}

/// The protection of CSV text fields from spreadsheets that would take them for formulas.
///
/// A spreadsheet would compute a field that begins with `=`, `+`, `-`, `@`, a tab or a carriage return, which may
/// start programs and send data away. Such a field gets an apostrophe before it, as spreadsheets themselves mark text.
enum CSVText {
    static func neutralized(_ text: String) -> String { isMarked(text[...]) ? "'" + text : text }

    /// Reverses ``neutralized(_:)``; returns any other text unchanged.
    static func restored(_ field: String) -> String {
        field.hasPrefix("'") && isMarked(field.dropFirst()) ? String(field.dropFirst()) : field
    }

    /// True for the start of a formula, also behind apostrophes: so every text survives the round trip.
    private static func isMarked(_ text: Substring) -> Bool {
        guard let first = text.unicodeScalars.drop(while: { $0 == "'" }).first else { return false }
        return ["=", "+", "-", "@", "\t", "\r"].contains(first)
    }
}
