// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Posix
import ShellModel
import TabConfig

/// Runs the programs of `[[on]]`. One that takes too long is killed with its process group.
final class EventRunner {
    /// The time that a program may take, ns.
    static let timeout: UInt64 = 30_000_000_000

    private let environment: [String: String?]
    private let loop: EventLoop
    private let log: Log
    private var hooks: [EventHook] = []
    private var queue = EventQueue()
    private var running: [Int: (process: ProcessExitSource?, timer: EventLoop.Timer)] = [:]

    init(environment: [String: String?], loop: EventLoop, log: Log) {
        self.environment = environment
        self.loop = loop
        self.log = log
    }

    /// Starts the programs for the events of a change. Those of an earlier configuration that run may end.
    func changed(from earlier: ShellState, to state: ShellState, running hooks: [EventHook]) {
        if self.hooks != hooks {
            self.hooks = hooks
            queue.reset()
        }
        guard !hooks.isEmpty else { return }
        for event in state.events(since: earlier) { queue.add(event, for: hooks) }
        startNext()
    }

    private func startNext() {
        while let run = queue.next() {
            guard hooks.indices.contains(run.hook) else {
                queue.ended(run.hook)
                continue
            }
            start(run, hooks[run.hook].arguments)
        }
    }

    private func start(_ run: EventQueue.Run, _ arguments: [String]) {
        let hook = run.hook
        let name = "on \(run.event.kind.rawValue): \(arguments.first ?? "")"
        let timer = loop.timer { [weak self, log] in
            log.warning("\(name): it is killed after \(Self.timeout / 1_000_000_000) s")
            self?.running[hook]?.process?.send(SIGKILL)
        }
        timer.arm(after: Self.timeout)
        running[hook] = (nil, timer)
        ProcessExitSource.start(
            arguments.first ?? "", arguments: Array(arguments.dropFirst()),
            environment: environment.merging(run.event.environment.mapValues { $0 }) { _, new in new },
            leadsGroup: true, on: loop,
            onExit: { [weak self, log] _, code in
                if let code, code != 0 { log.warning("\(name): \(describeExit(code))") }
                self?.ended(hook)
            },
            onStart: { [weak self, log] result in
                switch result {
                case .success(let process): self?.running[hook]?.process = process
                case .failure(let error):
                    log.warning("\(name): \(error)")
                    self?.ended(hook)
                }
            })
    }

    private func ended(_ hook: Int) {
        running[hook] = nil
        queue.ended(hook)
        startNext()
    }
}
