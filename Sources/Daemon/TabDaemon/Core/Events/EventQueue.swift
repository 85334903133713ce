// SPDX-License-Identifier: MIT
import ShellConfig

/// The runs of the programs of `[[on]]` that are due: one at a time of each program, and a few of all. Of the events about one tab
/// that wait for the same program, only the newest remains.
struct EventQueue: Equatable {
    /// A run of a program, which its place among the configured ones names.
    struct Run: Equatable {
        var hook: Int
        var event: ShellEvent
    }

    /// The maximum number of programs that run at the same time.
    static let maximumRunning = 4
    /// The maximum number of runs that wait; the oldest one is dropped for another.
    static let maximumWaiting = 64

    private(set) var running: Set<Int> = []
    private(set) var waiting: [Run] = []

    /// Adds the runs of the programs for an event.
    mutating func add(_ event: ShellEvent, for hooks: [EventHook]) {
        for (index, hook) in hooks.enumerated() where hook.event == event.kind {
            waiting.removeAll { $0.hook == index && $0.event.tab == event.tab }
            waiting.append(Run(hook: index, event: event))
        }
        waiting.removeFirst(max(waiting.count - Self.maximumWaiting, 0))
    }

    /// Returns the next run that may start, which runs from now on.
    mutating func next() -> Run? {
        guard running.count < Self.maximumRunning,
            let index = waiting.firstIndex(where: { !running.contains($0.hook) })
        else { return nil }
        running.insert(waiting[index].hook)
        return waiting.remove(at: index)
    }

    mutating func ended(_ hook: Int) { running.remove(hook) }

    /// Drops the runs that wait: the programs are others now.
    mutating func reset() { waiting = [] }
}
