import TabshellIPC

/// The messages of sway's IPC socket (sway-ipc(7)): magic, length, type, and a JSON payload.
enum SwayIPCMessage {
    /// The maximum length of a payload, bytes.
    static let maximumLength = 16 << 20
    /// The maximum nesting of a payload. Each split of a layout is two levels of the tree.
    static let maximumDepth = 1024
    private static let magic = Array("i3-ipc".utf8)
    private static let headerLength = 14
    static let command: UInt32 = 0
    private static let subscribe: UInt32 = 2
    static let tree: UInt32 = 4
    static let version: UInt32 = 7
    static let workspaceEvent: UInt32 = 0x8000_0000
    static let windowEvent: UInt32 = 0x8000_0003

    static var subscription: [UInt8] { message(subscribe, Array(#"["window","workspace"]"#.utf8)) }

    /// Removes the complete messages from the front of the received bytes; nil if the bytes are not sway's protocol.
    static func packets(_ bytes: inout [UInt8]) -> [(kind: UInt32, json: JSON)]? {
        var result: [(kind: UInt32, json: JSON)] = []
        var start = 0
        while bytes.count - start >= headerLength {
            guard bytes[start..<start + magic.count].elementsEqual(magic) else { return nil }
            let length = Int(word(bytes, at: start + 6))
            guard length <= maximumLength else { return nil }
            let end = start + headerLength + length
            guard end <= bytes.count else { break }
            let payload = Array(bytes[start + headerLength..<end])
            guard let json = try? JSONParser.parse(payload, maximumDepth: maximumDepth) else { return nil }
            result.append((word(bytes, at: start + 10), json))
            start = end
        }
        bytes.removeFirst(start)
        return result
    }

    static func message(_ kind: UInt32, _ body: [UInt8]) -> [UInt8] {
        magic + words(UInt32(body.count)) + words(kind) + body
    }

    private static func words(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value.littleEndian >> (8 * $0)) }
    }

    private static func word(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        UInt32(littleEndian: (0..<4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << (8 * $1) })
    }
}
