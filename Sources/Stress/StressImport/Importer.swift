// SPDX-License-Identifier: MIT
import StressStore

/// Brings a file's measurements into the database: a CSV file, or Apple Health's `export.zip` or `export.xml`. It holds
/// a piece of the file and a batch of samples at a time, however large the file is.
public struct Importer {
    /// How it reads.
    public struct Options: Sendable {
        /// What a column that is only called `hrv` holds.
        public var variability = Variability.sdnn
        /// The source of rows of a CSV file that name none.
        public var source = "CSV"
        /// Where clocks without an offset from UTC stand.
        public var place = LocalTimeZone.system
        /// How many things are written in one transaction.
        public var batch = 5000

        public init() {}
    }

    /// What has become of a file, so far or at its end.
    public struct Progress: Equatable, Sendable {
        /// What is in the database now.
        public var added = StressStore.InsertSummary()
        public var rejected = 0
        /// Records of kinds that are not for us.
        public var ignored = 0
        /// How much of the file has been read, bytes; of an archive, of the file in it that is read.
        public var position: Int64 = 0
        /// How much there is to read; nil when that cannot be told.
        public var total: Int64?
        /// The names of columns that were not used.
        public var unusedColumns: [String] = []
        /// Whether it was told to stop before the end.
        public var isStopped = false
    }

    private let store: StressStore
    private let options: Options
    private static let pieceLength = 1 << 16

    public init(store: StressStore, options: Options = Options()) {
        self.store = store
        self.options = options
    }

    /// Reads a file to its end. Every batch is written whole or not at all, so wherever it ends, even by `kill -9`, the
    /// database is whole, and reading the file again adds what is missing.
    ///
    /// - Parameters:
    ///   - reject: called for each row or record that cannot be imported.
    ///   - advance: called now and then; false has it stop behind what is written already.
    /// - Throws: ``ImportError``. What was written until then stays.
    public func run(
        path: String, reject: (RejectedRecord) -> Void = { _ in }, advance: (Progress) -> Bool = { _ in true }
    ) throws(ImportError) -> Progress {
        let file = try FileSource(path: path)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceLength, alignment: 16)
        defer { buffer.deallocate() }
        var count = try fill(buffer, from: file)
        guard count > 0 else { throw .empty(path: path) }

        var source: any ByteSource = file
        if buffer[..<count].starts(with: [0x50, 0x4B, 0x03, 0x04]) || buffer[..<count].starts(with: [0x50, 0x4B, 5, 6])
        {
            let archive = try ZipArchive(file)
            source = try archive.open(try archive.healthExport())
            count = try fill(buffer, from: source)
        }
        var reader = reader(for: buffer[..<count], path: path)
        var harvest = ParsedRecords()
        var progress = Progress()
        while count > 0 {
            try reader.feed(UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), into: &harvest)
            try store(&harvest, &progress, leaving: options.batch, reject)
            (progress.position, progress.total) = (source.position, source.total)
            guard advance(progress) else {
                progress.isStopped = true
                return progress
            }
            count = try fill(buffer, from: source)
        }
        try reader.finish(into: &harvest)
        try store(&harvest, &progress, leaving: 1, reject)
        progress.unusedColumns = (reader as? CSVReader)?.unusedColumns ?? []
        return progress
    }

    private func reader(for start: Slice<UnsafeMutableRawBufferPointer>, path: String) -> any FormatReader {
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start
        let first = text.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let time = TimestampParser(place: options.place)
        if first == UInt8(ascii: "<") { return HealthReader(path: path, time: time) }
        return CSVReader(path: path, time: time, variability: options.variability, source: options.source)
    }

    /// Writes whole batches while at least so much is waiting.
    private func store(
        _ harvest: inout ParsedRecords, _ progress: inout Progress, leaving least: Int,
        _ reject: (RejectedRecord) -> Void
    ) throws(ImportError) {
        for rejection in harvest.rejections { reject(rejection) }
        progress.rejected += harvest.rejections.count
        progress.ignored += harvest.ignored
        harvest.rejections.removeAll()
        harvest.ignored = 0
        let size = max(options.batch, 1)
        var waiting = harvest.batch.samples[...]
        do throws(StoreError) {
            while waiting.count + harvest.batch.notes.count >= max(least, 1) {
                let batch = StressStore.Batch(samples: Array(waiting.prefix(size)), notes: harvest.batch.notes)
                progress.added += try store.add(batch)
                waiting = waiting.dropFirst(size)
                harvest.batch.notes = []
            }
        } catch {
            throw .store(error)
        }
        harvest.batch.samples = Array(waiting)
    }

    /// Reads until the buffer is full or the source at its end: a file's first piece must hold its beginning.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer, from source: any ByteSource) throws(ImportError) -> Int {
        var count = 0
        while count < buffer.count {
            let length = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            if length == 0 { break }
            count += length
        }
        return count
    }
}
