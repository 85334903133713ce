// SPDX-License-Identifier: MIT
import ShellModel

extension PersistentState {
    /// The content of the daemon's state file.
    public var json: JSON {
        [
            "version": 1, "selection": selected.map { .string($0.rawValue) } ?? .null,
            "appearance": appearance.map { .string($0.rawValue) } ?? .null,
            "badges": WireFormat.byID(.badge).encode(badges), "paths": WireFormat.paths.encode(paths),
        ]
    }

    /// Decodes a state file. An earlier daemon may have written fewer members.
    ///
    /// - Throws: ``MessageError`` if a member is invalid.
    public init(json: JSON) throws(MessageError) {
        func member<Value>(_ name: String, _ format: WireFormat<Value>) throws(MessageError) -> Value? {
            try JSONObjectReader(json).optional(name).map { member throws(MessageError) in
                try WireFormat.nullable(format).decode(member)
            } ?? nil
        }
        self.init(
            selected: try member("selection", .identifier()),
            appearance: try member("appearance", .string).flatMap(Appearance.init(rawValue:)),
            badges: try member("badges", .byID(.badge)) ?? [:], paths: try member("paths", .paths) ?? [:])
    }
}
