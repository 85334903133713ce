import Posix

/// The state of a session, as a reducer without I/O. Its effects start, restart and end the processes.
struct SessionState: Equatable {
    enum Program: Equatable, Hashable, Sendable { case compositor, daemon }

    enum Event: Equatable {
        /// The compositor has run its ready command.
        case ready
        /// A program has ended: its exit code, or -signal; the time, CLOCK_MONOTONIC, ns; and its running time, ns.
        case exited(Program, code: Int32?, at: UInt64, runTime: UInt64)
        /// The compositor has not answered for ``CompositorProbe/timeout``.
        case hung
        case failed(Program, reason: String)
        /// A signal asks the session to end.
        case stop
        /// The time of ``Effect/leave(after:)`` is over.
        case overdue
    }

    enum Effect: Equatable {
        /// Start a program after a delay, ns.
        case start(Program, after: UInt64)
        /// Cancel its pending start, or end it.
        case end(Program)
        /// Report ``Event/overdue`` after a delay, ns.
        case leave(after: UInt64)
        /// Let the compositor draw without a GPU from its next start on.
        case drawInSoftware
        case warn(String)
        case finish(ExitError?)
    }

    /// The number of crashes within ``period`` after which a compositor is not started again.
    static let maximumCrashes = 6
    /// The number of crashes after which it draws without a GPU.
    static let crashesOfGPU = 2
    /// ns.
    static let period: UInt64 = 60_000_000_000
    /// The time after which the session ends without its programs, ns. No signal ends one that waits for a disk.
    static let leaveTimeout: UInt64 = 10_000_000_000

    let compositor: String
    private(set) var isReady = false
    /// True once it was ready: its configuration is sound.
    private var hasBeenReady = false
    private var drawsInSoftware: Bool
    /// True if it must end because it hangs.
    private var isHung = false
    /// The times of crashes within the last ``period``, CLOCK_MONOTONIC, ns.
    private var crashes: [UInt64] = []
    /// The programs that run or are being started.
    private var running: Set<Program> = []
    private var policies: [Program: RestartPolicy] = [:]
    private var isEnding = false
    private var error: ExitError?

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
            // The message of an ended compositor is late.
            guard !isEnding, running.contains(.compositor) else { return [] }
            (isReady, hasBeenReady) = (true, true)
            return running.insert(.daemon).inserted ? [.start(.daemon, after: 0)] : []
        case .stop: return end()
        case .overdue:
            running = []
            return end()
        case .failed(let program, let reason):
            running.remove(program)
            return end(.refused(reason))
        case .hung:
            guard !isEnding, running.contains(.compositor) else { return [] }
            isHung = true
            return [.warn("\(compositor) has not answered for 30 s; it is ended"), .end(.compositor)]
        case .exited(let program, let code, let time, let runTime):
            running.remove(program)
            guard !isEnding else { return end() }
            return program == .compositor
                ? compositorExited(code, at: time, runTime) : daemonExited(code, runTime)
        }
    }

    private mutating func compositorExited(_ code: Int32?, at time: UInt64, _ runTime: UInt64) -> [Effect] {
        let isCrash = code != 0 || isHung
        (isReady, isHung) = (false, false)
        guard isCrash else { return end() }
        let text = "\(compositor) exited (\(Self.text(code)))"
        guard hasBeenReady else {
            return end(.refused("\(text) during startup; see its output above"))
        }
        crashes = crashes.filter { time - $0 < Self.period } + [time]
        let decision = policies[.compositor, default: RestartPolicy()].handleExit(code: nil, after: runTime)
        guard case .restart(let delay) = decision, crashes.count < Self.maximumCrashes else {
            return end(.refused("\(text) \(crashes.count) times within a minute"))
        }
        running.insert(.compositor)
        // Its programs have lost their connections; the daemon of the new one finds the saved state.
        var effects: [Effect] = [.warn("\(text); restarting it"), .end(.daemon)]
        if crashes.count >= Self.crashesOfGPU, !drawsInSoftware {
            drawsInSoftware = true
            effects += [.warn("\(compositor) now renders in software"), .drawInSoftware]
        }
        return effects + [.start(.compositor, after: delay)]
    }

    private mutating func daemonExited(_ code: Int32?, _ runTime: UInt64) -> [Effect] {
        // It starts with the next compositor.
        guard isReady else { return [] }
        switch policies[.daemon, default: RestartPolicy()].handleExit(code: code, after: runTime) {
        case .giveUp(let status):
            return end(
                .refused("tabshelld exited with code \(status.rawValue) (\(status)); a restart would not help"))
        case .restart(let delay):
            running.insert(.daemon)
            return [
                .warn("tabshelld exited (\(Self.text(code))); restarting it"),
                .start(.daemon, after: delay),
            ]
        }
    }

    /// Ends the programs, then the session. The first error counts.
    private mutating func end(_ error: ExitError? = nil) -> [Effect] {
        let isFirst = !isEnding
        if isFirst { (isEnding, self.error) = (true, error) }
        guard !running.isEmpty else { return [.finish(self.error)] }
        guard isFirst else { return [] }
        let programs: [Program] = [.daemon, .compositor]
        return programs.filter(running.contains).map { .end($0) } + [.leave(after: Self.leaveTimeout)]
    }

    private static func text(_ code: Int32?) -> String {
        guard let code else { return "for an unknown reason" }
        return code < 0 ? "signal \(-code)" : "exit status \(code)"
    }
}
