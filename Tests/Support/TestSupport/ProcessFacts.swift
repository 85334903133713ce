import CTestSupport
import Foundation

/// The kernel's statistics of a running process, read at each access.
public struct ProcessFacts: Sendable {
    /// Memory from `smaps_rollup`, kB.
    public struct Memory: Sendable {
        /// The resident set.
        public let rss: Int
        /// The proportional set: shared pages are divided among their users.
        public let pss: Int
        /// Pages written to and not shared.
        public let privateDirty: Int
        /// Pages written to and shared, such as buffers that the compositor has mapped.
        public let sharedDirty: Int
    }

    /// The context switches of all threads since their start.
    public struct Switches: Equatable, Sendable {
        /// Voluntary switches: one per wake-up.
        public let voluntary: Int
        /// Preemptions by the scheduler.
        public let involuntary: Int

        init(_ threads: cts_threads) { (voluntary, involuntary) = (threads.voluntary, threads.involuntary) }
    }

    public let pid: pid_t

    /// Creates an accessor without reading anything.
    public init(pid: pid_t) {
        self.pid = pid
    }

    /// The command's name, at most 15 bytes (Linux keeps no more); nil if the process is gone.
    public var name: String? {
        (try? read("comm")).map { $0.trimmingCharacters(in: .newlines) }
    }

    /// The last component of the executable's path; nil if it cannot be read.
    public var executable: String? {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")).map {
            URL(fileURLWithPath: $0).lastPathComponent
        }
    }

    public var memory: Memory {
        get throws {
            let fields = fields(try read("smaps_rollup"))
            return Memory(
                rss: fields["Rss"] ?? 0, pss: fields["Pss"] ?? 0, privateDirty: fields["Private_Dirty"] ?? 0,
                sharedDirty: fields["Shared_Dirty"] ?? 0)
        }
    }

    /// The resident code of the program itself, without its libraries, kB.
    public var residentCode: Int {
        get throws {
            let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")
            var isCode = false
            var sum = 0
            for line in try read("smaps").split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.count > 1 else { continue }
                if !words[0].hasSuffix(":") {
                    isCode = words[1].contains("x") && line.hasSuffix(program)
                } else if isCode, words[0] == "Rss:" {
                    sum += Int(words[1]) ?? 0
                }
            }
            return sum
        }
    }

    /// The names of the threads.
    public var threads: [String] {
        get throws { try names(in: "task").compactMap { try? read("task/\($0)/comm") } }
    }

    public var switches: Switches {
        get throws { Switches(try readThreads()) }
    }

    /// True while the main thread sleeps: an event loop has then handled all that has arrived.
    public var isAsleep: Bool {
        get throws { try readThreads().is_main_asleep }
    }

    /// The context switches so far, if all threads sleep; nil while one runs or is ready to, and once the process is
    /// gone. A process with the same value twice has not run in between.
    public var switchesAsleep: Switches? {
        guard let before = try? readThreads(), let threads = try? readThreads(), before.are_asleep, threads.are_asleep,
            before.count == threads.count, Switches(before) == Switches(threads)
        else { return nil }
        return Switches(threads)
    }

    /// The CPU time of all threads, ns.
    public var cpu: UInt64 {
        get throws {
            var clock = clockid_t()
            var time = timespec()
            let failure = clock_getcpuclockid(pid, &clock)
            guard failure == 0 else { throw SystemError("CPU clock of \(pid)", errno: failure) }
            guard clock_gettime(clock, &time) == 0 else { throw SystemError("CPU time of \(pid)", errno: errno) }
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        }
    }

    public var openDescriptors: Int {
        get throws { try names(in: "fd").count }
    }

    /// The target of each open descriptor, by number, for finding a leak.
    public var descriptorTargets: [Int32: String] {
        get throws {
            var targets: [Int32: String] = [:]
            for name in try names(in: "fd") {
                guard let number = Int32(name) else { continue }
                targets[number] = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\(name)")
            }
            return targets
        }
    }

    public var children: [ProcessFacts] { ProcessFacts.processes(of: pid) }

    /// The parent process; nil if the process is gone.
    public var parent: pid_t? {
        let parent = cts_parent(pid)
        return parent >= 0 ? parent : nil
    }

    /// The initial environment; nil if the process is gone or belongs to another user.
    public var environment: [String: String]? {
        guard let text = try? read("environ") else { return nil }
        let pairs = text.split(separator: "\0").compactMap { setting -> (String, String)? in
            let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }

    public static var all: [ProcessFacts] { processes(of: -1) }

    private static func processes(of parent: pid_t) -> [ProcessFacts] {
        let pids = [pid_t](unsafeUninitializedCapacity: 1 << 15) { pids, count in
            count = cts_processes(parent, pids.baseAddress, pids.count)
        }
        return pids.map(ProcessFacts.init(pid:))
    }

    private func readThreads() throws -> cts_threads {
        var threads = cts_threads()
        let result = cts_threads(pid, &threads)
        guard result == 0 else { throw SystemError("threads of \(pid)", errno: -result) }
        return threads
    }

    private func names(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/\(directory)")
    }

    private func read(_ file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/\(file)")), as: UTF8.self)
    }

    /// The values of lines such as `Pss: 12 kB`.
    private func fields(_ text: String) -> [String: Int] {
        var fields: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == ":" })
            if words.count > 1, let number = Int(words[1]) { fields[String(words[0])] = number }
        }
        return fields
    }
}

extension [ProcessFacts] {
    /// Waits until none of the processes has run for a time (s), and returns their context switches. A process with a
    /// timer that is overdue on a busy machine is ready to run, so it does not count as resting.
    @discardableResult
    public func waitUntilAsleep(_ what: @autoclosure () -> String, quiet: Double) throws -> [ProcessFacts.Switches] {
        var wakes = 0
        return try waitUntilSettled(what(), quiet: quiet) { () throws -> Sleep in
            let asleep = compactMap(\.switchesAsleep)
            if asleep.count < count {
                for facts in self { _ = try facts.switches }
                wakes += 1
            }
            return Sleep(switches: asleep, wakes: wakes)
        }.switches
    }
}

private struct Sleep: Equatable {
    var switches: [ProcessFacts.Switches]
    /// The number of times that one was found awake.
    var wakes: Int
}
