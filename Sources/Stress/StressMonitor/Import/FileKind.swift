/// The kinds of files that the import does not read, by their first bytes.
enum FileKind {
    /// The name of the kind and the advice to the user; nil for a file that may be read.
    static func name(of start: some Collection<UInt8>) -> String? {
        known.first { kind in start.dropFirst(kind.offset).starts(with: kind.bytes) }.map(\.name)
    }

    private static let known: [(offset: Int, bytes: [UInt8], name: String)] = [
        (0, Array("SQLite format 3\0".utf8), "an SQLite database: export the table with its heart rates as CSV"),
        (0, Array("{".utf8), "JSON: export CSV instead, or convert it to CSV"),
        (0, Array("[".utf8), "JSON: export CSV instead, or convert it to CSV"),
        (0, Array("%PDF".utf8), "a PDF: export CSV instead"),
        (0, [0x1F, 0x8B], "compressed by gzip: unpack it first"),
        (0, Array("BZh".utf8), "compressed by bzip2: unpack it first"),
        (0, [0xFD, 0x37, 0x7A, 0x58, 0x5A], "compressed by xz: unpack it first"),
        (0, [0x28, 0xB5, 0x2F, 0xFD], "compressed by zstd: unpack it first"),
        (0, [0x37, 0x7A, 0xBC, 0xAF], "an archive of 7-Zip: unpack it first"),
        (0, Array("Rar!".utf8), "an archive of RAR: unpack it first"),
        (257, Array("ustar".utf8), "an archive of tar: unpack it first"),
        (0, [0xD0, 0xCF, 0x11, 0xE0], "a spreadsheet of Excel: save it as CSV"),
        (8, Array(".FIT".utf8), "a FIT file of a training: export CSV instead"),
        (0, Array("Kubios HRV".utf8), "a report of Kubios HRV: add its values by `tabshell-stress add`"),
        (0, Array("Name,Sport,Date".utf8), "a training of Polar Flow: import measurements at rest instead"),
    ]
}
