import ShellModel
import ShellConfig
import TabshellIPC

/// The content of the files that pass the state from one daemon to the next.
struct StateFile: Equatable, Sendable {
    var memory: PersistentState
    var look: LookOverride?
    /// The number of wrong PINs since the last right one.
    var wrongNumbers = 0
    /// The time of the last one, s since 1970; nil if unknown.
    var lastWrong: Int64?

    /// The content of a file, and how much of it could be used.
    struct Decoded: Equatable {
        var content: StateFile
        /// 0 in a file of tabshell 0.1, which had no generations.
        var generation: UInt64
        /// True if the checksum matches or is missing.
        var isIntact: Bool
        /// The parts that could not be used, and the reasons.
        var problems: [String]
    }

    /// The start of a file: an object whose first member is the checksum of all bytes that follow the member.
    private static let prefix = Array(#"{"checksum":""#.utf8)
    private static let digits = 8
    private static let separator = Array(#"","#.utf8)

    /// One line of JSON, with a generation that rises with each save.
    func encoded(generation: UInt64) -> [UInt8] {
        var members = [JSON.Member("generation", JSON(generation))]
        if case .object(let saved) = memory.json { members += saved }
        let choice: JSON = look.map { ["name": .string($0.look), "over": .string($0.over)] } ?? .null
        members.append(JSON.Member("look", choice))
        if wrongNumbers > 0 { members.append(JSON.Member("wrong_numbers", JSON(wrongNumbers))) }
        if let lastWrong { members.append(JSON.Member("wrong_at", .integer(lastWrong))) }
        // Without its opening brace, which the checksum replaces.
        let rest = JSON.object(members).encodedLine.dropFirst()
        let checksum = String(CRC32.checksum(of: rest), radix: 16)
        let padding = String(repeating: "0", count: Self.digits - checksum.utf8.count)
        return Self.prefix + Array((padding + checksum).utf8) + Self.separator + rest
    }

    /// Decodes what can be used; nil unless the bytes are an object in JSON. A file that a person has written needs no checksum.
    static func decode(_ bytes: [UInt8]) -> Decoded? {
        guard let json = try? JSONParser.parse(bytes), case .object = json else { return nil }
        var problems: [MessageError] = []
        let memory = PersistentState(json: json, problems: &problems)
        var look: LookOverride?
        if case .string(let name)? = json["look"]?["name"], case .string(let over)? = json["look"]?["over"] {
            look = LookOverride(look: name, over: over)
        }
        func integer(_ name: String) -> Int64? { if case .integer(let number)? = json[name] { number } else { nil } }
        let wrongNumbers = Int(clamping: max(integer("wrong_numbers") ?? 0, 0))
        return Decoded(
            content: StateFile(memory: memory, look: look, wrongNumbers: wrongNumbers, lastWrong: integer("wrong_at")),
            generation: UInt64(clamping: integer("generation") ?? 0), isIntact: checksumMatches(bytes, json),
            problems: problems.map(\.message))
    }

    private static func checksumMatches(_ bytes: [UInt8], _ json: JSON) -> Bool {
        guard let stored = json["checksum"] else { return true }
        let start = prefix.count + digits + separator.count
        guard bytes.starts(with: prefix), bytes.count > start, case .string(let text) = stored,
            text.utf8.count == digits, let checksum = UInt32(text, radix: 16)
        else { return false }
        return checksum == CRC32.checksum(of: bytes[start...])
    }
}

/// The cyclic redundancy check of IEEE 802.3, as in zip and PNG.
enum CRC32 {
    static func checksum(of bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
    }
}
