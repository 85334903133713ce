// SPDX-License-Identifier: MIT

/// Imports a file's measurements into the database: a CSV file, or Apple Health's `export.zip` or `export.xml`. It holds
/// one batch of samples and one part of the file at a time, however large the file is.
struct Importer {
    /// Options of an import.
    struct Options: Sendable {
        /// The measure of a column that is only called `hrv`; nil if the user has not named it.
        var variability: Variability?
        /// The source of rows of a CSV file that name none.
        var source = "CSV"
        /// The zone of times without an offset from UTC.
        var timeZone = LocalTimeZone.system
        /// The number of samples that are written in one transaction.
        var batch = 5000
        /// The latest time of a record. Clocks of devices are ahead by minutes, not by hours.
        var latest = Timestamp.now.advanced(by: TimestampParser.clockTolerance)
    }

    /// The state of an import, during it or at its end.
    struct Progress: Equatable, Sendable {
        /// The records stored so far.
        var added = StressStore.InsertSummary()
        var rejected = 0
        /// The number of records of other kinds.
        var ignored = 0
        /// The number of bytes of the file that have been read; for an archive, of the compressed file in it.
        var position: Int64 = 0
        /// The number of bytes to read; nil when it is not known.
        var total: Int64?
        /// The names of columns that were not used.
        var unusedColumns: [String] = []
        /// Notes on how the file was read, for the user, a sentence each.
        var notices: [String] = []
        /// True if it was stopped before the end.
        var isStopped = false
    }

    let store: StressStore
    let options: Options

    /// Reads a file to its end. Every batch is written as a whole or not at all, so the database is consistent wherever
    /// the import ends, even by `kill -9`, and importing the file again adds the rest.
    ///
    /// - Parameters:
    ///   - parser: the file's.
    ///   - reject: called for each row or record that cannot be imported.
    ///   - advance: called after each part; the import stops when it returns false.
    /// - Throws: ``ImportError``. The records written before it stay.
    func run(
        _ parser: ConfinedParser, reject: (RejectedRecord) -> Void = { _ in },
        advance: (Progress) -> Bool = { _ in true }
    ) throws(ImportError) -> Progress {
        try run(next: { () throws(ImportError) in try parser.next() }, reject: reject, advance: advance)
    }

    /// Reads a file to its end.
    ///
    /// - Parameter next: the records of its next part; nil after the last one.
    func run(
        next: () throws(ImportError) -> ParsedRecords?, reject: (RejectedRecord) -> Void = { _ in },
        advance: (Progress) -> Bool = { _ in true }
    ) throws(ImportError) -> Progress {
        var (progress, waiting) = (Progress(), StressStore.Batch())
        while let records = try next() {
            for rejection in records.rejections { reject(rejection) }
            progress.rejected += records.rejections.count
            progress.ignored += records.ignored
            progress.unusedColumns += records.unusedColumns
            progress.notices += records.notices
            if let position = records.position { (progress.position, progress.total) = (position, records.total) }
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

    /// Writes batches while at least a number of records is waiting.
    private func store(
        _ waiting: inout StressStore.Batch, _ progress: inout Progress, minimum: Int
    ) throws(ImportError) {
        let size = max(options.batch, 1)
        var samples = waiting.samples[...]
        do throws(StoreError) {
            while samples.count + waiting.notes.count >= max(minimum, 1) {
                let batch = StressStore.Batch(samples: Array(samples.prefix(size)), notes: waiting.notes)
                progress.added += try store.add(batch)
                samples = samples.dropFirst(size)
                waiting.notes = []
            }
        } catch {
            throw .store(error)
        }
        waiting.samples = Array(samples)
    }
}
