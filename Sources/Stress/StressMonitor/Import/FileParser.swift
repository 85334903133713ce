/// A parser of a whole file of any format. It holds 64 KiB of the file at a time.
final class FileParser {
    private var source: any ByteSource
    private let file: FileSource
    private let options: Importer.Options
    private var archive: Archive?
    private var reader: (any FormatReader)?
    private var isAtEnd = false

    private static let bufferSize = 1 << 16

    init(_ file: FileSource, _ options: Importer.Options) {
        source = file
        self.file = file
        self.options = options
    }

    /// Parses the next part of the file; nil after the last one.
    func next() throws(ImportError) -> ParsedRecords? {
        guard !isAtEnd else { return nil }
        var records = ParsedRecords()
        do throws(ImportError) {
            try parse(into: &records)
        } catch {
            guard let archive, archive.skip(error) else { throw error }
            reader = nil
        }
        (records.position, records.total) = (source.position, source.total)
        return records
    }

    private func parse(into records: inout ParsedRecords) throws(ImportError) {
        if let archive, reader == nil, try !archive.openNext() {
            isAtEnd = true
            records.notices += archive.notices
            return
        }
        var buffer = try read()
        var reader = if let reader { reader } else { try reader(for: &buffer) }
        if buffer.isEmpty {
            try reader.finish(into: &records)
            self.reader = nil
            isAtEnd = archive == nil
        } else {
            try reader.feed(&buffer, into: &records)
            self.reader = reader
        }
        guard let name = archive?.name, reader is CSVReader else { return }
        for index in records.rejections.indices { records.rejections[index].reason += " (\(name))" }
    }

    /// Chooses the reader by the first bytes; an archive's become those of its first file.
    private func reader(for start: inout [UInt8]) throws(ImportError) -> any FormatReader {
        guard !start.isEmpty else { throw .empty(path: file.path) }
        if archive == nil, start.starts(with: [0x50, 0x4B, 3, 4]) || start.starts(with: [0x50, 0x4B, 5, 6]) {
            guard source.total != nil else {
                throw .archive(path: file.path, reason: "an archive can only be read from a file, not from a pipe")
            }
            let archive = try Archive(file)
            (self.archive, source) = (archive, archive)
            _ = try archive.openNext()
            start = try read()
        }
        let text = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...]
        let content = text.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        if let kind = FileKind.name(of: content) { throw .kind(path: file.path, name: kind) }
        return content.first == UInt8(ascii: "<")
            ? HealthReader(path: file.path, timestamps: options.timestamps)
            : CSVReader(path: file.path, entry: archive?.name, options)
    }

    /// Reads the next 64 KiB; less only at the end of the source, so the first buffer shows the file's format.
    private func read() throws(ImportError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        buffer.removeLast(buffer.count - (try source.read(into: &buffer)))
        return buffer
    }
}
