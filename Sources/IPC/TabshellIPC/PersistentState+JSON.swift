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
        let reader = JSONObjectReader(json)
        self.init(
            selected: try reader.member("selection", .nullable(.identifier())),
            appearance: try reader.member("appearance", .nullable(.string)).flatMap(Appearance.init(rawValue:)),
            badges: try reader.member("badges", .nullable(.byID(.badge))) ?? [:],
            paths: try reader.member("paths", .nullable(.paths)) ?? [:])
    }
}
