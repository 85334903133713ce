// SPDX-License-Identifier: MIT
import Localization
import MiniZip

/// The XML file with the measurements in an `export.zip` of Apple Health, decompressed as it is read.
final class HealthArchive: ByteSource {
    let total: Int64?
    private let archive: ZipReader
    private let path: String
    private let name: String
    private let start: UInt64
    private var isAtEnd = false

    /// - Parameter file: the archive, which nothing else reads from now on.
    init(_ file: FileSource) throws(ImportError) {
        let path = file.path
        guard let descriptor = file.take(), let archive = ZipReader(owning: descriptor) else {
            throw Self.damaged(
                path, localized("it has no table of contents that can be read; was it downloaded completely?"))
        }
        let entry = try Self.healthExport(archive, path)
        guard !entry.isEncrypted else {
            throw .archive(
                path: path, reason: localized("\(entry.name) in it is encrypted; expected one without a password"))
        }
        guard entry.method == 0 || entry.method == 8 else {
            throw .archive(
                path: path,
                reason:
                    localized(
                        "\(entry.name) in it is compressed by method \(entry.method); expected 0 (stored) or 8 (deflate)"
                    ))
        }
        do throws(ZipError) {
            try archive.open(entry)
        } catch {
            throw Self.damaged(path, error, entry.name)
        }
        start = archive.offset
        self.archive = archive
        self.path = path
        name = entry.name
        total = Int64(clamping: entry.compressedSize)
    }

    /// The number of compressed bytes read so far.
    var position: Int64 { isAtEnd ? total ?? 0 : Int64(clamping: archive.offset - start) }

    func read(into buffer: inout [UInt8]) throws(ImportError) -> Int {
        guard !isAtEnd else { return 0 }
        do throws(ZipError) {
            let count = try archive.read(into: &buffer)
            isAtEnd = count < buffer.count
            return count
        } catch {
            throw Self.damaged(path, error, name)
        }
    }

    /// Finds the XML file. Its name depends on the phone's language (`export.xml`, `Exportar.xml`), so without that
    /// name it is the largest XML file but the clinical one.
    private static func healthExport(_ archive: borrowing ZipReader, _ path: String) throws(ImportError)
        -> ZipReader.Entry
    {
        var found: ZipReader.Entry?
        do throws(ZipError) {
            try archive.forEachEntry { entry in
                let name = entry.name.lowercased()
                guard name.hasSuffix(".xml"), !name.hasSuffix("_cda.xml") else { return true }
                let isExport = name == "export.xml" || name.hasSuffix("/export.xml")
                if isExport || entry.size > found?.size ?? 0 { found = entry }
                return !isExport
            }
        } catch {
            throw damaged(path, error, "")
        }
        guard let found else {
            throw .archive(path: path, reason: localized("it contains no export.xml of Apple Health"))
        }
        return found
    }

    private static func damaged(_ path: String, _ error: ZipError, _ name: String) -> ImportError {
        switch error {
        case .invalidTableOfContents: damaged(path, localized("its table of contents breaks off"))
        case .invalidHeader: damaged(path, localized("\(name) is not where the table of contents says"))
        case .invalidData: damaged(path, localized("\(name) cannot be decompressed"))
        case .truncated: damaged(path, localized("\(name) breaks off"))
        case .wrongChecksum: damaged(path, localized("the checksum of \(name) is wrong"))
        }
    }

    private static func damaged(_ path: String, _ reason: String) -> ImportError {
        .archive(path: path, reason: localized("the archive is damaged: \(reason)"))
    }
}
