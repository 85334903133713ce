import Glibc

/// A message from the parsing process to the storing one: a kind, and the numbers and the text of that kind.
struct ImportMessage: Equatable {
    enum Kind: UInt64 {
        case sample, note, rejection, progress, unusedColumn, notice, end
        // Errors, always the last message.
        case unreadable, empty, archive, notHealth, header, kind
    }

    var kind: Kind
    var numbers: [UInt64]
    var text: String

    /// The maximum length of a text, bytes: a sentence with a name in an archive, whose 65,535 bytes may become three each.
    private static let maximumText = 1 << 18
    /// The numbers before a text: the kind, the text's length, and the message's own. Each takes a byte for seven bits, lowest
    /// first; its last byte lacks the highest bit.
    private static let headerCount = 7

    init(_ kind: Kind, _ numbers: [UInt64] = [], _ text: String = "") {
        (self.kind, self.numbers, self.text) = (kind, numbers, text)
    }

    /// Takes the first message off some bytes; nil while it is incomplete.
    init?(_ bytes: inout ArraySlice<UInt8>) throws(InvalidMessage) {
        var (header, number, shift, index) = ([UInt64](), UInt64(0), UInt64(0), bytes.startIndex)
        while header.count < Self.headerCount {
            guard index < bytes.endIndex else { return nil }
            number |= UInt64(bytes[index] & 0x7F) << shift
            shift += 7
            if bytes[index] < 0x80 {
                header.append(number)
                (number, shift) = (0, 0)
            } else if shift > 64 {
                throw InvalidMessage()
            }
            index += 1
        }
        guard let kind = Kind(rawValue: header[0]), header[1] <= Self.maximumText else { throw InvalidMessage() }
        let end = index + Int(header[1])
        guard end <= bytes.endIndex else { return nil }
        self.init(kind, Array(header[2...]), String(decoding: bytes[index..<end], as: UTF8.self))
        bytes = bytes[end...]
    }

    func append(to bytes: inout [UInt8]) {
        let text = text.utf8.prefix(Self.maximumText)
        let header = [kind.rawValue, UInt64(text.count)] + numbers
        for index in 0..<Self.headerCount {
            var number = index < header.count ? header[index] : 0
            while number > 0x7F {
                bytes.append(UInt8(truncatingIfNeeded: number) | 0x80)
                number >>= 7
            }
            bytes.append(UInt8(number))
        }
        bytes += text
    }
}

/// A message that an honest parser never sends.
struct InvalidMessage: Error {}

extension ImportMessage {
    init(_ error: ImportError) {
        switch error {
        case .unreadable(_, let code): self.init(.unreadable, [UInt64(UInt32(bitPattern: code))])
        case .empty: self.init(.empty)
        case .archive(_, let reason): self.init(.archive, [], reason)
        case .notHealth(_, let root): self.init(.notHealth, [], root)
        case .header(_, let reason): self.init(.header, [], reason)
        case .kind(_, let name): self.init(.kind, [], name)
        // Only the storing process has these.
        case .store, .parser: self.init(.unreadable, [UInt64(EIO)])
        }
    }

    /// The error that the message reports; nil for any other message.
    func error(path: String) -> ImportError? {
        switch kind {
        case .unreadable: .unreadable(path: path, code: Int32(truncatingIfNeeded: numbers[0]))
        case .empty: .empty(path: path)
        case .archive: .archive(path: path, reason: text)
        case .notHealth: .notHealth(path: path, root: text)
        case .header: .header(path: path, reason: text)
        case .kind: .kind(path: path, name: text)
        default: nil
        }
    }
}

extension ParsedRecords {
    var messages: [ImportMessage] {
        batch.samples.map { sample in
            // Most numbers have few digits: their zero bytes become the highest.
            let values = Metric.allCases.map { sample[$0]?.bitPattern.byteSwapped ?? 0 }
            return ImportMessage(.sample, [UInt64(sample.time.milliseconds)] + values, sample.source)
        }
            + batch.notes.map { ImportMessage(.note, [UInt64($0.time.milliseconds)], $0.text) }
            + rejections.map { ImportMessage(.rejection, [UInt64(clamping: $0.line)], $0.reason) }
            + unusedColumns.map { ImportMessage(.unusedColumn, [], $0) }
            + notices.map { ImportMessage(.notice, [], $0) }
            + [
                ImportMessage(
                    .progress, [UInt64(ignored), UInt64(clamping: position ?? 0), UInt64(clamping: total ?? .min)])
            ]
    }

    /// Adds a message's content. An invalid record, or one later than `latest`, is an ``InvalidMessage``.
    mutating func add(_ message: ImportMessage, latest: Timestamp) throws(InvalidMessage) {
        let numbers = message.numbers
        let time = Timestamp(milliseconds: Int64(clamping: numbers[0]))
        switch message.kind {
        case .sample:
            let values = numbers[1...].map { $0 == 0 ? nil : Double(bitPattern: $0.byteSwapped) }
            let sample = try? Sample(
                time: time, sdnn: values[0], rmssd: values[1], heartRate: values[2], restingHeartRate: values[3],
                source: message.text)
            guard let sample, time <= latest else { throw InvalidMessage() }
            batch.samples.append(sample)
        case .note:
            guard let note = Note(time: time, text: message.text), time <= latest else { throw InvalidMessage() }
            batch.notes.append(note)
        case .rejection: rejections.append(RejectedRecord(line: Int(clamping: numbers[0]), reason: message.text))
        case .unusedColumn: unusedColumns.append(message.text)
        case .notice: notices.append(message.text)
        case .progress:
            // A part has fewer records than bytes.
            guard let count = UInt32(exactly: numbers[0]) else { throw InvalidMessage() }
            ignored += Int(count)
            position = Int64(clamping: numbers[1])
            total = numbers[2] == 0 ? nil : Int64(clamping: numbers[2])
        case .end, .unreadable, .empty, .archive, .notHealth, .header, .kind: break
        }
    }
}
