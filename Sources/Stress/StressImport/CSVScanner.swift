// SPDX-License-Identifier: MIT
import Localization

/// A scanner that splits a CSV file (RFC 4180) into records as its bytes come. Lines may end in CR LF, LF or CR.
///
/// Written by hand: SwiftCSV reads whole files, and libcsv would replace only these lines.
struct CSVScanner {
    /// A record, or the reason why a row is none.
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

    init(delimiter: UInt8) {
        self.delimiter = delimiter
    }

    mutating func feed(_ bytes: some Sequence<UInt8>, _ body: (Event) -> Void) {
        for byte in bytes { scan(byte, body) }
    }

    mutating func finish(_ body: (Event) -> Void) {
        switch state {
        case .quoted: body(.error(localized("a quote is opened and never closed"), line: recordLine))
        case .skipping: break
        case .fieldStart, .plain, .quote: endRecord(body)
        }
        state = .skipping
    }

    private mutating func scan(_ byte: UInt8, _ body: (Event) -> Void) {
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
            fail(localized("the row is longer than \(Self.maximumRecordLength) bytes; is a quote not closed?"), body)
        }
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .quote
        case (.quoted, _): field.append(byte)
        case (.skipping, _): if isBreak { startRecord() }
        case (.quote, UInt8(ascii: "\"")):
            field.append(byte)
            state = .quoted
        case (_, delimiter): endField(body)
        case (_, _) where isBreak: endRecord(body)
        case (.fieldStart, UInt8(ascii: "\"")): state = .quoted
        case (.plain, UInt8(ascii: "\"")):
            fail(localized("a quote is inside a field that does not start with one"), body)
        case (.quote, _): fail(localized("there is text after a closing quote"), body)
        case (.fieldStart, _), (.plain, _):
            field.append(byte)
            state = .plain
        }
    }

    private mutating func fail(_ reason: String, _ body: (Event) -> Void) {
        body(.error(reason, line: recordLine))
        state = .skipping
    }

    private mutating func endField(_ body: (Event) -> Void) {
        if let text = String(validating: field, as: UTF8.self) {
            fields.append(text)
            field.removeAll(keepingCapacity: true)
            state = .fieldStart
        } else {
            fail(localized("the text is not UTF-8"), body)
        }
    }

    private mutating func endRecord(_ body: (Event) -> Void) {
        // An empty line is not a record.
        let isBlank = fields.isEmpty && field.isEmpty && state != .quote
        if !isBlank {
            endField(body)
            if state != .skipping { body(.record(fields, line: recordLine)) }
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
