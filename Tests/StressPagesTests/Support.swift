// SPDX-License-Identifier: MIT

import Canvas
import Geometry
import PageKit
import StressModel
import TabModel

@testable import StressPages

let second: UInt64 = 1_000_000_000
let phone = PageContext(size: Size(width: 428, height: 800))
let desk = PageContext(size: Size(width: 1920, height: 961))

extension Page {
    /// A press and a release at one place.
    func tap(_ point: Point, _ context: PageContext, at now: UInt64) -> PageReaction {
        _ = pointer(.press(point), context: context, now: now)
        return pointer(.release(point), context: context, now: now)
    }

    /// The picture, as bytes.
    func picture(_ context: PageContext, at now: UInt64, clip: Rect? = nil, over: Bitmap? = nil) -> [UInt8] {
        let bitmap =
            over ?? Bitmap(format: .argb32, width: Int(context.size.width), height: Int(context.size.height))
        let canvas = Canvas(bitmap: bitmap, scale: context.scale)
        if let clip {
            canvas.clipped(to: [clip]) { drawWhole(on: canvas, context: context, now: now) }
        } else {
            drawWhole(on: canvas, context: context, now: now)
        }
        return bitmap.withPixels { Array($0) }
    }

    /// Shows the page and has it do all that it wants to do.
    func settle(_ context: PageContext = phone, at now: UInt64 = 0) {
        appeared(now: now)
        work(context, at: now)
    }

    func work(_ context: PageContext = phone, at now: UInt64 = 0) {
        var steps = 0
        while nextTask(after: now) != nil, steps < 10_000 {
            _ = performTask(context: context, now: now)
            steps += 1
        }
    }
}

/// A cue that was given.
final class Recorder: ExerciseCues {
    var words: [String] = []

    func began(_ phase: Exercise.Phase) { words.append(phase.word) }
    func finished(_ exercise: Exercise) { words.append("finished") }
    func stopped() { words.append("stopped") }
}

extension MemorySource {
    /// All sessions.
    var allSessions: [Session] { ((try? sessions(in: .earliest..<(.latest))) ?? []).map(\.value) }
}
