// SPDX-License-Identifier: MIT
import TabshellIPC

/// The requests of a client that wait for an earlier one, and the places of their replies.
struct RequestsPutOff {
    private var frames: [LineFramer.Frame] = []
    private var bytes = 0
    private var places: [UInt64] = []
    /// The places of the frames that have been handed out again, and are to come first.
    private var returned: ArraySlice<UInt64> = []

    /// Adds a request.
    ///
    /// - Returns: true if no more may be read for now.
    mutating func append(_ frame: LineFramer.Frame, bytes: Int, place: UInt64) -> Bool {
        frames.append(frame)
        places.append(place)
        self.bytes += bytes
        return self.bytes > Limits.maximumDeferredBytes
    }

    /// Removes and returns the requests. They come again before all others.
    mutating func takeFrames() -> [LineFramer.Frame] {
        defer { (frames, places, bytes) = ([], [], 0) }
        returned = (places + returned)[...]
        return frames
    }

    /// Removes and returns the place of the next request; nil if that has none yet.
    mutating func takePlace() -> UInt64? { returned.isEmpty ? nil : returned.removeFirst() }
}
