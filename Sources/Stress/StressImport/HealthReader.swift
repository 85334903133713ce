// SPDX-License-Identifier: MIT
import CXML
import Glibc
import StressStore

/// Reads Apple Health's `export.xml` as it comes, one element at a time, through libxml2's push parser.
///
/// It takes the records of the heart rate variability, the heart rate and the heart rate at rest. What is not
/// well-formed is reported, and reading goes on behind it as far as the parser can.
final class HealthReader: FormatReader {
    private let path: String
    private let time: TimestampParser
    private var filter = DoctypeFilter()
    private var parser: OpaquePointer?
    private var harvest = ParsedRecords()
    private var failure: ImportError?
    private var hasRoot = false
    /// The source's name as it was last seen: it is that of most records.
    private var lastSource: (bytes: [UInt8], name: String) = ([], "")

    init(path: String, time: TimestampParser) {
        self.path = path
        self.time = time
        let listener = cxml_listener(
            element: { user, name, attributes, count, line in
                guard let user, let name else { return }
                Unmanaged<HealthReader>.fromOpaque(user).takeUnretainedValue()
                    .element(name, Attributes(all: UnsafeBufferPointer(start: attributes, count: count)), line: line)
            },
            fault: { user, message, line in
                guard let user, let message else { return }
                Unmanaged<HealthReader>.fromOpaque(user).takeUnretainedValue()
                    .fault(String(cString: message), line: line)
            }, user: Unmanaged.passUnretained(self).toOpaque())
        parser = cxml_new(listener)
    }

    deinit {
        cxml_free(parser)
    }

    func feed(_ bytes: UnsafeMutableRawBufferPointer, into harvest: inout ParsedRecords) throws(ImportError) {
        filter.filter(bytes)
        try parse(UnsafeRawBufferPointer(bytes), isLast: false, into: &harvest)
    }

    func finish(into harvest: inout ParsedRecords) throws(ImportError) {
        try parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, into: &harvest)
    }

    private func parse(
        _ bytes: UnsafeRawBufferPointer, isLast: Bool, into harvest: inout ParsedRecords
    ) throws(ImportError) {
        guard let parser else { throw .unreadable(path: path, code: ENOMEM) }
        swap(&self.harvest, &harvest)
        cxml_parse(parser, bytes.baseAddress, bytes.count, isLast ? 1 : 0)
        swap(&self.harvest, &harvest)
        if let failure { throw failure }
    }

    private func fault(_ message: String, line: Int) {
        let text = message.split(separator: "\n").joined(separator: " ")
        harvest.rejections.append(RejectedRecord(line: line, reason: "the XML is not well-formed: \(text)"))
    }

    private func element(_ name: UnsafePointer<CChar>, _ attributes: Attributes, line: Int) {
        guard hasRoot else {
            hasRoot = true
            guard !isEqual(name, "HealthData") else { return }
            failure = .notHealth(path: path, root: String(cString: name))
            if let parser { cxml_stop(parser) }
            return
        }
        guard isEqual(name, "Record") else { return }
        guard let type = attributes["type"], let kind = Kind.all.first(where: { $0.matches(type) }) else {
            harvest.ignored += 1
            return
        }
        do throws(RecordError) {
            harvest.batch.samples.append(try sample(kind, attributes))
        } catch {
            harvest.rejections.append(RejectedRecord(line: line, reason: "\(kind.metric.name): \(error.reason)"))
        }
    }

    private func sample(_ kind: Kind, _ attributes: Attributes) throws(RecordError) -> Sample {
        guard let start = attributes["startDate"] else { throw RecordError(reason: "the startDate is missing") }
        guard let valueText = attributes["value"] else { throw RecordError(reason: "the value is missing") }
        let unit = attributes["unit"].map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard unit == kind.unit else {
            throw RecordError(reason: "the unit is \(excerpt(unit)), expected \"\(kind.unit)\"")
        }
        guard let value = DecimalParser.number(String(decoding: valueText, as: UTF8.self)) else {
            throw RecordError(reason: "\(excerpt(String(decoding: valueText, as: UTF8.self))) is no number")
        }
        let moment: Timestamp
        do throws(TimestampError) {
            moment = try time.timestamp(start, needsOffset: true)
        } catch {
            throw RecordError(
                reason: "startDate \(excerpt(String(decoding: start, as: UTF8.self))): \(error.description)")
        }
        do throws(SampleError) {
            return try Sample(
                time: moment, sdnn: kind.metric == .sdnn ? value : nil,
                heartRate: kind.metric == .heartRate ? value : nil,
                restingHeartRate: kind.metric == .restingHeartRate ? value : nil,
                source: source(attributes["sourceName"]))
        } catch {
            throw RecordError(reason: error.description)
        }
    }

    private func source(_ bytes: UnsafeRawBufferPointer?) -> String {
        guard let bytes, !bytes.isEmpty else { return "Apple Health" }
        if !bytes.elementsEqual(lastSource.bytes) {
            lastSource = (Array(bytes), String(decoding: bytes, as: UTF8.self))
        }
        return lastSource.name
    }
}

private struct RecordError: Error {
    var reason: String
}

/// A kind of record that we take.
private struct Kind {
    var metric: Metric
    var unit: String
    private var type: [UInt8]

    static let all = [
        Kind(metric: .heartRate, unit: "count/min", type: "HKQuantityTypeIdentifierHeartRate"),
        Kind(metric: .sdnn, unit: "ms", type: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN"),
        Kind(metric: .restingHeartRate, unit: "count/min", type: "HKQuantityTypeIdentifierRestingHeartRate"),
    ]

    private init(metric: Metric, unit: String, type: String) {
        self.metric = metric
        self.unit = unit
        self.type = Array(type.utf8)
    }

    func matches(_ name: UnsafeRawBufferPointer) -> Bool {
        guard name.count == type.count, let base = name.baseAddress else { return false }
        return memcmp(base, type, type.count) == 0
    }
}

/// An element's attributes; they live as long as the call that they came with.
private struct Attributes {
    let all: UnsafeBufferPointer<cxml_attribute>

    subscript(_ name: StaticString) -> UnsafeRawBufferPointer? {
        for attribute in all {
            if let own = attribute.name, isEqual(own, name) {
                return UnsafeRawBufferPointer(start: attribute.value, count: attribute.length)
            }
        }
        return nil
    }
}

private func isEqual(_ name: UnsafePointer<CChar>, _ text: StaticString) -> Bool {
    strcmp(name, UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
}
