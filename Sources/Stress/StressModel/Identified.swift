// SPDX-License-Identifier: MIT

/// A value that is in the database, and its number there.
public struct Identified<Value: Equatable & Sendable>: Equatable, Sendable, Identifiable {
    public let id: Int64
    public let value: Value

    public init(id: Int64, value: Value) {
        self.id = id
        self.value = value
    }
}
