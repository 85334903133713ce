// SPDX-License-Identifier: MIT

/// The time without a network. Times are CLOCK_MONOTONIC, ns.
struct NetworkAbsence: Equatable {
    /// The absence after which pages are loaded again.
    static let minimum: UInt64 = 5_000_000_000

    private var since: UInt64?

    var isAbsent: Bool { since != nil }

    /// Follows a change of the network.
    ///
    /// - Returns: true at its return after an absence in which pages have missed something.
    mutating func changed(isPresent: Bool, at now: UInt64) -> Bool {
        guard isPresent else {
            since = since ?? now
            return false
        }
        defer { since = nil }
        return since.map { now - $0 >= Self.minimum } ?? false
    }
}
