import CommandLineKit
import EventLoop
import Glibc
import Posix

/// `tabctl watch` on another machine: it restarts when ssh or the daemon there has gone, after delays that grow to 10 s.
final class RemoteWatch {
    private static let sshFailure: Int32 = 255

    private let ssh: String
    private let arguments: [String]
    private let host: String
    private let loop: EventLoop
    private var policy = RestartPolicy()
    private var startedAt: UInt64 = 0
    private var process: ProcessExitSource?
    private var signals: SignalSource?
    private var timer: EventLoop.Timer?
    private var status = ExitStatus.done.rawValue

    init(_ ssh: String, _ arguments: [String], _ host: String) throws(SystemError) {
        (self.ssh, self.arguments, self.host) = (ssh, arguments, host)
        loop = try EventLoop()
        timer = loop.timer { [weak self] in self?.start() }
        signals = try SignalSource([SIGTERM, SIGINT, SIGHUP], on: loop) { [weak self] signal in
            self?.process?.send(signal)
            self?.stop(128 + signal)
        }
    }

    /// - Returns: the exit status.
    func run() throws(SystemError) -> Int32 {
        start()
        try loop.run()
        return status
    }

    private func start() {
        startedAt = MonotonicClock.now
        ProcessExitSource.start(
            ssh, arguments: arguments, on: loop, onExit: { [weak self] _, code in self?.ended(code ?? 0) },
            onStart: { [weak self] result in
                guard let self else { return }
                switch result {
                case .success(let process): self.process = process
                case .failure(let error):
                    Log.write("tabctl: \(error)")
                    stop(ExitStatus.refused.rawValue)
                }
            })
    }

    private func ended(_ code: Int32) {
        process = nil
        let isLost = [Self.sshFailure, ExitStatus.cannotConnect.rawValue, ExitStatus.protocolFailure.rawValue]
            .contains(code)
        guard isLost, StandardOutput.hasReader else { return stop(code < 0 ? 128 - code : code) }
        // Its own statuses would mean that a restart is useless.
        guard case .restart(let delay) = policy.handleExit(code: nil, after: MonotonicClock.now - startedAt) else {
            return stop(code)
        }
        Log.write("tabctl: " + "the connection to \(host) is lost; trying again")
        timer?.arm(after: max(delay, 1_000_000_000))
    }

    private func stop(_ status: Int32) {
        self.status = status
        loop.stop()
    }
}
