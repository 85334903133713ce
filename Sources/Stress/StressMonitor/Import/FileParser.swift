// SPDX-License-Identifier: MIT
import Localization

/// A parser of a whole file of any format. It holds 64 KiB of the file at a time.
final class FileParser {
    private var source: any ByteSource
    private let file: FileSource
    private let options: Importer.Options
    private var reader: (any FormatReader)?
    private var isAtEnd = false

    private static let bufferSize = 1 << 16

    /// - Parameter file: the file, from its beginning on.
    init(_ file: FileSource, _ options: Importer.Options) {
        source = file
        self.file = file
        self.options = options
    }

    /// Parses the next part of the file.
    ///
    /// - Returns: the part's records; nil after the last one.
    func next() throws(ImportError) -> ParsedRecords? {
        guard !isAtEnd else { return nil }
        var buffer = try read()
        var reader = if let reader { reader } else { try reader(for: &buffer) }
        var records = ParsedRecords()
        isAtEnd = buffer.isEmpty
        if isAtEnd {
            try reader.finish(into: &records)
            records.unusedColumns = (reader as? CSVReader)?.unusedColumns ?? []
            records.notices = (reader as? CSVReader)?.notices ?? []
        } else {
            try reader.feed(&buffer, into: &records)
        }
        self.reader = reader
        (records.position, records.total) = (source.position, source.total)
        return records
    }

    /// Chooses the reader by the first bytes, which become those of the file in an archive.
    private func reader(for start: inout [UInt8]) throws(ImportError) -> any FormatReader {
        guard !start.isEmpty else { throw .empty(path: file.path) }
        if start.starts(with: [0x50, 0x4B, 3, 4]) || start.starts(with: [0x50, 0x4B, 5, 6]) {
            guard source.total != nil else {
                throw .archive(
                    path: file.path, reason: localized("an archive can only be read from a file, not from a pipe"))
            }
            source = try HealthArchive(file)
            start = try read()
        }
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
        let first = text.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let timestamps = TimestampParser(timeZone: options.timeZone, latest: options.latest)
        return first == UInt8(ascii: "<")
            ? HealthReader(path: file.path, timestamps: timestamps)
            : CSVReader(
                path: file.path, timestamps: timestamps, variability: options.variability, source: options.source)
    }

    /// Reads the next 64 KiB; less only at the end of the source, so the first buffer shows the file's format.
    private func read() throws(ImportError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        buffer.removeLast(buffer.count - (try source.read(into: &buffer)))
        return buffer
    }
}
