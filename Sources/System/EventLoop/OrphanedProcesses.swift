import Glibc
import Posix

/// The descendants that ended programs have left behind, which are terminated. This process is their subreaper
/// (``OrphanReaper``), and ``ChildProcess/instanceVariable`` in their environment names the instance of the program that
/// started them.
public final class OrphanedProcesses {
    /// The maximum size of an environment that is searched, bytes.
    private static let maximumEnvironment = 1 << 20
    /// The longest time between two tries, ns: 127 ms after the first, a process without an environment never had one.
    private static let longestDelay: UInt64 = 128_000_000
    private static let assignment = Array("\(ChildProcess.instanceVariable)=".utf8)

    private struct Search {
        var instance: String
        var others: Set<String>
        var isForeign: Bool
        /// The time until the next try, ns.
        var delay: UInt64 = 1_000_000
    }

    public var onEmpty: () -> Void = {}

    private let loop: EventLoop
    private let gracePeriod: UInt64
    private let environment: (pid_t) -> [UInt8]?
    private var orphans: [pid_t: ProcessExitSource] = [:]
    private var killTimer: EventLoop.Timer?
    /// The searches that met a process without an environment, and are repeated.
    private var searches: [Search] = []
    private var searchTimer: EventLoop.Timer?

    /// - Parameters:
    ///   - gracePeriod: the time between SIGTERM and SIGKILL, ns.
    ///   - environment: reads the environment of a process, in place of the kernel's report; nil if it is not readable.
    public init(
        gracePeriod: UInt64, on loop: EventLoop, environment: ((pid_t) -> [UInt8]?)? = nil
    ) {
        self.gracePeriod = gracePeriod
        self.loop = loop
        self.environment =
            environment ?? { try? FileSystem.read("/proc/\($0)/environ", upTo: Self.maximumEnvironment) }
        killTimer = loop.timer { [weak self] in self?.killAll() }
        searchTimer = loop.timer { [weak self] in self?.repeatSearches() }
    }

    public var isEmpty: Bool { orphans.isEmpty && searches.isEmpty }
    public var pids: [pid_t] { orphans.keys.sorted() }

    /// Terminates the processes of an instance, and of the instances within it.
    ///
    /// - Parameters:
    ///   - others: instances whose processes stay.
    ///   - isForeign: true if another process has started it, which need not be an ancestor of what it left behind.
    public func terminate(_ instance: String, except others: Set<String> = [], isForeign: Bool = false) {
        search(Search(instance: instance, others: others, isForeign: isForeign))
    }

    private func search(_ search: Search) {
        var isComplete = true
        for pid in search.isForeign ? ChildProcess.others : ChildProcess.all where orphans[pid] == nil {
            // Its descriptor first: its number may be another process's by the time its environment is read.
            guard let pidfd = try? FileDescriptor(process: pid), let environment = environment(pid) else { continue }
            guard !environment.isEmpty else {
                // It has none while it executes another program. Threads of the kernel lack an executable.
                if !loop.watches(pid), FileSystem.resolve("/proc/\(pid)/exe") != nil { isComplete = false }
                continue
            }
            guard let name = Self.instance(in: environment), name.isWithin(search.instance),
                !search.others.contains(where: name.isWithin),
                let process = try? ProcessExitSource(
                    pid: pid, pidfd: pidfd, on: loop,
                    onExit: { [weak self] _ in
                        self?.orphans[pid] = nil
                        // Its own children have another parent now.
                        self?.terminate(search.instance, except: search.others, isForeign: search.isForeign)
                        self?.finishIfEmpty()
                    })
            else { continue }
            process.send(SIGTERM)
            orphans[pid] = process
            if killTimer?.deadline == nil { killTimer?.arm(after: gracePeriod) }
        }
        guard !isComplete, search.delay < Self.longestDelay else { return }
        searches.append(search)
        if searchTimer?.deadline == nil { searchTimer?.arm(after: search.delay) }
    }

    private func repeatSearches() {
        let due = searches
        searches = []
        for var search in due {
            search.delay *= 2
            self.search(search)
        }
        finishIfEmpty()
    }

    public func killAll() {
        for process in orphans.values { process.send(SIGKILL) }
        // A stopped loop may follow; and new orphans have their time.
        if !orphans.isEmpty { killTimer?.arm(after: gracePeriod) }
    }

    private func finishIfEmpty() {
        guard isEmpty else { return }
        killTimer?.disarm()
        onEmpty()
    }

    private static func instance(in environment: [UInt8]) -> String? {
        let variable = environment.split(separator: 0).first { $0.starts(with: assignment) }
        return variable.map { String(decoding: $0.dropFirst(assignment.count), as: UTF8.self) }
    }
}

extension String {
    /// True for the name of an instance, or of one that it has started.
    fileprivate func isWithin(_ instance: String) -> Bool { self == instance || hasPrefix(instance + ":") }
}
