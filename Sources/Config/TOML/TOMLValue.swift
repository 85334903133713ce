/// A value of a TOML document.
public enum TOMLValue: Equatable, Sendable {
    case string(String)
    case integer(Int)
    case float(Double)
    case boolean(Bool)
    /// A date, a time, or both, as in RFC 3339: with a `T` between them, and without zeros at the end of a fraction.
    case dateTime(String)
    case array([TOMLNode])
    /// A table, inline or not, by key.
    case table([String: TOMLNode])
}

/// A place in a document. Lines and columns are counted from 1, columns in Unicode scalars.
public struct TOMLPosition: Equatable, Sendable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A value with its place in the document.
public struct TOMLNode: Equatable, Sendable {
    public let value: TOMLValue
    /// The first character of the value; for a table with a header, the header's.
    public let position: TOMLPosition
    /// The first mention of the value's key; nil for an element of an array.
    public let keyPosition: TOMLPosition?

    public init(value: TOMLValue, position: TOMLPosition, keyPosition: TOMLPosition?) {
        self.value = value
        self.position = position
        self.keyPosition = keyPosition
    }
}

/// The reason why a text is not TOML.
public struct TOMLError: Error, Equatable, Sendable {
    public let position: TOMLPosition
    public let message: String
}
