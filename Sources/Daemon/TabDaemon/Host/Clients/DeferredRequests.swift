// SPDX-License-Identifier: MIT
import TabshellIPC

/// The requests of a client that wait for an earlier one, with their numbers.
struct DeferredRequests {
    private var frames: [LineFramer.Frame] = []
    private var bytes = 0
    private var serials: [UInt64] = []
    /// The numbers of the frames that have been handed out again, and are to come first.
    private var returned: ArraySlice<UInt64> = []

    /// Adds a request.
    ///
    /// - Returns: true if no more may be read for now.
    mutating func append(_ frame: LineFramer.Frame, bytes: Int, serial: UInt64) -> Bool {
        frames.append(frame)
        serials.append(serial)
        self.bytes += bytes
        return self.bytes > Limits.maximumDeferredBytes
    }

    /// Removes and returns the requests. They come again before all others.
    mutating func takeFrames() -> [LineFramer.Frame] {
        defer { (frames, serials, bytes) = ([], [], 0) }
        returned = (serials + returned)[...]
        return frames
    }

    /// Removes and returns the number of the next request; nil if that has none yet.
    mutating func takeSerial() -> UInt64? { returned.isEmpty ? nil : returned.removeFirst() }
}
