// SPDX-License-Identifier: MIT

import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

/// A compositor that does anything in any order: the panel and the page neither end nor violate the protocol, answer
/// afterwards, and keep nothing of what has gone.
///
/// `TABSHELL_COMPOSITOR_SEED` is the first seed, `TABSHELL_COMPOSITOR_SEEDS` their number, `TABSHELL_COMPOSITOR_STEPS` the
/// steps of each.
@Suite(.serialized) struct CompositorFuzzTests {
    private static func number(_ name: String, _ usual: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment["TABSHELL_COMPOSITOR_\(name)"].flatMap(UInt64.init) ?? usual
    }

    private static let first = number("SEED", 1)
    private static let seeds = first..<first + max(number("SEEDS", 6), 1)
    private static let count = Int(clamping: number("STEPS", 120))

    @Test func panelAndPageOutliveAnyOrderOfEvents() throws {
        let player = try CompositorPlayer()
        let expected = try player.finish()
        let descriptors = try player.descriptors
        for seed in Self.seeds {
            let steps = CompositorStep.steps(Self.count, seed: seed)
            var played = 0
            do {
                for step in steps {
                    played += 1
                    try player.play(step)
                }
                _ = try player.finish()
                try player.expect(expected)
                // A keymap and a spare buffer for each program.
                #expect(try player.descriptors <= descriptors + 8, "seed \(seed)")
                guard player.stage.compositor.violations.isEmpty else {
                    throw SystemError(player.stage.compositor.violations.joined(separator: "; "))
                }
            } catch {
                let list = steps.prefix(played).map { "  \($0)" }.joined(separator: "\n")
                Issue.record(
                    """
                    TABSHELL_COMPOSITOR_SEED=\(seed) TABSHELL_COMPOSITOR_STEPS=\(Self.count): \(error)
                    The programs say: \(player.stage.complaints.suffix(1000))
                    Steps:
                    \(list)
                    """)
                return
            }
        }
        player.stage.checkLegality()
    }

    @Test func stepsOfASeedAreTheSame() {
        #expect(CompositorStep.steps(50, seed: 3) == CompositorStep.steps(50, seed: 3))
        #expect(CompositorStep.steps(50, seed: 3) != CompositorStep.steps(50, seed: 4))
    }
}

extension CompositorPlayer {
    /// The open descriptors of all programs.
    fileprivate var descriptors: Int {
        get throws { try stage.programs.reduce(0) { try $0 + ProcessFacts(pid: $1.pid).openDescriptors } }
    }
}
