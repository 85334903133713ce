import CommandLineKit
import EventLoop
import Feedback
import Posix
import ShellModel
import TabshellIPC

/// The trial of the motor for `tabctl haptic test`: each kind in turn, and a line of JSON for the device and for each kind.
enum HapticTest {
    static let option = CommandSpec.Option(
        "haptic-test", value: "strength,duration",
        "Play each kind of haptic feedback, print lines of JSON, and exit; for tabctl haptic test.")

    /// - Parameter text: the strength and the duration of a light pulse, with a comma between them.
    static func run(_ text: String) throws(ExitError) {
        let values = text.split(separator: ",").compactMap { Double($0) }
        guard values.count == 2 else {
            throw .usage("--haptic-test takes a strength and a duration, as 0.2,0.007")
        }
        let motor = PanelDoctor.motor
        PanelDoctor.write(motor)
        guard motor.verdict == .ok else { return }
        var haptics = Haptics(
            motor: ForceFeedbackDevice { PanelDoctor.write(Check("vibration", .warning, $0)) })
        (haptics.style.strength, haptics.style.duration) = (values[0], values[1])
        do throws(SystemError) {
            try play(haptics, report: PanelDoctor.write)
        } catch {
            throw ExitError(status: .refused, reason: "\(error)")
        }
    }

    /// Plays each kind in turn, and reports it.
    ///
    /// - Parameter interval: the time between two kinds, ns.
    static func play(
        _ haptics: Haptics, interval: UInt64 = 500_000_000, report: @escaping (Check) -> Void
    ) throws(SystemError) {
        let loop = try EventLoop()
        var haptics = haptics
        var kinds = HapticKind.allCases[...]
        var timer: EventLoop.Timer?
        var next = MonotonicClock.now
        timer = loop.timer { [weak loop] in
            let now = MonotonicClock.now
            haptics.advance(to: now)
            if now >= next {
                guard let kind = kinds.popFirst() else { return loop?.stop() ?? () }
                haptics.play(kind, at: now)
                next = now + interval
                let pulses = kind.pulses.count == 1 ? "one pulse" : "two pulses"
                report(Check(kind.rawValue, .ok, "\(kind.rawValue): \(pulses)"))
            }
            timer?.arm(at: min(haptics.nextPulse ?? next, next))
        }
        timer?.arm(at: next)
        try loop.run()
    }
}
