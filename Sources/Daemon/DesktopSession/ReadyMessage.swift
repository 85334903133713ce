// SPDX-License-Identifier: MIT

/// The message of a compositor that accepts programs: the variables by which they find it, `NAME=VALUE` each, and a zero byte
/// after each of them and after the last one. It is short enough to be written to a pipe as a whole.
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
