// SPDX-License-Identifier: MIT

import Geometry
@testable import TabBar
import ShellModel
import Testing

/// An icon bounces when its tab is selected: 1 → 1.15 → 1 within 0.35 s, besides the spring to its selected size.
@Suite struct IconBounceTests {
    private let sample = Sample.swiftKit
    /// Without the other motions.
    private var still: Sample {
        sample.with { look in
            look.motion[.select] = Transition(duration: 1, curve: .linear)
            look.motion[.indicator] = .immediate
        }
    }

    private func scene(_ model: BarModel, _ milliseconds: UInt64) -> Scene {
        model.scene(width: 428, at: start + milliseconds * millisecond, measure: sixTenths)
    }

    @Test func selectedIconBouncesOnce() throws {
        let model = try still.model(after: .select("activity"))
        for (milliseconds, scale) in [(1, 1), (88, 1.075), (175, 1.15), (263, 1.075), (349, 1)] as [(UInt64, Double)] {
            #expect(abs(try #require(scene(model, milliseconds).icon("activity.fill")).scale - scale) < 0.002)
            #expect(scene(model, milliseconds).icon("house")?.scale == 1)
        }
        #expect(scene(model, 350).icon("activity.fill")?.scale == 1)
        #expect(model.isAnimating(at: start + 349 * millisecond))
        #expect(!model.isAnimating(at: start + 350 * millisecond))
    }

    @Test func damageIsTheIconAlone() throws {
        let model = try still.model(after: .select("activity"))
        let icon = try #require(scene(model, 350).icon("activity.fill")).rect
        for milliseconds in stride(from: UInt64(16), to: 350, by: 16) {
            let damage = scene(model, milliseconds).damage(since: scene(model, milliseconds - 15))
            #expect(damage.count == 1)
            // 1.15 times the icon, and a pixel that resampling takes.
            #expect(damage.allSatisfy { $0.intersection(icon.inset(by: -3)) == $0 })
        }
        #expect(scene(model, 366).damage(since: scene(model, 350)).isEmpty)
    }

    @Test func nothingElseBounces() throws {
        var reduced = sample
        reduced.look.reducesMotion = true
        let models = [
            try reduced.model(after: .select("activity")), try sample.model("activity", after: .select("activity")),
            try Sample.betterFit.model(after: .select("plan")),
        ]
        for model in models { #expect(model.motion.bounces.values.allSatisfy { !$0.isMoving(at: start) }) }
    }
}
