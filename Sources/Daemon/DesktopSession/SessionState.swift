// SPDX-License-Identifier: MIT
import Posix
import Localization
import EventLoop

/// The state of a session, as a reducer without I/O. Its effects start, restart and end the processes.
struct SessionState: Equatable {
    enum Program: Equatable, Hashable, Sendable { case compositor, daemon }

    enum Event: Equatable {
        /// The compositor has run its ready command.
        case ready
        /// A program has ended: its exit code, or -signal; when, CLOCK_MONOTONIC, ns; and the time that it ran, ns.
        case exited(Program, code: Int32?, at: UInt64, runTime: UInt64)
        /// The compositor has not answered for ``CompositorProbe/timeout``.
        case hung
        /// A program could not be started.
        case failed(Program, reason: String)
        /// A signal asks the session to end.
        case stop
        /// The time of ``Effect/leave(after:)`` is over.
        case overdue
    }

    enum Effect: Equatable {
        /// Start a program after a delay, ns.
        case start(Program, after: UInt64)
        /// Start it no more if it waits for that; otherwise end it.
        case end(Program)
        /// Report ``Event/overdue`` after a delay, ns.
        case leave(after: UInt64)
        /// Let the compositor draw without a GPU from its next start on.
        case drawInSoftware
        case warn(String)
        /// End the session.
        case finish(ExitError?)
    }

    /// The number of crashes within ``period`` after which a compositor is not started again.
    static let maximumCrashes = 6
    /// The number after which it draws without a GPU.
    static let crashesOfGPU = 2
    /// ns.
    static let period: UInt64 = 60_000_000_000
    /// The time after which the session ends without its programs, ns. One that waits for a disk ends by no signal.
    static let leaveTimeout: UInt64 = 10_000_000_000

    /// The compositor's name, for messages.
    let compositor: String
    private(set) var isReady = false
    /// True once it was ready: its configuration is sound.
    private var hasBeenReady = false
    /// True if the compositor draws without a GPU.
    private var drawsInSoftware: Bool
    /// True if it is ended because it hangs.
    private var isHung = false
    /// When it has crashed within the last ``period``, CLOCK_MONOTONIC, ns.
    private var crashes: [UInt64] = []
    /// The programs that run or are being started.
    private var running: Set<Program> = []
    private var policies: [Program: RestartPolicy] = [:]
    /// The result, once the session is ending.
    private var result: Ending?

    private enum Ending: Equatable { case done, failure(ExitError) }

    /// - Parameter drawsInSoftware: true if the compositor draws without a GPU from its first start on.
    init(compositor: String, drawsInSoftware: Bool) {
        (self.compositor, self.drawsInSoftware) = (compositor, drawsInSoftware)
    }

    mutating func start() -> [Effect] {
        running = [.compositor]
        return [.start(.compositor, after: 0)]
    }

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .ready:
            // The message of a compositor that has ended since is late.
            guard result == nil, running.contains(.compositor) else { return [] }
            (isReady, hasBeenReady) = (true, true)
            return running.insert(.daemon).inserted ? [.start(.daemon, after: 0)] : []
        case .stop: return end(.done)
        case .overdue:
            running = []
            return end(.done)
        case .failed(let program, let reason):
            running.remove(program)
            return end(.failure(ExitError(status: .refused, reason: reason)))
        case .hung:
            guard result == nil, running.contains(.compositor) else { return [] }
            isHung = true
            return [.warn(localized("\(compositor) has not answered for 30 s; it is ended")), .end(.compositor)]
        case .exited(let program, let code, let time, let runTime):
            running.remove(program)
            guard result == nil else { return end(.done) }
            return program == .compositor
                ? compositorExited(code, at: time, runTime) : daemonExited(code, runTime)
        }
    }

    private mutating func compositorExited(_ code: Int32?, at time: UInt64, _ runTime: UInt64) -> [Effect] {
        let isCrash = code != 0 || isHung
        (isReady, isHung) = (false, false)
        guard isCrash else { return end(.done) }
        let text = localized("\(compositor) has ended (\(Self.text(code)))")
        guard hasBeenReady else {
            return end(
                .failure(
                    ExitError(
                        status: .refused, reason: localized("\(text) before it was ready; its messages are above"))))
        }
        crashes = crashes.filter { time - $0 < Self.period } + [time]
        var policy = policies[.compositor] ?? RestartPolicy()
        let decision = policy.handleExit(code: nil, after: runTime)
        policies[.compositor] = policy
        guard case .restart(let delay) = decision, crashes.count < Self.maximumCrashes else {
            return end(
                .failure(
                    ExitError(status: .refused, reason: localized("\(text) \(crashes.count) times within a minute"))))
        }
        running.insert(.compositor)
        // Its programs have lost their connections; the daemon of the new one finds the saved state.
        var effects: [Effect] = [.warn(localized("\(text); it is started again")), .end(.daemon)]
        if crashes.count >= Self.crashesOfGPU, !drawsInSoftware {
            drawsInSoftware = true
            effects += [.warn(localized("\(compositor) draws without the GPU from now on")), .drawInSoftware]
        }
        return effects + [.start(.compositor, after: delay)]
    }

    private mutating func daemonExited(_ code: Int32?, _ runTime: UInt64) -> [Effect] {
        // It follows with the compositor's next start.
        guard isReady else { return [] }
        var policy = policies[.daemon] ?? RestartPolicy()
        let decision = policy.handleExit(code: code, after: runTime)
        policies[.daemon] = policy
        switch decision {
        case .giveUp(let reason):
            return end(.failure(ExitError(status: .refused, reason: localized("tabshelld: \(reason)"))))
        case .restart(let delay):
            running.insert(.daemon)
            return [
                .warn(localized("tabshelld has ended (\(Self.text(code))); it is started again")),
                .start(.daemon, after: delay),
            ]
        }
    }

    /// Ends the programs, then the session. The first result counts.
    private mutating func end(_ ending: Ending) -> [Effect] {
        let isFirst = result == nil
        let result = self.result ?? ending
        self.result = result
        guard running.isEmpty else {
            guard isFirst else { return [] }
            return [.daemon, .compositor].filter { running.contains($0) }.map { .end($0) }
                + [.leave(after: Self.leaveTimeout)]
        }
        if case .failure(let error) = result { return [.finish(error)] }
        return [.finish(nil)]
    }

    private static func text(_ code: Int32?) -> String {
        guard let code else { return localized("for an unknown reason") }
        return code < 0 ? localized("signal \(-code)") : localized("exit status \(code)")
    }
}
