// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import ShellModel
import TabshellIPC

/// The checks of numbers, one at a time, by `tabctl lock verify`: libcrypt takes a tenth of a second, and the daemon does not link
/// it.
final class NumberCheck {
    private static let timeout: UInt64 = 10_000_000_000

    /// Called after a change of ``attempts``.
    var onCount: () -> Void = {}

    private let loop: EventLoop
    private(set) var attempts: LockAttempts
    private var run: ChildRun?

    /// - Parameter saved: the saved state with the wrong numbers.
    init(_ saved: StateFile?, on loop: EventLoop) {
        self.loop = loop
        attempts = LockAttempts(
            wrong: saved?.wrongNumbers ?? 0, lastWrong: saved?.lastWrong, wallClock: Int64(time(nil)),
            at: MonotonicClock.now)
    }

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
        attempts.begin(wallClock: Int64(time(nil)), at: now)
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
