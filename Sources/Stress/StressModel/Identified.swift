// SPDX-License-Identifier: MIT

/// A value in the database, with its row id.
public struct Identified<Value: Equatable & Sendable>: Equatable, Sendable, Identifiable {
    public let id: Int64
    public let value: Value

    public init(id: Int64, value: Value) {
        self.id = id
        self.value = value
    }
}
