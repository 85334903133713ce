// SPDX-License-Identifier: MIT

/// What is said of a day's heart rates.
public struct HeartRateDay: Equatable, Sendable {
    /// The day's.
    public var extent: Range<Timestamp>
    /// When the last one was measured.
    public var last: Timestamp
    public var statistics: Statistics

    public init(extent: Range<Timestamp>, last: Timestamp, statistics: Statistics) {
        self.extent = extent
        self.last = last
        self.statistics = statistics
    }
}
