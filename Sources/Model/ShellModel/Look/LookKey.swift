/// The declaration of one value of a look: its name in the configuration and on the socket, its type and bounds, and its
/// key path. Parsing, encoding, validation, the JSON schema and its type in the reference are derived from it.
public struct LookKey: Sendable {
    public typealias LookKeyPath<Value> = any WritableKeyPath<Look, Value> & Sendable

    public enum Kind: Sendable {
        case number(LookKeyPath<Double>, in: ClosedRange<Double>)
        case integer(LookKeyPath<Int>, in: ClosedRange<Int>)
        case flag(LookKeyPath<Bool>)
        case text(LookKeyPath<String>)
        case texts(LookKeyPath<[String]>)
        case choice(EnumKey)
        case transition(MotionToken)
        case color(Appearance, ColorToken)
    }

    /// The group and the name, joined by a dot: `bar.height`.
    public let path: String
    public let kind: Kind
    /// The unit as printed in the reference; empty without one.
    public let unit: String

    /// The group; nil for a key outside of all groups.
    public var group: String? { dot.map { String(path[..<$0]) } }
    /// The name within the group.
    public var name: String { dot.map { String(path[path.index(after: $0)...]) } ?? path }

    /// The place between the group and the name. Bytes are searched: characters take a hundred times as long.
    private var dot: String.Index? { path.utf8.firstIndex(of: UInt8(ascii: ".")) }

    init(_ path: String, _ kind: Kind, unit: String = "") {
        (self.path, self.kind, self.unit) = (path, kind, unit)
    }

    static func length(
        _ path: String, _ keyPath: LookKeyPath<Double>, in range: ClosedRange<Double> = 0...10_000
    ) -> LookKey {
        LookKey(path, .number(keyPath, in: range), unit: "px")
    }

    /// A length that may be negative: upwards, or towards the leading edge.
    static func offset(_ path: String, _ keyPath: LookKeyPath<Double>) -> LookKey {
        length(path, keyPath, in: -10_000...10_000)
    }

    static func fraction(_ path: String, _ keyPath: LookKeyPath<Double>) -> LookKey {
        LookKey(path, .number(keyPath, in: 0...1), unit: "0–1")
    }

    static func factor(
        _ path: String, _ keyPath: LookKeyPath<Double>, in range: ClosedRange<Double> = 0.1...10
    ) -> LookKey {
        LookKey(path, .number(keyPath, in: range), unit: "factor")
    }

    static func seconds(_ path: String, _ keyPath: LookKeyPath<Double>) -> LookKey {
        LookKey(path, .number(keyPath, in: 0...10), unit: "s")
    }

    static func weight(_ path: String, _ keyPath: LookKeyPath<Int>) -> LookKey {
        LookKey(path, .integer(keyPath, in: 100...900), unit: "100–900")
    }

    static func count(_ path: String, _ keyPath: LookKeyPath<Int>) -> LookKey {
        LookKey(path, .integer(keyPath, in: 0...10_000))
    }

    static func choice<Case: RawRepresentable<String> & CaseIterable & Sendable>(
        _ path: String, _ keyPath: LookKeyPath<Case>
    ) -> LookKey {
        LookKey(path, .choice(EnumKey(keyPath)))
    }
}

/// The accessor of a value that is an enumeration.
public struct EnumKey: Sendable {
    public let cases: [String]
    public let get: @Sendable (Look) -> String
    /// Returns false if the text is not among the ``cases``.
    public let set: @Sendable (inout Look, String) -> Bool

    init<Case: RawRepresentable<String> & CaseIterable & Sendable>(
        _ keyPath: LookKey.LookKeyPath<Case>
    ) {
        cases = Case.allCases.map(\.rawValue)
        get = { $0[keyPath: keyPath].rawValue }
        set = { look, text in
            guard let value = Case(rawValue: text) else { return false }
            look[keyPath: keyPath] = value
            return true
        }
    }
}
