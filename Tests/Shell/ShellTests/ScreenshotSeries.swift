// SPDX-License-Identifier: MIT

import Foundation
import TestSupport

/// Screenshots in quick succession, each by a process of its own, a few milliseconds after the previous one. They are
/// in the order of the processes' starts.
struct ScreenshotSeries {
    private var shots: [ChildProcess] = []
    private let sway: HeadlessSway

    init(_ sway: HeadlessSway) { self.sway = sway }

    /// Starts screenshots until a time has passed.
    mutating func shoot(milliseconds: Int32, every interval: Int32 = 12) throws {
        let end = Deadline(seconds: Double(milliseconds) / 1000)
        while !end.hasPassed {
            shots.append(try sway.start("grim", ["-t", "ppm", "-"]))
            poll(nil, 0, interval)
        }
    }

    /// Waits for all screenshots.
    func pictures() throws -> [Screenshot] {
        try shots.map { shot in
            guard try shot.waitForExit() == .code(0) else { throw SystemError("grim: \(shot.errorOutput)") }
            return try Screenshot(ppm: Data(contentsOf: URL(fileURLWithPath: shot.outputPath)))
        }
    }
}
