// SPDX-License-Identifier: MIT
import Localization
import StressStore

/// Imports a file's measurements into the database: a CSV file, or Apple Health's `export.zip` or `export.xml`. It holds
/// 64 KiB of the file and one batch of samples at a time, however large the file is.
public struct Importer {
    /// Options of an import.
    public struct Options: Sendable {
        /// The measure of a column that is only called `hrv`; nil if the user has not named it.
        public var variability: Variability?
        /// The source of rows of a CSV file that name none.
        public var source = "CSV"
        /// The zone of times without an offset from UTC.
        public var timeZone = LocalTimeZone.system
        /// The number of samples that are written in one transaction.
        public var batch = 5000
        /// The latest time of a record. Clocks of devices are ahead by minutes, not by hours.
        public var latest = Timestamp.now.advanced(by: TimestampParser.clockTolerance)

        public init() {}
    }

    /// The state of an import, during it or at its end.
    public struct Progress: Equatable, Sendable {
        /// The records stored so far.
        public var added = StressStore.InsertSummary()
        public var rejected = 0
        /// The number of records of other kinds.
        public var ignored = 0
        /// The number of bytes of the file that have been read; for an archive, of the compressed file in it.
        public var position: Int64 = 0
        /// The number of bytes to read; nil when it is not known.
        public var total: Int64?
        /// The names of columns that were not used.
        public var unusedColumns: [String] = []
        /// Notes on how the file was read, for the user, a sentence each.
        public var notices: [String] = []
        /// True if it was stopped before the end.
        public var isStopped = false
    }

    private let store: StressStore
    private let options: Options
    private static let bufferSize = 1 << 16

    public init(store: StressStore, options: Options = Options()) {
        self.store = store
        self.options = options
    }

    /// Reads a file to its end. Every batch is written as a whole or not at all, so the database is consistent wherever
    /// the import ends, even by `kill -9`, and importing the file again adds the rest.
    ///
    /// - Parameters:
    ///   - reject: called for each row or record that cannot be imported.
    ///   - advance: called after each buffer; the import stops when it returns false.
    /// - Throws: ``ImportError``. The records written before it stay.
    public func run(
        path: String, reject: (RejectedRecord) -> Void = { _ in }, advance: (Progress) -> Bool = { _ in true }
    ) throws(ImportError) -> Progress {
        var source: any ByteSource = try FileSource(path: path)
        var buffer = try read(from: source)
        guard !buffer.isEmpty else { throw .empty(path: path) }
        if buffer.starts(with: [0x50, 0x4B, 3, 4]) || buffer.starts(with: [0x50, 0x4B, 5, 6]) {
            guard source.total != nil else {
                throw .archive(
                    path: path, reason: localized("an archive can only be read from a file, not from a pipe"))
            }
            source = try HealthArchive(path: path)
            buffer = try read(from: source)
        }
        var reader = reader(for: buffer, path: path)
        var records = ParsedRecords()
        var progress = Progress()
        while !buffer.isEmpty {
            try reader.feed(&buffer, into: &records)
            try store(&records, &progress, minimum: options.batch, reject)
            (progress.position, progress.total) = (source.position, source.total)
            guard advance(progress) else {
                progress.isStopped = true
                return progress
            }
            buffer = try read(from: source)
        }
        try reader.finish(into: &records)
        try store(&records, &progress, minimum: 1, reject)
        progress.unusedColumns = (reader as? CSVReader)?.unusedColumns ?? []
        progress.notices = (reader as? CSVReader)?.notices ?? []
        return progress
    }

    private func reader(for start: [UInt8], path: String) -> any FormatReader {
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
        let first = text.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let timestamps = TimestampParser(timeZone: options.timeZone, latest: options.latest)
        return first == UInt8(ascii: "<")
            ? HealthReader(path: path, timestamps: timestamps)
            : CSVReader(path: path, timestamps: timestamps, variability: options.variability, source: options.source)
    }

    /// Writes batches while at least a number of records is waiting.
    private func store(
        _ records: inout ParsedRecords, _ progress: inout Progress, minimum: Int, _ reject: (RejectedRecord) -> Void
    ) throws(ImportError) {
        for rejection in records.rejections { reject(rejection) }
        progress.rejected += records.rejections.count
        progress.ignored += records.ignored
        records.rejections.removeAll()
        records.ignored = 0
        let size = max(options.batch, 1)
        var waiting = records.batch.samples[...]
        do throws(StoreError) {
            while waiting.count + records.batch.notes.count >= max(minimum, 1) {
                let batch = StressStore.Batch(samples: Array(waiting.prefix(size)), notes: records.batch.notes)
                progress.added += try store.add(batch)
                waiting = waiting.dropFirst(size)
                records.batch.notes = []
            }
        } catch {
            throw .store(error)
        }
        records.batch.samples = Array(waiting)
    }

    /// Reads the next 64 KiB; less only at the end of the source, so the first buffer tells the file's format.
    private func read(from source: any ByteSource) throws(ImportError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        buffer.removeLast(buffer.count - (try source.read(into: &buffer)))
        return buffer
    }
}
