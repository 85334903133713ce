// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import ConfigReader

@Suite struct MotionReaderTests {
    @Test(
        arguments: [
            ("\"none\"", .immediate), ("0", .immediate), ("0.0", .immediate),
            ("{ duration = 0.35, bounce = 0.3 }", Transition(duration: 350_000_000, bounce: 0.3)),
            ("{ duration = 1, bounce = -1 }", Transition(duration: 1_000_000_000, bounce: -1)),
            ("{ duration = 0.1, curve = \"linear\" }", Transition(duration: 100_000_000, curve: .linear)),
            ("{ duration = 10, curve = \"ease-out\" }", Transition(duration: 10_000_000_000, curve: .easeOut)),
            (
                "{ duration = 0.2, curve = [0.1, -2, 0.9, 3] }",
                Transition(duration: 200_000_000, curve: TimingCurve(x1: 0.1, y1: -2, x2: 0.9, y2: 3))
            ),
            // Missing keys keep the values of the default look, 0.2 s and ease-in-out.
            ("{ duration = 0.5 }", Transition(duration: 500_000_000, curve: .easeInOut)),
            ("{ bounce = 0.5 }", Transition(duration: 200_000_000, bounce: 0.5)),
            ("{}", Transition(duration: 200_000_000, curve: .easeInOut)),
        ] as [(String, Transition)])
    func validMotion(_ text: String, _ motion: Transition) throws {
        #expect(try read("motion.select = \(text)").setup.look.motion[.select] == motion)
    }
}
