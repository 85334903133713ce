import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

/// A compositor that does anything in any order: the panel and the page neither end nor violate the protocol, answer
/// afterwards, and keep no removed objects.
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

    /// The seeds of one stage: it keeps the pictures of removed surfaces, some MB for each seed.
    private static let share: UInt64 = 20

    @Test func panelAndPageOutliveAnyOrderOfEvents() throws {
        for start in stride(from: Self.seeds.lowerBound, to: Self.seeds.upperBound, by: Int(Self.share)) {
            guard try Self.play(start..<min(start + Self.share, Self.seeds.upperBound)) else { return }
        }
    }

    /// Plays seeds one after another on one stage.
    ///
    /// - Returns: false if one has failed.
    private static func play(_ seeds: Range<UInt64>) throws -> Bool {
        let player = try CompositorPlayer()
        let expected = try player.finish()
        let descriptors = try player.descriptors
        for seed in seeds {
            player.begin(seed: seed)
            do {
                for _ in 0..<count { try player.step() }
                _ = try player.finish()
                try player.expect(expected)
                // A keymap and a spare buffer for each program; those of a helper are closed later.
                let most = descriptors + 8
                try player.stage.compositor.waitUntil("descriptors to be closed") { try player.descriptors <= most }
                let violations = player.stage.compositor.violations
                guard violations.isEmpty else { throw SystemError(violations.joined(separator: "; ")) }
            } catch {
                // A timer of an earlier seed may have fired in this one, so all of the stage are repeated.
                let list = player.steps.map { "  \($0)" }.joined(separator: "\n")
                Issue.record(
                    """
                    TABSHELL_COMPOSITOR_SEED=\(seeds.lowerBound) TABSHELL_COMPOSITOR_SEEDS=\(seed - seeds.lowerBound + 1) \
                    TABSHELL_COMPOSITOR_STEPS=\(count): \(error)
                    The programs say: \(player.stage.complaints.prefix(2000))
                    Steps of the last seed:
                    \(list)
                    """)
                return false
            }
        }
        player.stage.checkLegality()
        return true
    }
}

extension CompositorPlayer {
    /// The open descriptors of all programs.
    fileprivate var descriptors: Int {
        get throws { try stage.programs.reduce(0) { try $0 + ProcessFacts(pid: $1.pid).openDescriptors } }
    }
}
