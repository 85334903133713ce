import ShellModel

extension PersistentState {
    /// The version of the format. A member may be added without a new one.
    private static let version: Int64 = 1

    /// The content of the daemon's state file.
    public var json: JSON {
        [
            "version": .integer(Self.version), "selection": selected.map { .string($0.rawValue) } ?? .null,
            "appearance": appearance.map { .string($0.rawValue) } ?? .null,
            "preferences": WireFormat.preferences.encode(preferences),
            "badges": WireFormat.byID(.badge).encode(badges), "paths": WireFormat.paths.encode(paths),
            "rotation_paused": .bool(isRotationPaused),
        ]
    }

    /// Decodes the valid parts of a state file. An earlier daemon may have written fewer members, a newer one others.
    /// Adds an error for each member, badge or path that is invalid, and for a newer version.
    public init(json: JSON, problems: inout [MessageError]) {
        let reader = JSONObjectReader(json)
        var errors: [MessageError] = []
        func member<Value>(_ name: String, _ format: WireFormat<Value?>) -> Value? {
            do throws(MessageError) {
                return try reader.member(name, format)
            } catch {
                errors.append(error)
                return nil
            }
        }
        /// Decodes each member of an object separately.
        func map<Key, Value>(_ name: String, _ format: WireFormat<[Key: Value]>) -> [Key: Value] {
            guard let map = reader.optional(name), map.json != .null else { return [:] }
            guard case .object(let members) = map.json else {
                errors.append(map.mismatch("an object"))
                return [:]
            }
            return members.reduce(into: [:]) { values, member in
                do throws(MessageError) {
                    let value = try format.decode(JSONObjectReader(.object([member]), path: name))
                    values.merge(value) { $1 }
                } catch {
                    errors.append(error)
                }
            }
        }
        if case .integer(let version)? = json["version"], version > Self.version {
            errors.append(MessageError(path: "version", "is \(version), which is newer than \(Self.version)"))
        }
        self.init(
            selected: member("selection", .nullable(.identifier())),
            appearance: member("appearance", .nullable(.string)).flatMap(Appearance.init(rawValue:)),
            preferences: member("preferences", .nullable(.preferences)) ?? Preferences(),
            badges: map("badges", .byID(.badge)), paths: map("paths", .paths),
            isRotationPaused: member("rotation_paused", .nullable(.bool)) ?? false)
        problems += errors
    }
}
