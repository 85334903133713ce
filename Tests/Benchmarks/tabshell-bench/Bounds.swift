/// A figure's bound: of the figure itself, or of its ratio to a floor that was measured in the same run.
struct Bound {
    let figure: String
    let limit: Double
    /// The unit of the figure and of its floor.
    let unit: String
    /// True if the limit is one of the ratio to the floor.
    let isRatio: Bool
    /// True if the figure must reach the limit, false if it may not exceed it.
    let isMinimum: Bool

    init(_ figure: String, atMost limit: Double, _ unit: String) {
        (self.figure, self.limit, self.unit) = (figure, limit, unit)
        (isRatio, isMinimum) = (false, false)
    }

    init(_ figure: String, atMostTimesFloor limit: Double, _ unit: String) {
        (self.figure, self.limit, self.unit) = (figure, limit, unit)
        (isRatio, isMinimum) = (true, false)
    }

    init(_ figure: String, atLeastTimesFloor limit: Double, _ unit: String) {
        (self.figure, self.limit, self.unit) = (figure, limit, unit)
        (isRatio, isMinimum) = (true, true)
    }

    /// The bound as text.
    var description: String {
        "\(isMinimum ? "≥" : "≤") \(number(limit))\(isRatio ? " ×" : " \(unit)")"
    }

    /// True if a figure, or its ratio to the floor, is within the bound.
    func holds(_ value: Double) -> Bool { isMinimum ? value >= limit : value <= limit }
}

/// The bounds, one a line, in the order of the table.
extension Bound {
    static let fadedPage = Bound("CPU of a page in a switch, the compositor fades", atMost: 2, "ms")
    static let fadedPageOfPixels = Bound("the same at 3840×2160, to 1920×1080", atMostTimesFloor: 1.2, "ms")
    static let lowerPage = Bound("CPU of the lower page in a switch, without alpha-modifier", atMost: 2, "ms")
    static let upperPage = Bound("CPU of the upper page in a switch, without alpha-modifier", atMost: 16, "ms")
    static let compositor = Bound("the compositor's CPU in such a switch", atMost: 56, "ms")
    static let panelCPU = Bound("the panel's CPU for an animated switch, to a C bar", atMostTimesFloor: 1.2, "ms")
    static let fanOut = [1, 10, 100, 1000].map {
        Bound("change → last of \($0) subscribers, to a C server", atMostTimesFloor: 1.3, "us")
    }
    static let roundTripPinned = Bound("round trip, both ends on one core, to a C server", atMostTimesFloor: 1.5, "us")
    static let roundTripApart = Bound("round trip, the ends on two cores, to a C server", atMostTimesFloor: 1.3, "us")
    static let throughput = Bound("requests a second, 16 × 16 in flight, to a C server", atLeastTimesFloor: 0.22, "/s")
    static let command = Bound("tabctl select, start → exit, to a C program", atMostTimesFloor: 1.4, "ms")
    static let panelStart = Bound("panel, start → first buffer, to yambar", atMostTimesFloor: 0.7, "ms")
    static let homeStart = Bound("Home, start → first buffer", atMost: 60, "ms")
    static let panelPSS = Bound("PSS of the panel, to yambar", atMostTimesFloor: 0.8, "MB")
    static let panelDirty = Bound("private dirty memory of the panel, to yambar", atMostTimesFloor: 0.5, "MB")
    static let panelCode = Bound("resident code of the panel; if more, see make order", atMost: 1.8, "MB")
    static let daemonCode = Bound("resident code of the daemon alone", atMost: 1.8, "MB")
    static let daemonPSS = Bound("PSS of the daemon alone", atMost: 4, "MB")
    static let pageDirty = Bound("private dirty memory of the largest page", atMost: 2, "MB")
    static let wakeUps = Bound("wake-ups of all programs in 10 idle s", atMost: 0, "")
    static let firstCommit = Bound("command → the bar's first commit, p99", atMost: 1, "frames")
    static let firstCommitBesidePages = Bound("the same beside pages that fade on the processor", atMost: 2, "ms")
    static let missedFrames = [60, 120].map { Bound("frames missed at \($0) Hz, panel and pages", atMost: 0, "") }
    static let spread = [60, 120].map { Bound("spread of predictions for a frame at \($0) Hz, p99", atMost: 0.5, "ms") }
    static let firstOpening = Bound("frames missed in Growth's first opening, 100,000 readings", atMost: 0, "")
    static let periods = Bound("frames missed when Growth shows a week, a month, a year", atMost: 0, "")
    static let longestTurn = Bound("longest turn of Growth's event loop in all these", atMost: 4, "ms")
    static let scrolling = Bound("frames missed while Growth is scrolled", atMost: 1, "%")
}
