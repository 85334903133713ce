/// The message of a compositor that accepts programs: the variables by which they find it, `NAME=VALUE` and a zero byte
/// each, and a zero byte at the end.
struct ReadyMessage: Equatable {
    /// The variables that compositors set for their programs.
    static let names = [
        "WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK", "I3SOCK", "LABWC_PID", "XCURSOR_SIZE", "XCURSOR_THEME",
    ]

    var variables: [String: String]

    init(environment: (String) -> String?) {
        variables = [:]
        for name in Self.names { variables[name] = environment(name) }
    }

    /// The variables of its programs; unset ones are removed.
    var environment: [String: String?] {
        Dictionary(uniqueKeysWithValues: Self.names.map { ($0, variables[$0]) })
    }

    /// The path of its Wayland socket; nil if unknown.
    func socket(runtimeDirectory: String?) -> String? {
        guard let display = variables["WAYLAND_DISPLAY"] else { return nil }
        return display.hasPrefix("/") ? display : runtimeDirectory.map { "\($0)/\(display)" }
    }

    var encoded: [UInt8] {
        variables.sorted { $0.key < $1.key }.flatMap { Array("\($0.key)=\($0.value)".utf8) + [0] } + [0]
    }

    /// Nil if it is not a whole message.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2, bytes.suffix(2) == [0, 0] else { return nil }
        variables = [:]
        for entry in bytes.dropLast(2).split(separator: 0) {
            guard let sign = entry.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = String(decoding: entry[..<sign], as: UTF8.self)
            guard Self.names.contains(name) else { return nil }
            variables[name] = String(decoding: entry[(sign + 1)...], as: UTF8.self)
        }
        guard variables["WAYLAND_DISPLAY"] != nil else { return nil }
    }
}

struct ReadyMessageReader {
    /// The longest message, bytes: its variables are bounded by the kernel.
    private static let maximum = 1 << 20

    private var pending: [UInt8] = []

    /// Appends bytes. Returns the messages that they complete; nil in place of each invalid one.
    mutating func append(_ bytes: [UInt8]) -> [ReadyMessage?] {
        var messages: [ReadyMessage?] = []
        for byte in bytes {
            pending.append(byte)
            guard pending.suffix(2) == [0, 0] || pending == [0] || pending.count > Self.maximum else { continue }
            messages.append(ReadyMessage(pending))
            pending = []
        }
        return messages
    }
}
