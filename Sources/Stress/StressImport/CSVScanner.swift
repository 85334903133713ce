// SPDX-License-Identifier: MIT

/// Takes a CSV file (RFC 4180) apart into records as its bytes come. Lines may end in CR LF, LF or CR.
struct CSVScanner {
    /// A record, or why there is none.
    enum Event: Equatable {
        case record([String], line: Int)
        case fault(String, line: Int)
    }

    /// The most bytes that a record has, so that an open quote does not take the rest of the file with it.
    static let recordLength = 65_536

    private enum State {
        case fieldStart
        case plain
        case quoted
        /// Behind a quote within quotes: the field's end, or half of a doubled quote.
        case quote
        /// Behind a fault: up to the end of the line.
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

    init(delimiter: UInt8) {
        self.delimiter = delimiter
    }

    mutating func feed(_ bytes: some Sequence<UInt8>, _ found: (Event) -> Void) {
        for byte in bytes { take(byte, found) }
    }

    mutating func finish(_ found: (Event) -> Void) {
        switch state {
        case .quoted: found(.fault("a quote is opened and never closed", line: recordLine))
        case .skipping: break
        case .fieldStart, .plain, .quote: endRecord(found)
        }
        state = .skipping
    }

    private mutating func take(_ byte: UInt8, _ found: (Event) -> Void) {
        let isFeed = byte == 0x0A
        defer { lastWasReturn = byte == 0x0D }
        if isFeed, lastWasReturn {
            // The second half of a line's end; within quotes it belongs to the text.
            if case .quoted = state { field.append(byte) }
            return
        }
        let isBreak = isFeed || byte == 0x0D
        if isBreak { line += 1 }
        length += 1
        if length > Self.recordLength, !isSkipping {
            fail("the row is longer than \(Self.recordLength) bytes; is a quote not closed?", found)
        }
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .quote
        case (.quoted, _): field.append(byte)
        case (.skipping, _): if isBreak { startRecord() }
        case (.quote, UInt8(ascii: "\"")):
            field.append(byte)
            state = .quoted
        case (_, delimiter): endField(found)
        case (_, _) where isBreak: endRecord(found)
        case (.fieldStart, UInt8(ascii: "\"")): state = .quoted
        case (.plain, UInt8(ascii: "\"")):
            fail("a quote stands in a field that does not begin with one", found)
        case (.quote, _): fail("there is text behind a closing quote", found)
        case (.fieldStart, _), (.plain, _):
            field.append(byte)
            state = .plain
        }
    }

    private var isSkipping: Bool {
        if case .skipping = state { return true }
        return false
    }

    private mutating func fail(_ reason: String, _ found: (Event) -> Void) {
        found(.fault(reason, line: recordLine))
        state = .skipping
    }

    private mutating func endField(_ found: (Event) -> Void) {
        if let text = String(validating: field, as: UTF8.self) {
            fields.append(text)
            field.removeAll(keepingCapacity: true)
            state = .fieldStart
        } else {
            fail("the text is not UTF-8", found)
        }
    }

    private mutating func endRecord(_ found: (Event) -> Void) {
        // A line with nothing on it is no record.
        let isBlank = fields.isEmpty && field.isEmpty && !isQuoteEnd
        if !isBlank {
            endField(found)
            if !isSkipping { found(.record(fields, line: recordLine)) }
        }
        startRecord()
    }

    private var isQuoteEnd: Bool {
        if case .quote = state { return true }
        return false
    }

    private mutating func startRecord() {
        fields.removeAll(keepingCapacity: true)
        field.removeAll(keepingCapacity: true)
        state = .fieldStart
        length = 0
        recordLine = line
    }
}
