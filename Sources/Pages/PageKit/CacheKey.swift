/// A key of a page's picture: all its dependencies besides the context, as one value.
public struct CacheKey: Equatable {
    private let value: any Equatable

    /// A key that equals the keys of equal values.
    public init(_ value: some Equatable) { self.value = value }

    /// Returns the value that the key was made of, if it is of a type.
    public func picture<Value>(as type: Value.Type) -> Value? { value as? Value }

    public static func == (one: CacheKey, other: CacheKey) -> Bool {
        func equals<Value: Equatable>(_ value: Value) -> Bool { value == other.value as? Value }
        return equals(one.value)
    }
}
