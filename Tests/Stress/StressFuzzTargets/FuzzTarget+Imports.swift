// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING
    import FuzzTargets
    import Posix

    @testable import StressMonitor

    extension FuzzTarget {
        /// The targets of the stress monitor.
        package static let stress = [csv, health, zip]

        /// The reader of CSV files: the boundaries of reads make no difference.
        static let csv = FuzzTarget(
            "csv", in: "Tests/Stress/Fuzz", seeds: ["samsung", "times"].map { "Tests/Stress/Exports/\($0).csv" }
        ) { bytes in
            let options = Importer.Options()
            try requireSameRecords(bytes) { CSVReader(path: "a.csv", options) }
        }

        /// The reader of Apple Health's XML. It may find other lines with other boundaries of reads, but not crash.
        static let health = FuzzTarget("health", in: "Tests/Stress/Fuzz") { bytes in
            let whole = records([bytes], HealthReader(path: "export.xml", timestamps: timestamps))
            let split = records(bytes.pieces, HealthReader(path: "export.xml", timestamps: timestamps))
            // libxml2 stops at other places of malformed text.
            guard let whole, let split, whole.rejections.isEmpty, split.rejections.isEmpty else { return }
            try require(whole.batch.samples.count == split.batch.samples.count, "the samples depend on the reads")
        }

        /// The reader of archives, and of the XML file in them.
        static let zip = FuzzTarget("zip", in: "Tests/Stress/Fuzz") { bytes in
            guard let file = SharedMemory(containing: bytes) else { return }
            guard let source = try? FileSource(path: "/proc/self/fd/\(file.descriptor)"),
                let archive = try? Archive(source), (try? archive.openNext()) == true
            else { return }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            // A small archive may hold a large file.
            for _ in 0..<64 {
                guard let count = try? archive.read(into: &buffer) else { return }
                try require((0...buffer.count).contains(count), "\(count) bytes were read into \(buffer.count)")
                try require(archive.position >= 0, "the position is negative: \(archive.position)")
                if count == 0 { return }
            }
        }

        private static let timestamps = TimestampParser(timeZone: .system)

        private static func requireSameRecords(_ bytes: [UInt8], _ reader: () -> any FormatReader) throws {
            let whole = records([bytes], reader())
            let split = records(bytes.pieces, reader())
            try require(whole?.batch.samples == split?.batch.samples, "the samples depend on the boundaries of reads")
            try require(whole?.batch.notes == split?.batch.notes, "the notes depend on the boundaries of reads")
            try require(whole?.rejections == split?.rejections, "the rejections depend on the boundaries of reads")
        }

        /// The records of a file in pieces; nil if it is refused.
        private static func records(_ pieces: [[UInt8]], _ reader: any FormatReader) -> ParsedRecords? {
            var (reader, records) = (reader, ParsedRecords())
            do throws(ImportError) {
                for piece in pieces {
                    var piece = piece
                    try reader.feed(&piece, into: &records)
                }
                try reader.finish(into: &records)
                return records
            } catch {
                return nil
            }
        }
    }
#endif
