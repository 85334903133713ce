// SPDX-License-Identifier: MIT

/// A summary of a day's heart rates.
public struct HeartRateDay: Equatable, Sendable {
    /// The extent of the day.
    public var extent: Range<Timestamp>
    /// The time of the last measurement.
    public var last: Timestamp
    public var statistics: Statistics

    public init(extent: Range<Timestamp>, last: Timestamp, statistics: Statistics) {
        self.extent = extent
        self.last = last
        self.statistics = statistics
    }
}
