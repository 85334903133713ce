/// Imports a table, Apple Health's `export.xml` or an archive. It holds one batch and one part at a time, however large the file.
struct Importer {
    struct Options: Sendable {
        /// The measure of a column called just `hrv`; nil if the user has not named it.
        var variability: Variability?
        /// The columns of a CSV file that the user has named.
        var columns: [CSVColumns.Role: String] = [:]
        /// The texts of a CSV file that stand for no value.
        var noValue: [String] = []
        /// The source of rows without one in a CSV file; nil for that of the file's format.
        var source: String?
        /// The zone of times without an offset from UTC.
        var timeZone = LocalTimeZone.system
        /// The number of samples written in one transaction.
        var batch = 5000
        /// The latest time of a record. Clocks of devices are ahead by minutes, not by hours.
        var latest = Timestamp.now.advanced(by: TimestampParser.clockTolerance)

        var timestamps: TimestampParser { TimestampParser(timeZone: timeZone, latest: latest) }
    }

    struct Progress: Equatable, Sendable {
        var added = StressStore.InsertSummary()
        var rejected = 0
        /// The number of records of other kinds.
        var ignored = 0
        /// The number of bytes read from the file; for an archive, of the compressed file in it.
        var position: Int64 = 0
        var total: Int64?
        var unusedColumns: [String] = []
        /// Notes on how the file was read, for the user, a sentence each.
        var notices: [String] = []
        var isStopped = false
    }

    /// Nil to count the records only.
    let store: StressStore?
    let options: Options

    /// Reads a file to its end. Every batch is written completely or not at all, so the database is consistent wherever
    /// the import ends, even by `kill -9`, and importing the file again adds the rest.
    ///
    /// - Parameters:
    ///   - next: returns the records of its next part; nil after the last one.
    ///   - show: called with the records of each part.
    ///   - advance: called after each part; the import stops when it returns false.
    func run(
        next: () throws(ImportError) -> ParsedRecords?, reject: (RejectedRecord) -> Void = { _ in },
        show: (StressStore.Batch) -> Void = { _ in },
        advance: (Progress) -> Bool = { _ in true }
    ) throws(ImportError) -> Progress {
        var (progress, waiting) = (Progress(), StressStore.Batch())
        while let records = try next() {
            for rejection in records.rejections { reject(rejection) }
            progress.rejected += records.rejections.count
            progress.ignored += records.ignored
            // The tables of an archive have the same columns.
            progress.unusedColumns += records.unusedColumns.filter { !progress.unusedColumns.contains($0) }
            progress.notices += records.notices.filter { !progress.notices.contains($0) }
            if let position = records.position { (progress.position, progress.total) = (position, records.total) }
            show(records.batch)
            waiting.samples += records.batch.samples
            waiting.notes += records.batch.notes
            try store(&waiting, &progress, minimum: options.batch)
            guard advance(progress) else {
                progress.isStopped = true
                return progress
            }
        }
        try store(&waiting, &progress, minimum: 1)
        return progress
    }

    /// Writes batches while at least a number of records waits.
    private func store(
        _ waiting: inout StressStore.Batch, _ progress: inout Progress, minimum: Int
    ) throws(ImportError) {
        let size = max(options.batch, 1)
        var samples = waiting.samples[...]
        do throws(StoreError) {
            while samples.count + waiting.notes.count >= max(minimum, 1) {
                let batch = StressStore.Batch(samples: Array(samples.prefix(size)), notes: waiting.notes)
                progress.added +=
                    try store?.add(batch) ?? .init(added: batch.samples.count + batch.notes.count)
                samples = samples.dropFirst(size)
                waiting.notes = []
            }
        } catch {
            throw .store(error)
        }
        waiting.samples = Array(samples)
    }
}
