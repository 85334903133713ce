// SPDX-License-Identifier: MIT
import CZlib

/// A file in an archive, inflated as it is read, and checked at its end.
final class ZipEntrySource: ByteSource {
    private let file: FileSource
    private let entry: ZipArchive.Entry
    private let start: UInt64
    private let input: UnsafeMutableRawBufferPointer
    private let stream: UnsafeMutablePointer<z_stream>
    private var taken: UInt64 = 0
    private var checksum: UInt
    private var isAtEnd = false

    init(file: FileSource, entry: ZipArchive.Entry, start: UInt64) throws(ImportError) {
        self.file = file
        self.entry = entry
        self.start = start
        input = .allocate(byteCount: 1 << 16, alignment: 16)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        checksum = crc32(0, nil, 0)
        guard czlib_inflate_raw(stream) == Z_OK else {
            throw .archive(path: file.path, reason: "there is not enough memory to inflate it")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deinitialize(count: 1)
        stream.deallocate()
        input.deallocate()
    }

    var position: Int64 { Int64(clamping: taken) }
    var total: Int64? { Int64(clamping: entry.compressedSize) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        guard !isAtEnd, let base = buffer.baseAddress, !buffer.isEmpty else { return 0 }
        let count = entry.method == 0 ? try copy(into: buffer) : try inflate(into: buffer)
        checksum = crc32(checksum, base.assumingMemoryBound(to: UInt8.self), uInt(clamping: count))
        if isAtEnd, UInt32(truncatingIfNeeded: checksum) != entry.checksum {
            throw ZipArchive.damaged(file, "the checksum of \(entry.name) is wrong")
        }
        return count
    }

    private func copy(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        let bytes = try next(atMost: buffer.count)
        buffer.copyBytes(from: bytes)
        isAtEnd = taken == entry.compressedSize
        return bytes.count
    }

    private func inflate(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = uInt(clamping: buffer.count)
        let room = stream.pointee.avail_out
        while stream.pointee.avail_out > 0, !isAtEnd {
            if stream.pointee.avail_in == 0 {
                let bytes = try next(atMost: input.count)
                input.copyBytes(from: bytes)
                stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.pointee.avail_in = uInt(clamping: bytes.count)
            }
            switch CZlib.inflate(stream, Z_NO_FLUSH) {
            case Z_OK: break
            case Z_STREAM_END: isAtEnd = true
            default: throw ZipArchive.damaged(file, "\(entry.name) cannot be inflated")
            }
        }
        return Int(room - stream.pointee.avail_out)
    }

    /// - Throws: when there is nothing left, since then the data break off.
    private func next(atMost count: Int) throws(ImportError) -> [UInt8] {
        let rest = entry.compressedSize - taken
        let bytes = try file.read(at: start + taken, count: Int(min(rest, UInt64(count))))
        guard !bytes.isEmpty || entry.compressedSize == 0 else {
            throw ZipArchive.damaged(file, "\(entry.name) breaks off")
        }
        taken += UInt64(bytes.count)
        return bytes
    }
}
