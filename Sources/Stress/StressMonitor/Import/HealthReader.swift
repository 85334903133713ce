// SPDX-License-Identifier: MIT
import Glibc
import LibXML
import Localization

/// A reader of Apple Health's `export.xml` that parses one element at a time.
///
/// It reads the records of heart rate variability, heart rate and resting heart rate. Text that is not well-formed is
/// reported, and reading continues after it as far as the parser can.
final class HealthReader: FormatReader, XMLPushParserDelegate {
    private let path: String
    private let timestamps: TimestampParser
    private var filter = DoctypeFilter()
    private var parser: XMLPushParser?
    private var records = ParsedRecords()
    private var failure: ImportError?
    private var hasRoot = false

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
        records.rejections.append(RejectedRecord(line: line, reason: localized("the XML is not well-formed: \(text)")))
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
        guard let type = attributes["type"], let kind = recordKinds[type] else {
            records.ignored += 1
            return
        }
        do throws(RecordError) {
            records.batch.samples.append(try sample(kind, attributes))
        } catch {
            records.rejections.append(RejectedRecord(line: line, reason: "\(kind.metric.name): \(error.reason)"))
        }
    }

    private func sample(
        _ kind: (metric: Metric, unit: String), _ attributes: XMLAttributes
    ) throws(RecordError) -> Sample {
        guard let start = attributes["startDate"] else {
            throw RecordError(reason: localized("the startDate is missing"))
        }
        guard let valueText = attributes["value"] else { throw RecordError(reason: localized("the value is missing")) }
        let unit = attributes["unit"] ?? ""
        guard unit == kind.unit else {
            throw RecordError(reason: localized("the unit is \(excerpt(unit)), expected \"\(kind.unit)\""))
        }
        guard let value = DecimalParser.number(valueText) else {
            throw RecordError(reason: localized("\(excerpt(valueText)) is not a number"))
        }
        let time: Timestamp
        do throws(TimestampError) {
            time = try timestamps.timestamp(start, needsOffset: true)
        } catch {
            throw RecordError(reason: localized("startDate \(excerpt(start)): \(error.description)"))
        }
        let source = attributes["sourceName"] ?? ""
        do throws(SampleError) {
            return try Sample(
                time: time, sdnn: kind.metric == .sdnn ? value : nil,
                heartRate: kind.metric == .heartRate ? value : nil,
                restingHeartRate: kind.metric == .restingHeartRate ? value : nil,
                source: source.isEmpty ? "Apple Health" : source)
        } catch {
            throw RecordError(reason: error.description)
        }
    }
}

/// The kinds of records that are imported, by the record's type.
private let recordKinds: [String: (metric: Metric, unit: String)] = [
    "HKQuantityTypeIdentifierHeartRate": (.heartRate, "count/min"),
    "HKQuantityTypeIdentifierHeartRateVariabilitySDNN": (.sdnn, "ms"),
    "HKQuantityTypeIdentifierRestingHeartRate": (.restingHeartRate, "count/min"),
]
