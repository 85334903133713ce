// SPDX-License-Identifier: MIT
import ShellModel

extension PersistentState {
    /// As the daemon writes it down.
    public var json: JSON {
        [
            "version": 1, "selection": selected.map { .string($0.rawValue) } ?? .null,
            "appearance": appearance.map { .string($0.rawValue) } ?? .null,
            "badges": StateEvent.Value.badges(badges).json, "paths": StateEvent.Value.paths(paths).json,
        ]
    }

    /// Reads what an earlier daemon wrote down, which may know less.
    ///
    /// - Throws: ``MessageError`` that says what is wrong.
    public init(json: JSON) throws(MessageError) {
        let reader = JSONObjectReader(json)
        self.init(
            selected: try reader.optionalTab("selection"),
            appearance: try reader.optionalString("appearance").flatMap(Appearance.init(rawValue:)),
            badges: try reader.optional("badges")?.tabs { value throws(MessageError) in try Badge(value) } ?? [:],
            paths: try reader.optional("paths")?.tabs { value throws(MessageError) in try value.strings() } ?? [:])
    }
}
