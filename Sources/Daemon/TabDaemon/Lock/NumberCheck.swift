// SPDX-License-Identifier: MIT
import EventLoop
import Localization
import ShellModel
import TabshellIPC

/// The checks of numbers, one at a time, by `tabctl lock verify`: libcrypt takes a tenth of a second, and the daemon does not link
/// it.
final class NumberCheck {
    private static let timeout: UInt64 = 10_000_000_000

    /// Called after a change of ``wrong``.
    var onCount: () -> Void = {}

    private let loop: EventLoop
    private var attempts: LockAttempts
    private var run: ChildRun?

    /// - Parameter wrong: the saved number of wrong ones.
    init(wrong: Int, on loop: EventLoop) {
        self.loop = loop
        attempts = LockAttempts(wrong: wrong, at: MonotonicClock.now)
    }

    /// The number of wrong numbers since the last right one.
    var wrong: Int { attempts.wrong }

    /// Checks a number.
    ///
    /// - Parameter completion: called once with nil if it is right, or with the error of the reply.
    func check(_ number: String, against hash: String, completion: @escaping (WireError?) -> Void) {
        let now = MonotonicClock.now
        let wait = attempts.wait(at: now)
        guard wait == 0 else { return completion(Self.refusal(localized("too many wrong numbers"), wait: wait)) }
        guard run == nil else { return completion(WireError(.locked, localized("another number is being checked"))) }
        guard !number.isEmpty, !number.unicodeScalars.contains(where: \.isControl) else {
            return completion(WireError(.invalidArgument, localized("a number has no control characters")))
        }
        attempts.begin(at: now)
        onCount()
        run = ChildRun(
            "tabctl", ["lock", "verify"], input: Array("\(hash)\n\(number)\n".utf8), standardError: .separate,
            timeout: Self.timeout, on: loop
        ) { [weak self] outcome in
            guard let self else { return }
            run = nil
            switch outcome.ending {
            case .exited(0):
                attempts.succeeded()
                onCount()
                completion(nil)
            case .exited(1):
                completion(Self.refusal(localized("this number is wrong"), wait: attempts.wait(at: MonotonicClock.now)))
            default: completion(WireError(.locked, localized("the number could not be checked: tabctl does not run")))
            }
        }
    }

    private static func refusal(_ reason: String, wait: Int) -> WireError {
        guard wait > 0 else { return WireError(.locked, reason) }
        return WireError(.locked, localized("\(reason); try again in \(wait) s"), data: ["wait": JSON(wait)])
    }
}
