// SPDX-License-Identifier: MIT
import EventLoop
import Localization
import ShellModel
import TabshellIPC

/// The questions of clients for the windows that belong to no tab, which only the panel knows. It is asked once for all
/// that wait.
final class WindowQueries {
    typealias Answer = Result<[ForeignWindow], WireError>

    private var serial: UInt64 = 0
    private var waiting: [(Answer) -> Void] = []
    private var timer: EventLoop.Timer?

    init(on loop: EventLoop) {
        timer = loop.timer { [weak self] in
            self?.end(.failure(WireError(.notApplicable, localized("the panel has not told its windows within 2 s"))))
        }
    }

    /// Adds a question.
    ///
    /// - Parameters:
    ///   - ask: asks the panel by a number; nil without a panel.
    ///   - completion: called once, perhaps before this function returns.
    func add(_ ask: ((UInt64) -> Void)?, completion: @escaping (Answer) -> Void) {
        waiting.append(completion)
        guard let ask else {
            return end(
                .failure(
                    WireError(.notApplicable, localized("only the panel knows the windows, and no panel is running"))))
        }
        guard waiting.count == 1 else { return }
        serial += 1
        timer?.arm(after: Limits.foreignTimeout)
        ask(serial)
    }

    /// Ends the questions with the panel's answer; one to an earlier question is dropped.
    ///
    /// - Parameter windows: nil if the compositor lists none.
    func answered(_ serial: UInt64, _ windows: [ForeignWindow]?) {
        guard serial == self.serial else { return }
        let unlisted = WireError(
            .notApplicable,
            localized(
                """
                the panel sees no windows: the compositor has no wlr-foreign-toplevel-management, or tabshell is in \
                windows itself (--window)
                """))
        end(windows.map { .success($0) } ?? .failure(unlisted))
    }

    private func end(_ answer: Answer) {
        timer?.disarm()
        let completions = waiting
        waiting = []
        for completion in completions { completion(answer) }
    }
}
