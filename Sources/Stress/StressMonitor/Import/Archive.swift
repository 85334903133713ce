import MiniZip

/// The files of a zip archive that may have measurements, one after the other, decompressed as they are read.
final class Archive: ByteSource {
    let total: Int64?
    private let archive: ZipReader
    private let path: String
    /// The files that were not opened yet.
    private var rest: ArraySlice<ZipReader.Entry>
    private var entry: ZipReader.Entry?
    private var start: UInt64 = 0
    private var isAtEnd = false
    /// The compressed size of the files before the open one.
    private var done: Int64 = 0
    private var hasRecords = false
    /// The files that were left out, and why the first was.
    private var refused: (names: [String], reason: String) = ([], "")

    /// - Parameter file: the archive; nothing else may read it any more.
    init(_ file: FileSource) throws(ImportError) {
        let path = file.path
        guard let descriptor = file.take(), let archive = ZipReader(owning: descriptor) else {
            throw Self.damaged(path, "it has no table of contents that can be read; was it downloaded completely?")
        }
        let entries = try Self.candidates(archive, path)
        total = entries.reduce(0) { $0 + Int64(clamping: $1.compressedSize) }
        self.archive = archive
        self.path = path
        rest = entries[...]
    }

    var name: String? { entry?.name }

    /// Notes on how the archive was read, at its end.
    var notices: [String] {
        let count = refused.names.count
        return refused.names.prefix(1).map { "files without known measurements: \(count), such as \(excerpt($0))" }
    }

    /// The number of compressed bytes read so far.
    var position: Int64 {
        done + (isAtEnd ? Int64(clamping: entry?.compressedSize ?? 0) : Int64(clamping: archive.offset - start))
    }

    /// Opens the next file; false after the last one, or after the export of Apple Health, beside which nothing counts.
    func openNext() throws(ImportError) -> Bool {
        if let entry { (hasRecords, done) = (true, done + Int64(clamping: entry.compressedSize)) }
        let isComplete = entry.map { Self.isXML($0.name) } ?? false
        guard !isComplete, let next = rest.popFirst() else {
            guard hasRecords else {
                throw .archive(path: path, reason: "none of its files can be imported; \(refused.reason)")
            }
            (entry, isAtEnd) = (nil, true)
            return false
        }
        guard !next.isEncrypted else {
            throw .archive(path: path, reason: "\(next.name) in it is encrypted; expected one without a password")
        }
        guard next.method == 0 || next.method == 8 else {
            throw .archive(
                path: path,
                reason: "\(next.name) in it is compressed by method \(next.method); expected 0 (stored) or 8 (deflate)")
        }
        do throws(ZipError) {
            try archive.open(next)
        } catch {
            throw Self.damaged(path, error, next.name)
        }
        (entry, start, isAtEnd) = (next, archive.offset, false)
        return true
    }

    /// Leaves out the open file because of its content; false for an error of another kind.
    func skip(_ error: ImportError) -> Bool {
        let reason: String
        switch error {
        case .header(_, let text): reason = "line 1: \(text)"
        case .notHealth(_, let root): reason = "its root element is <\(root)>, expected <HealthData>"
        case .kind(_, let name): reason = "it is \(name)"
        case .empty: reason = "it is empty"
        default: return false
        }
        guard let skipped = entry else { return false }
        if refused.names.isEmpty { refused.reason = "\(skipped.name): \(reason)" }
        refused.names.append(skipped.name)
        (done, entry, isAtEnd) = (done + Int64(clamping: skipped.compressedSize), nil, true)
        return true
    }

    func read(into buffer: inout [UInt8]) throws(ImportError) -> Int {
        guard !isAtEnd else { return 0 }
        do throws(ZipError) {
            let count = try archive.read(into: &buffer)
            isAtEnd = count < buffer.count
            return count
        } catch {
            throw Self.damaged(path, error, name ?? "")
        }
    }

    /// The files that may be the export of Apple Health, the likeliest first: its name depends on the phone's language
    /// (`export.xml`, `Exportar.xml`), so after that name it is the largest XML file except the clinical one.
    static func healthExports(_ sizes: [(name: String, size: UInt64)]) -> [String] {
        func isExport(_ name: String) -> Bool { "/\(name.lowercased())".hasSuffix("/export.xml") }
        return sizes.filter { isXML($0.name) && !$0.name.lowercased().hasSuffix("_cda.xml") }
            .sorted { (isExport($0.name) ? 1 : 0, $0.size) > (isExport($1.name) ? 1 : 0, $1.size) }.map(\.name)
    }

    private static func isXML(_ name: String) -> Bool { name.lowercased().hasSuffix(".xml") }

    /// The files that may have measurements: first XML, then the tables.
    private static func candidates(
        _ archive: borrowing ZipReader, _ path: String
    ) throws(ImportError) -> [ZipReader.Entry] {
        var (entries, tables, kind) = ([String: ZipReader.Entry](), [ZipReader.Entry](), String?.none)
        do throws(ZipError) {
            try archive.forEachEntry { entry in
                let name = entry.name.lowercased()
                if name == "xl/workbook.xml" || name == "content.xml" { kind = "a spreadsheet: save it as CSV" }
                if name.hasPrefix("__macosx/") { return true }
                if isXML(name) { entries[entry.name] = entry }
                if [".csv", ".tsv", ".txt"].contains(where: name.hasSuffix) { tables.append(entry) }
                return true
            }
        } catch {
            throw damaged(path, error, "")
        }
        if let kind { throw .kind(path: path, name: kind) }
        let exports = healthExports(entries.values.map { ($0.name, $0.size) }).compactMap { entries[$0] }
        guard !(exports + tables).isEmpty else {
            throw .archive(path: path, reason: "it contains neither an export.xml of Apple Health nor a table (CSV)")
        }
        return exports + tables
    }

    private static func damaged(_ path: String, _ error: ZipError, _ name: String) -> ImportError {
        switch error {
        case .invalidTableOfContents: damaged(path, "its table of contents breaks off")
        case .invalidHeader: damaged(path, "\(name) is not where the table of contents says")
        case .invalidData: damaged(path, "\(name) cannot be decompressed")
        case .truncated: damaged(path, "\(name) breaks off")
        case .wrongChecksum: damaged(path, "the checksum of \(name) is wrong")
        }
    }

    private static func damaged(_ path: String, _ reason: String) -> ImportError {
        .archive(path: path, reason: "the archive is damaged: \(reason)")
    }
}
