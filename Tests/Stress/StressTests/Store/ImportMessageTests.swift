import Glibc
import Testing

@testable import StressMonitor

/// The messages that the confined process may send, and others.
@Suite struct ImportMessageTests {
    private func bytes(_ messages: ImportMessage...) -> [UInt8] {
        messages.reduce(into: []) { $1.append(to: &$0) }
    }

    private func records(_ messages: ImportMessage...) throws -> ParsedRecords {
        try messages.reduce(into: ParsedRecords()) { try $0.add($1, latest: utc(2025, 1, 1, 0)) }
    }

    @Test func recordsArriveAsTheyWereSent() throws {
        var sent = ParsedRecords()
        sent.batch.samples = [
            try Sample(time: .earliest, sdnn: 52.1, heartRate: 61, source: "Jo's ⌚️"),
            try Sample(time: utc(2024, 5, 1, 6), rmssd: 1, restingHeartRate: 300, source: ""),
        ]
        sent.batch.notes = [try #require(Note(time: utc(2024, 5, 1, 6), text: String(repeating: "é", count: 999)))]
        sent.rejections = [RejectedRecord(line: 1 << 40, reason: "why")]
        (sent.ignored, sent.position, sent.total) = (7, 1 << 40, 1 << 41)
        (sent.unusedColumns, sent.notices) = (["a", ""], ["b"])
        var rest = sent.messages.reduce(into: []) { $1.append(to: &$0) }[...]
        // In pieces of any size.
        var (received, pending) = (ParsedRecords(), [UInt8]()[...])
        while let byte = rest.popFirst() {
            pending.append(byte)
            while let message = try ImportMessage(&pending) { try received.add(message, latest: utc(2025, 1, 1, 0)) }
        }
        #expect(pending.isEmpty)
        #expect(received.batch == sent.batch && received.rejections == sent.rejections && received.ignored == 7)
        #expect(received.position == sent.position && received.total == sent.total)
        #expect(received.unusedColumns == sent.unusedColumns && received.notices == sent.notices)
    }

    @Test(arguments: [
        ImportError.unreadable(path: "a", code: EIO), .empty(path: "a"), .archive(path: "a", reason: "b"),
        .notHealth(path: "a", root: "b"), .header(path: "a", reason: "b"), .kind(path: "a", name: "b"),
    ])
    func errorsArriveAsTheyWereSent(error: ImportError) throws {
        var bytes = bytes(ImportMessage(error))[...]
        #expect(try ImportMessage(&bytes)?.error(path: "a") == error)
    }

    @Test func whatIsNoRecordIsRefused() throws {
        let time = UInt64(utc(2024, 5, 1, 6).milliseconds)
        let rate = 60.0.bitPattern.byteSwapped
        #expect(try records(ImportMessage(.sample, [time, 0, 0, rate, 0])).batch.samples.count == 1)
        for message in [
            ImportMessage(.sample, [time, 0, 0, 0, 0]),
            ImportMessage(.sample, [time, 0, 0, Double.nan.bitPattern.byteSwapped, 0]),
            ImportMessage(.sample, [time, rate.byteSwapped, 0, rate, 0]),
            ImportMessage(.sample, [.max, 0, 0, rate, 0]),
            ImportMessage(.note, [time], "\n"), ImportMessage(.note, [.max], "a"), ImportMessage(.progress, [.max]),
        ] {
            var bytes = bytes(message)[...]
            let received = try #require(try ImportMessage(&bytes))
            #expect(throws: InvalidMessage.self, "\(message)") { try records(received) }
        }
        // An unknown kind, too long a text, and an endless number.
        for bytes: [UInt8] in [
            [99, 0, 0, 0, 0, 0, 0], [0, 0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0, 0, 0], Array(repeating: 0x80, count: 11),
        ] {
            var bytes = bytes[...]
            #expect(throws: InvalidMessage.self) { try ImportMessage(&bytes) }
        }
    }
}
