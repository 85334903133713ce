/// The identifier of a configured value, as written in the configuration, on the socket and on a command line.
/// `Subject` is the type of that value, so that an action's identifier cannot stand for a tab's.
public struct Identifier<Subject>: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { rawValue = value }

    public var description: String { rawValue }

    /// Compares the bytes, as JSON compares names: canonically equivalent texts differ. It is also fast for
    /// every text, unlike the comparison of strings.
    public static func == (one: Identifier, other: Identifier) -> Bool { one.rawValue.isIdentical(to: other.rawValue) }

    public func hash(into hasher: inout Hasher) {
        for byte in rawValue.utf8 { hasher.combine(byte) }
    }
}

public typealias TabID = Identifier<Tab>

public typealias ActionID = Identifier<Action>
