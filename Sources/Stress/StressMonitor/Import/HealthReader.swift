import Glibc
import LibXML
import Text

/// A reader of the measurements in Apple Health's `export.xml`, one element at a time. It reports text that is not
/// well-formed, and continues after it if the parser can.
final class HealthReader: FormatReader, XMLPushParserDelegate {
    private let path: String
    private let timestamps: TimestampParser
    private var filter = DoctypeFilter()
    private var parser: XMLPushParser?
    private var records = ParsedRecords()
    private var failure: ImportError?
    private var hasRoot = false
    /// The quantity and the unit of each type seen; nil for a type that is not imported.
    private var kinds = recordKinds

    init(path: String, timestamps: TimestampParser) {
        self.path = path
        self.timestamps = timestamps
        parser = XMLPushParser(delegate: self)
    }

    func feed(_ bytes: inout [UInt8], into records: inout ParsedRecords) throws(ImportError) {
        filter.filter(&bytes)
        try parse(bytes, isLast: false, into: &records)
    }

    func finish(into records: inout ParsedRecords) throws(ImportError) {
        try parse([], isLast: true, into: &records)
    }

    private func parse(_ bytes: [UInt8], isLast: Bool, into records: inout ParsedRecords) throws(ImportError) {
        guard let parser else { throw .unreadable(path: path, code: ENOMEM) }
        swap(&self.records, &records)
        parser.parse(bytes, isLast: isLast)
        swap(&self.records, &records)
        if let failure { throw failure }
    }

    func parseError(_ message: String, line: Int) {
        let text = message.split(separator: "\n").joined(separator: " ")
        records.rejections.append(RejectedRecord(line: line, reason: "the XML is not well-formed: \(text)"))
    }

    func startElement(_ name: String, attributes: XMLAttributes, line: Int) {
        guard hasRoot else {
            hasRoot = true
            guard name != "HealthData" else { return }
            failure = .notHealth(path: path, root: name)
            parser?.stop()
            return
        }
        guard name == "Record" else { return }
        let type = attributes["type"] ?? ""
        guard let known = kinds[type] else {
            skip(type)
            return
        }
        guard let kind = known else {
            records.ignored += 1
            return
        }
        do throws(RecordError) {
            records.batch.samples.append(try sample(kind, attributes))
        } catch {
            records.rejections.append(RejectedRecord(line: line, reason: "\(kind.metric.name): \(error.reason)"))
        }
    }

    /// Omits a record of a type seen for the first time. A name near a known one is reported: Apple adds quantities.
    private func skip(_ type: String) {
        records.ignored += 1
        guard kinds.count < 1000 else { return }
        kinds[type] = .some(nil)
        guard type.parts(separatedBy: "HeartRate").count > 1 else { return }
        let name = type.hasPrefix("HKQuantityTypeIdentifier") ? String(type.dropFirst(24)) : type
        records.notices.append("records of \(excerpt(name)) are not imported")
    }

    private func sample(
        _ kind: (metric: Metric, unit: String), _ attributes: XMLAttributes
    ) throws(RecordError) -> Sample {
        guard let start = attributes["startDate"] else {
            throw RecordError(reason: "the startDate is missing")
        }
        guard let valueText = attributes["value"] else { throw RecordError(reason: "the value is missing") }
        let unit = attributes["unit"] ?? ""
        guard unit == kind.unit else {
            throw RecordError(reason: "the unit is \(excerpt(unit)), expected \"\(kind.unit)\"")
        }
        guard let value = Double(decimal: valueText) else {
            throw RecordError(reason: "\(excerpt(valueText)) is not a number")
        }
        let time: Timestamp
        do throws(TimestampError) {
            time = try timestamps.timestamp(start, needsOffset: true)
        } catch {
            throw RecordError(reason: "startDate \(excerpt(start)): \(error.description)")
        }
        let source = attributes["sourceName"] ?? ""
        do throws(SampleError) {
            return try Sample(
                time: time, sdnn: kind.metric == .sdnn ? value : nil, rmssd: kind.metric == .rmssd ? value : nil,
                heartRate: kind.metric == .heartRate ? value : nil,
                restingHeartRate: kind.metric == .restingHeartRate ? value : nil,
                source: source.isEmpty ? "Apple Health" : source)
        } catch {
            throw RecordError(reason: error.description)
        }
    }
}

