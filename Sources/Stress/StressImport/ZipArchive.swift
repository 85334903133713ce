// SPDX-License-Identifier: MIT

/// A zip file's table of contents (PKWARE's APPNOTE 6.3, with its 64-bit extension). Everything in it is checked
/// against the file's size, and nothing of it is kept but the entry that was looked for.
struct ZipArchive {
    /// A file in the archive.
    struct Entry: Equatable {
        var name: String
        var isEncrypted: Bool
        var method: Int
        var checksum: UInt32
        var compressedSize: UInt64
        var size: UInt64
        /// Where its local header is.
        var offset: UInt64
    }

    let file: FileSource
    private let size: UInt64
    private let directory: Range<UInt64>

    /// Finds the table of contents.
    init(_ file: FileSource) throws(ImportError) {
        guard let total = file.total else {
            throw .archive(path: file.path, reason: "an archive can be read from a file only, not from a pipe")
        }
        self.file = file
        size = UInt64(max(total, 0))
        let tailLength = Int(min(size, 22 + 65_535))
        let tailStart = size - UInt64(tailLength)
        let tail = Bytes(try file.read(at: tailStart, count: tailLength))
        let end = stride(from: tail.count - 22, through: 0, by: -1).first { start in
            tail.number(4, at: start) == 0x0605_4B50
                && tail.number(2, at: start + 20).map { start + 22 + Int($0) <= tail.count } == true
        }
        guard let end, var length = tail.number(4, at: end + 12), var start = tail.number(4, at: end + 16) else {
            throw Self.damaged(file, "it has no table of contents; was it downloaded completely?")
        }
        if length == 0xFFFF_FFFF || start == 0xFFFF_FFFF || tail.number(2, at: end + 10) == 0xFFFF {
            let endOffset = tailStart + UInt64(end)
            guard endOffset >= 20, case let locator = Bytes(try file.read(at: endOffset - 20, count: 20)),
                locator.number(4, at: 0) == 0x0706_4B50, let place = locator.number(8, at: 8), place < size,
                case let record = Bytes(try file.read(at: place, count: 56)), record.number(4, at: 0) == 0x0606_4B50,
                let longLength = record.number(8, at: 40), let longStart = record.number(8, at: 48)
            else { throw Self.damaged(file, "its 64-bit table of contents is missing") }
            (length, start) = (longLength, longStart)
        }
        let (stop, overflow) = start.addingReportingOverflow(length)
        guard !overflow, stop <= size else { throw Self.damaged(file, "its table of contents lies outside of it") }
        directory = start..<stop
    }

    /// The XML file with the measurements. Its name depends on the phone's language (`export.xml`, `Exportar.xml`), so
    /// failing that name it is the largest XML file that is not the clinical one.
    func healthExport() throws(ImportError) -> Entry {
        var best: Entry?
        var offset = directory.lowerBound
        while offset < directory.upperBound {
            let (entry, next) = try entry(at: offset)
            offset = next
            let name = entry.name.lowercased()
            guard name.hasSuffix(".xml"), !name.hasSuffix("_cda.xml") else { continue }
            if name == "export.xml" || name.hasSuffix("/export.xml") { return entry }
            if entry.size > best?.size ?? 0 { best = entry }
        }
        guard let best else {
            throw .archive(path: file.path, reason: "there is no export.xml of Apple Health in it")
        }
        return best
    }

    /// The bytes of an entry, inflated.
    func open(_ entry: Entry) throws(ImportError) -> ZipEntrySource {
        guard !entry.isEncrypted else {
            throw .archive(path: file.path, reason: "\(entry.name) in it is encrypted; expected one without a password")
        }
        guard entry.method == 0 || entry.method == 8 else {
            throw .archive(
                path: file.path,
                reason:
                    "\(entry.name) in it is compressed by method \(entry.method); expected 0 (stored) or 8 (deflate)")
        }
        let header = Bytes(try file.read(at: entry.offset, count: 30))
        guard header.number(4, at: 0) == 0x0403_4B50, let name = header.number(2, at: 26),
            let extra = header.number(2, at: 28)
        else { throw Self.damaged(file, "\(entry.name) is not where the table of contents says") }
        let start = entry.offset + 30 + name + extra
        guard start <= size, entry.compressedSize <= size - start else {
            throw Self.damaged(file, "\(entry.name) lies outside of it")
        }
        return try ZipEntrySource(file: file, entry: entry, start: start)
    }

    private func entry(at offset: UInt64) throws(ImportError) -> (entry: Entry, next: UInt64) {
        let header = Bytes(try file.read(at: offset, count: 46))
        guard header.number(4, at: 0) == 0x0201_4B50, let flags = header.number(2, at: 8),
            let method = header.number(2, at: 10), let checksum = header.number(4, at: 16),
            let compressed = header.number(4, at: 20), let size = header.number(4, at: 24),
            let nameLength = header.number(2, at: 28), let extraLength = header.number(2, at: 30),
            let commentLength = header.number(2, at: 32), let place = header.number(4, at: 42)
        else { throw Self.damaged(file, "its table of contents breaks off") }
        let rest = Bytes(try file.read(at: offset + 46, count: Int(nameLength + extraLength)))
        guard rest.count == Int(nameLength + extraLength) else {
            throw Self.damaged(file, "its table of contents breaks off")
        }
        var entry = Entry(
            name: String(decoding: rest.bytes[..<Int(nameLength)], as: UTF8.self), isEncrypted: flags & 1 != 0,
            method: Int(method), checksum: UInt32(truncatingIfNeeded: checksum), compressedSize: compressed, size: size,
            offset: place)
        widen(&entry, from: rest, at: Int(nameLength))
        guard entry.offset < self.size else { throw Self.damaged(file, "\(entry.name) lies outside of it") }
        return (entry, offset + 46 + nameLength + extraLength + commentLength)
    }

    /// Takes the 64-bit values of those that do not fit into 32 bits; they come in this order, and only those.
    private func widen(_ entry: inout Entry, from rest: Bytes, at start: Int) {
        var offset = start
        while let kind = rest.number(2, at: offset), let length = rest.number(2, at: offset + 2) {
            if kind == 1 {
                var place = offset + 4
                let end = place + Int(length)
                func take(_ value: inout UInt64) {
                    guard value == 0xFFFF_FFFF, place + 8 <= end, let long = rest.number(8, at: place) else { return }
                    value = long
                    place += 8
                }
                take(&entry.size)
                take(&entry.compressedSize)
                take(&entry.offset)
            }
            offset += 4 + Int(length)
        }
    }

    static func damaged(_ file: FileSource, _ reason: String) -> ImportError {
        .archive(path: file.path, reason: "the archive is damaged: \(reason)")
    }
}

/// Little-endian numbers in bytes.
private struct Bytes {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }

    /// - Returns: nil outside of the bytes.
    func number(_ width: Int, at offset: Int) -> UInt64? {
        guard offset >= 0, offset + width <= bytes.count else { return nil }
        return bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
