// SPDX-License-Identifier: MIT
import ShellModel
import ShellConfig
import TabshellIPC

/// The content of the files that keep the state from one daemon to the next.
struct StateFile: Equatable, Sendable {
    var memory: PersistentState
    var look: LookOverride?
    /// The number of wrong numbers since the last right one.
    var wrongNumbers = 0
    /// The time of the last one, s since 1970; nil if it is not known.
    var lastWrong: Int64?
}

extension StateFile {
    /// The content of a file, and how much of it could be used.
    struct Decoded: Equatable {
        var content: StateFile
        /// 0 in a file of tabshell 0.1, which counted none.
        var generation: UInt64
        /// True if the checksum matches, or there is none.
        var isIntact: Bool
        /// The parts that could not be used, and the reasons.
        var problems: [String]
    }

    /// The start of a file: an object whose first member is the checksum of all bytes that follow the member.
    private static let prefix = Array(#"{"checksum":""#.utf8)
    private static let digits = 8
    private static let separator = Array(#"","#.utf8)

    /// One line of JSON.
    ///
    /// - Parameter generation: a number that rises with each save.
    func encoded(generation: UInt64) -> [UInt8] {
        var members = [JSON.Member("generation", JSON(generation))]
        if case .object(let saved) = memory.json { members += saved }
        let choice: JSON = look.map { ["name": .string($0.look), "over": .string($0.over)] } ?? .null
        members.append(JSON.Member("look", choice))
        if wrongNumbers > 0 { members.append(JSON.Member("wrong_numbers", JSON(wrongNumbers))) }
        if let lastWrong { members.append(JSON.Member("wrong_at", .integer(lastWrong))) }
        // Without its opening brace, in the place of which the checksum stands.
        let rest = JSON.object(members).encodedLine.dropFirst()
        let checksum = String(CRC32.checksum(of: rest), radix: 16)
        let padding = String(repeating: "0", count: Self.digits - checksum.utf8.count)
        return Self.prefix + Array((padding + checksum).utf8) + Self.separator + rest
    }

    /// Decodes as much of a file as can be used. A file that a person has written needs no checksum.
    ///
    /// - Returns: nil for bytes that are not an object in JSON.
    static func decode(_ bytes: [UInt8]) -> Decoded? {
        guard let json = try? JSONParser.parse(bytes), case .object = json else { return nil }
        var problems: [MessageError] = []
        let memory = PersistentState(json: json, problems: &problems)
        var look: LookOverride?
        if case .string(let name)? = json["look"]?["name"], case .string(let over)? = json["look"]?["over"] {
            look = LookOverride(look: name, over: over)
        }
        var wrongNumbers = 0
        if case .integer(let number)? = json["wrong_numbers"] { wrongNumbers = Int(clamping: max(number, 0)) }
        var lastWrong: Int64?
        if case .integer(let time)? = json["wrong_at"] { lastWrong = time }
        var generation: UInt64 = 0
        if case .integer(let number)? = json["generation"] { generation = UInt64(clamping: number) }
        return Decoded(
            content: StateFile(memory: memory, look: look, wrongNumbers: wrongNumbers, lastWrong: lastWrong),
            generation: generation, isIntact: checksumMatches(bytes, json), problems: problems.map(\.message))
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