/// The quantity and the unit of each known type; nil for a type that is not imported.
private let recordKinds: [String: (metric: Metric, unit: String)?] = [
    "HKQuantityTypeIdentifierHeartRate": (.heartRate, "count/min"),
    "HKQuantityTypeIdentifierHeartRateVariabilitySDNN": (.sdnn, "ms"),
    "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD": (.rmssd, "ms"),
    "HKQuantityTypeIdentifierRestingHeartRate": (.restingHeartRate, "count/min"),
    // Of exercise, and of single events.
    "HKQuantityTypeIdentifierWalkingHeartRateAverage": nil,
    "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute": nil,
    "HKCategoryTypeIdentifierHighHeartRateEvent": nil,
    "HKCategoryTypeIdentifierLowHeartRateEvent": nil,
]

/// A filter that replaces an XML file's document type declaration, and characters that XML does not allow, by spaces.
/// Apple's exports need it: iOS 16 writes declarations that are not well-formed, and notes can contain vertical
/// tabs. Without a declaration no entity can expand without bound. Line numbers stay the same.
struct DoctypeFilter {
    private enum State {
        /// Before the first bytes.
        case start
        /// In the declaration, before its opening bracket.
        case head
        case quoted(UInt8)
        case bracket
        case comment
        /// After the closing bracket.
        case tail
        case done
    }

    private var state = State.start
    /// The last four bytes.
    private var recent: UInt32 = 0

    /// Filters the next bytes in place. A declaration must start in the first call's bytes.
    mutating func filter(_ bytes: inout [UInt8]) {
        var index = 0
        if case .start = state {
            state = .done
            if let start = Self.declaration(in: bytes) {
                state = .head
                for offset in start..<start + Self.opening.count { bytes[offset] = 0x20 }
                index = start + Self.opening.count
            }
        }
        while index < bytes.count {
            if case .done = state { break }
            advance(bytes[index])
            if bytes[index] != 0x0A, bytes[index] != 0x0D { bytes[index] = 0x20 }
            index += 1
        }
        for offset in index..<bytes.count where bytes[offset] < 0x20 {
            let byte = bytes[offset]
            if byte != 0x0A, byte != 0x0D, byte != 0x09 { bytes[offset] = 0x20 }
        }
    }

    private static let opening = Array("<!DOCTYPE".utf8)

    /// The offset of the declaration, which precedes the first element.
    private static func declaration(in bytes: [UInt8]) -> Int? {
        for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
            let rest = bytes[index...]
            if rest.starts(with: opening) { return index }
            guard let next = rest.dropFirst().first, next == UInt8(ascii: "?") || next == UInt8(ascii: "!") else {
                return nil
            }
        }
        return nil
    }

    private mutating func advance(_ byte: UInt8) {
        recent = recent << 8 | UInt32(byte)
        switch (state, byte) {
        case (.head, UInt8(ascii: "[")): state = .bracket
        case (.head, UInt8(ascii: ">")): state = .done
        case (.head, UInt8(ascii: "\"")), (.head, UInt8(ascii: "'")): state = .quoted(byte)
        case (.quoted(let quote), byte) where quote == byte: state = .head
        case (.bracket, UInt8(ascii: "]")): state = .tail
        case (.bracket, _) where recent == 0x3C21_2D2D: state = .comment
        case (.comment, _) where recent & 0xFF_FFFF == 0x2D_2D3E: state = .bracket
        case (.tail, UInt8(ascii: ">")): state = .done
        case (.tail, 0x20), (.tail, 0x09), (.tail, 0x0A), (.tail, 0x0D): break
        case (.tail, _): state = .bracket
        default: break
        }
    }
}
