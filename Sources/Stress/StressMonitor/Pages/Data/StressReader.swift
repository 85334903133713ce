// SPDX-License-Identifier: MIT

/// The queries of the user's measurements, each of which is bounded. They take as long as the disk does.
protocol StressReader {
    /// The measurements before a position in the history, newest first.
    func measurements(before cursor: Measurement.Cursor?, limit: Int) throws -> [Measurement]

    func sessions(in range: Range<Timestamp>) throws -> [Identified<Session>]

    /// The measurements before and after a session.
    func readings(around session: Session) throws -> SessionReadings

    func notes(in range: Range<Timestamp>) throws -> [Identified<Note>]

    /// The statistics of all heart rates of a range; nil without values.
    func heartRates(in range: Range<Timestamp>) throws -> Statistics?

    /// Summaries of the days of a range with heart rates, newest first.
    func heartRateDays(in range: Range<Timestamp>, limit: Int, timeZone: LocalTimeZone) throws -> [HeartRateDay]
}
