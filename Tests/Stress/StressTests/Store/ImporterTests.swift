import Foundation
import TestSupport
import Testing

@testable import StressMonitor

@Suite struct ImporterTests {
    private let folder: TemporaryDirectory
    private let store: StressStore
    private let all = Timestamp.earliest..<Timestamp.latest

    init() throws {
        folder = try TemporaryDirectory()
        store = try StressStore.inMemory()
    }

    @discardableResult
    private func load(
        _ path: String, variability: Variability = .sdnn
    ) throws -> (progress: Importer.Progress, rejections: [RejectedRecord]) {
        var options = Importer.Options()
        options.variability = variability
        options.timeZone = berlin
        var rejections: [RejectedRecord] = []
        let parser = FileParser(try FileSource(path: path), options)
        let progress = try Importer(store: store, options: options)
            .run(next: parser.next, reject: { rejections.append($0) })
        return (progress, rejections)
    }

    private func load(text: String) throws -> (progress: Importer.Progress, rejections: [RejectedRecord]) {
        try load(try folder.write(text, to: "file"))
    }

    @Test func csvIsImported() throws {
        let text = """
            \u{FEFF}Time;SDNN;Heart rate;Note;Weather\r
            2024-05-01 08:00;52,5;61;"slept; well";fine\r
            2024-05-02 08:00;;62;;\r
            2024-05-03 08:00;;;only a note;\r
            2024-05-04 08:00;;;;\r
            2024-05-05 25:00;50;60;;\r
            2024-05-06 08:00;fifty;60;;\r
            2024-05-07 08:00;50;600;;\r
            2024-05-08 08:00;50\r
            ;50;60;;\r
            2024-03-31 02:30;50;60;;\r

            """
        let (progress, rejections) = try load(text: text)
        #expect(progress.added == .init(added: 4))
        #expect(progress.rejected == 6 && progress.ignored == 1)
        #expect(progress.unusedColumns == ["Weather"])
        #expect(rejections.map(\.line) == Array(6...11))
        for (rejection, reason) in zip(
            rejections,
            [
                "no such date or time",
                "\"fifty\" is not a number",
                "heart rate 600.0 bpm is out of range: expected 20 to 300",
                "the row has 2 fields, the first line has 5", "the time is missing", "the clocks skip that time",
            ])
        {
            #expect(rejection.reason.contains(reason), "\(rejection)")
        }
        #expect(
            try store.samples(in: all, limit: 9).map(\.value) == [
                try Sample(time: utc(2024, 5, 1, 6), sdnn: 52.5, heartRate: 61, source: "CSV"),
                try Sample(time: utc(2024, 5, 2, 6), heartRate: 62, source: "CSV"),
            ])
        #expect(try store.notes(in: all).map(\.value.text) == ["slept; well", "only a note"])
        // Importing it again adds nothing.
        #expect(try load(text: text).progress.added == .init(added: 0, known: 4))
    }

    @Test("Measurements from the future are rejected, but for the difference of two clocks")
    func futureMeasurements() throws {
        let now = Timestamp.now.seconds
        let rows = [now + 60, now + 3600, 4_070_908_800].map { "\($0),50\n" } + ["9999-12-31T00:00:00Z,50\n"]
        let (progress, rejections) = try load(text: "time,sdnn\n" + rows.joined())
        #expect(progress.added.added == 1)
        #expect(rejections.map(\.line) == [3, 4, 5])
        #expect(rejections.allSatisfy { $0.reason.contains("in the future") }, "\(rejections)")
        let health = Self.health.replacing("startDate=\"2024-", with: "startDate=\"2099-")
        #expect(try load(text: health).progress.added.added == 0)
    }

    @Test func unreadableFilesAreRefused() throws {
        #expect(throws: ImportError.unreadable(path: "/nowhere", code: ENOENT)) { try load("/nowhere") }
        #expect(throws: ImportError.unreadable(path: folder.path, code: EISDIR)) { try load(folder.path) }
        #expect(try reason(Array("PK\u{3}\u{4}".utf8)).contains("no table of contents"))
    }

    /// An export as iOS 16 writes it, with a malformed declaration and a character forbidden in XML.
    private static let health = Repository.text("Tests/Fixtures/files/health.xml")

    private func checkHealth(_ result: (progress: Importer.Progress, rejections: [RejectedRecord])) throws {
        #expect(result.progress.added == .init(added: 3))
        #expect(result.progress.ignored == 1)
        #expect(result.rejections.map(\.line) == [19, 20, 21, 22])
        #expect(result.rejections[0].reason == "heart rate: the unit is \"count/s\", expected \"count/min\"")
        #expect(result.rejections[1].reason.contains("expected a time such as"))
        #expect(result.rejections[2].reason == "heart rate: the startDate is missing")
        #expect(result.rejections[3].reason.contains("heart rate 0.0 bpm is out of range"))
        #expect(
            try store.samples(in: all, limit: 9).map(\.value) == [
                try Sample(time: utc(2024, 4, 30, 22), restingHeartRate: 55, source: "W"),
                try Sample(time: utc(2024, 5, 1, 6), sdnn: 48.25, source: "Jo's & Al’s Watch"),
                try Sample(time: utc(2024, 5, 1, 6), heartRate: 61, source: "W"),
            ])
        #expect(try store.variabilities().map(\.heartRate) == [61])
    }

    @Test func appleHealthExportIsImported() throws {
        try checkHealth(try load(text: Self.health))
        #expect(try load(text: Self.health).progress.added == .init(added: 0, known: 3))
    }

    @Test func declarationIsFilteredAcrossBuffers() {
        let text = Array(Self.health.utf8.prefix(500))
        var whole = DoctypeFilter()
        var expected = text
        whole.filter(&expected)
        #expect(expected.count { $0 == 0x0A } == text.count { $0 == 0x0A })
        #expect(String(decoding: expected, as: UTF8.self).contains("VisionPrescription") == false)
        for cut in 60..<400 {
            var (filter, pieces) = (DoctypeFilter(), [Array(text[..<cut]), Array(text[cut...])])
            for index in pieces.indices { filter.filter(&pieces[index]) }
            #expect(pieces[0] + pieces[1] == expected, "\(cut)")
        }
    }

    @Test func validRecordsOfDamagedExportAreImported() throws {
        let text = Self.health.replacing(
            "sourceName=\"W\" unit=\"count\"", with: "Version 2 sourceName=\"W\" unit=\"count\"")
        let (progress, rejections) = try load(text: text)
        #expect(progress.added.added == 3)
        #expect(rejections.first?.line == 17)
        #expect(rejections.first?.reason.contains("not well-formed") == true)
        // A truncated export.
        let end = try #require(text.range(of: "HKQuantityTypeIdentifierRestingHeartRate"))
        let broken = try load(text: String(Self.health[..<end.lowerBound]))
        #expect(broken.progress.added == .init(added: 0, known: 2))
        #expect(!broken.rejections.isEmpty)
    }

    private func archive(
        method: String = "DEFLATED", isWide: Bool = false, name: String = "apple_health_export/export.xml"
    ) throws -> String {
        let export = try folder.write(Self.health, to: "export.xml", mode: 0o644)
        let script = """
            import sys, zipfile
            with zipfile.ZipFile(sys.argv[2], "w") as archive:
                archive.writestr("apple_health_export/export_cda.xml", "<x>" + " " * 9999 + "</x>")
                archive.writestr("apple_health_export/routes/route.gpx", "<gpx/>")
                info = zipfile.ZipInfo("\(name)")
                info.compress_type = zipfile.ZIP_\(method)
                with open(sys.argv[1], "rb") as file:
                    with archive.open(info, "w", force_zip64=\(isWide ? "True" : "False")) as entry:
                        entry.write(file.read())
            """
        let file = folder.appending("export.zip")
        _ = try ChildProcess.run("python3", ["-c", script, export, file])
        return file
    }

    @Test(arguments: ["DEFLATED", "STORED"], [false, true])
    func appleHealthArchiveIsImported(method: String, isWide: Bool) throws {
        try checkHealth(try load(try archive(method: method, isWide: isWide)))
    }

    @Test func localizedExportNameIsFound() throws {
        try checkHealth(try load(try archive(name: "exportación/Exportar.xml")))
    }

    /// The error of importing a file; empty without one.
    private func reason(_ bytes: [UInt8]) throws -> String {
        let file = folder.appending("bad")
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        do {
            try load(file)
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func encryptedUnsupportedAndAlteredEntriesAreRefused() throws {
        let name = Array("apple_health_export/export.xml".utf8)
        var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: try archive(method: "STORED"))))
        // The name follows the 30 bytes of the local header, and the 46 bytes of the one in the table of contents.
        let data = try #require(bytes.firstRange(of: name)).upperBound
        let entry = try #require(bytes[data...].firstRange(of: name)).lowerBound - 46
        bytes[entry + 8] |= 1
        #expect(try reason(bytes).contains("export.xml in it is encrypted"))
        bytes[entry + 8] &= ~1
        bytes[data + 100] ^= 1
        #expect(try reason(bytes).contains("the checksum of apple_health_export/export.xml is wrong"))
        #expect(throws: ImportError.self) { try load(try archive(method: "BZIP2")) }
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.appending("export.zip"))))
        #expect(try reason(bytes).contains("is compressed by method 12; expected 0 (stored) or 8 (deflate)"))
    }

    @Test func damagedArchivesAreRefused() throws {
        let good = try archive()
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: good)))
        #expect(try reason(Array(bytes.dropLast(30))).contains("no table of contents"))
        let deflated = try #require(bytes.firstRange(of: Array("apple_health_export/export.xml".utf8)))
        var broken = bytes
        for index in deflated.upperBound + 40..<deflated.upperBound + 60 { broken[index] ^= 0x55 }
        #expect(try reason(broken).contains("the archive is damaged"))
    }
}
