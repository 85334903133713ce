import CMiniZip
import Glibc

/// A zip archive open for reading, through minizip: archives with the 64-bit extension included, one entry at a time,
/// in constant memory.
public struct ZipReader: ~Copyable {
    public struct Entry: Sendable {
        public let name: String
        /// The uncompressed size, bytes.
        public let size: UInt64
        /// The compressed size, bytes.
        public let compressedSize: UInt64
        public let isEncrypted: Bool
        /// The compression method: 0 is stored, 8 is deflated; minizip supports no other.
        public let method: Int
        /// The entry's offset and index in the table of contents.
        fileprivate let offset: UInt64
        fileprivate let index: UInt64
    }

    private let archive: unzFile

    /// Opens an archive from an open file, which minizip closes; nil without a valid table of contents.
    public init?(owning descriptor: Int32) {
        var functions = zlib_filefunc64_def()
        fill_fopen64_filefunc(&functions)
        functions.opaque = UnsafeMutableRawPointer(bitPattern: Int(descriptor))
        functions.zopen64_file = { descriptor, _, _ in
            UnsafeMutableRawPointer(fdopen(Int32(Int(bitPattern: descriptor)), "rb"))
        }
        guard let archive = unzOpen2_64(nil, &functions) else { return nil }
        self.archive = archive
    }

    deinit {
        unzClose(archive)
    }

    /// Calls a function with each entry, in the order of the table of contents, until it returns false.
    public func forEachEntry(_ body: (Entry) -> Bool) throws(ZipError) {
        var archiveInfo = unz_global_info64()
        guard unzGetGlobalInfo64(archive, &archiveInfo) == UNZ_OK else { throw .invalidTableOfContents }
        var result = archiveInfo.number_entry == 0 ? UNZ_END_OF_LIST_OF_FILE : unzGoToFirstFile(archive)
        // A name's length is a 16-bit number.
        var name = [UInt8](repeating: 0, count: 65_536)
        while result == UNZ_OK {
            var (info, position) = (unz_file_info64(), unz64_file_pos())
            let length = uLong(name.count)
            result = name.withUnsafeMutableBytes {
                unzGetCurrentFileInfo64(archive, &info, $0.baseAddress, length, nil, 0, nil, 0)
            }
            guard result == UNZ_OK, unzGetFilePos64(archive, &position) == UNZ_OK else { break }
            // Their type differs by release.
            let entry = Entry(
                name: String(decoding: name.prefix(Int(info.size_filename)), as: UTF8.self),
                size: UInt64(info.uncompressed_size), compressedSize: UInt64(info.compressed_size),
                isEncrypted: info.flag & 1 != 0, method: Int(info.compression_method),
                offset: UInt64(position.pos_in_zip_directory), index: UInt64(position.num_of_file))
            if !body(entry) { return }
            result = unzGoToNextFile(archive)
        }
        guard result == UNZ_END_OF_LIST_OF_FILE else { throw .invalidTableOfContents }
    }

    /// Starts reading an entry that is unencrypted and compressed by method 0 or 8.
    public func open(_ entry: Entry) throws(ZipError) {
        var position = unz64_file_pos(pos_in_zip_directory: .init(entry.offset), num_of_file: .init(entry.index))
        guard unzGoToFilePos64(archive, &position) == UNZ_OK, unzOpenCurrentFile(archive) == UNZ_OK else {
            throw .invalidHeader
        }
    }

    /// The offset in the archive up to which the open entry's data has been read.
    public var offset: UInt64 { UInt64(unzGetCurrentFileZStreamPos64(archive)) }

    /// Reads the next bytes of the open entry. At its end, checks its size and its checksum and closes it.
    ///
    /// - Returns: the number of bytes; less than the buffer's only at the end of the entry.
    public func read(into buffer: inout [UInt8]) throws(ZipError) -> Int {
        let count = buffer.withUnsafeMutableBytes {
            unzReadCurrentFile(archive, $0.baseAddress, UInt32(clamping: $0.count))
        }
        guard count >= 0 else { throw count == UNZ_ERRNO || count == Z_BUF_ERROR ? .truncated : .invalidData }
        if count < buffer.count {
            guard unzeof(archive) == 1 else { throw .truncated }
            guard unzCloseCurrentFile(archive) == UNZ_OK else { throw .wrongChecksum }
        }
        return Int(count)
    }
}

public enum ZipError: Error {
    case invalidTableOfContents
    /// The entry's header is missing, or contradicts the table of contents.
    case invalidHeader
    case invalidData
    /// The data end before the entry's size is reached.
    case truncated
    case wrongChecksum
}
