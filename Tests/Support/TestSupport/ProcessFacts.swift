// SPDX-License-Identifier: MIT

import Foundation

/// What Linux tells about a running process, read anew on each access.
public struct ProcessFacts: Sendable {
    /// Memory of a process, in kB, from `smaps_rollup`.
    public struct PersistentState: Sendable {
        /// All that is resident.
        public let rss: Int
        /// The same, with what is shared divided among those who share it.
        public let pss: Int
        /// Written to, and nobody else has it.
        public let privateDirty: Int
        /// Written to, and shared: such as buffers that the compositor has mapped.
        public let sharedDirty: Int
    }

    /// Context switches of all threads since they started.
    public struct Switches: Equatable, Sendable {
        /// The thread waited for something: a wake-up each.
        public let voluntary: Int
        /// The scheduler gave the core to another.
        public let involuntary: Int
    }

    /// The process's number.
    public let pid: pid_t

    /// Names a process; it is not looked at yet.
    public init(pid: pid_t) {
        self.pid = pid
    }

    /// The command's name, at most 15 bytes (Linux keeps no more); nil when the process is gone.
    public var name: String? {
        (try? read("comm")).map { $0.trimmingCharacters(in: .newlines) }
    }

    /// The last component of the executable's path; nil when that may not be seen.
    public var executable: String? {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")).map {
            URL(fileURLWithPath: $0).lastPathComponent
        }
    }

    /// - Throws: when the process is gone or belongs to another user.
    public var memory: PersistentState {
        get throws {
            let fields = fields(try read("smaps_rollup"))
            return PersistentState(
                rss: fields["Rss"] ?? 0, pss: fields["Pss"] ?? 0, privateDirty: fields["Private_Dirty"] ?? 0,
                sharedDirty: fields["Shared_Dirty"] ?? 0)
        }
    }

    /// - Throws: when the process is gone.
    public var threads: Int {
        get throws { try names(in: "task").count }
    }

    /// - Throws: when the process is gone.
    public var switches: Switches {
        get throws {
            let tables = try names(in: "task").compactMap { try? read("task/\($0)/status") }.map(fields)
            return Switches(
                voluntary: tables.reduce(0) { $0 + ($1["voluntary_ctxt_switches"] ?? 0) },
                involuntary: tables.reduce(0) { $0 + ($1["nonvoluntary_ctxt_switches"] ?? 0) })
        }
    }

    /// The CPU time of all threads, in ns, by the process's CPU clock.
    ///
    /// - Throws: when the process is gone.
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

    /// How many descriptors are open.
    ///
    /// - Throws: when the process is gone or belongs to another user.
    public var openDescriptors: Int {
        get throws { try names(in: "fd").count }
    }

    /// What each open descriptor leads to, by number, for finding out which one leaks.
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

    /// The processes that it started and that still run under it.
    public var children: [ProcessFacts] {
        ProcessFacts.all.filter { $0.parent == pid }
    }

    /// The process that started it; nil when it is gone.
    public var parent: pid_t? {
        // The name in parentheses may itself hold spaces and parentheses.
        guard let stat = try? read("stat"), let end = stat.lastIndex(of: ")") else { return nil }
        let rest = stat[stat.index(after: end)...].split(separator: " ")
        return rest.count > 1 ? pid_t(rest[1]) : nil
    }

    /// The environment that it was started with; nil when the process is gone or belongs to another user.
    public var environment: [String: String]? {
        guard let text = try? read("environ") else { return nil }
        let pairs = text.split(separator: "\0").compactMap { setting -> (String, String)? in
            let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// All processes that can be seen.
    public static var all: [ProcessFacts] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.sorted().map(ProcessFacts.init(pid:))
    }

    private func names(in directory: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/\(directory)")
    }

    private func read(_ file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/\(file)")), as: UTF8.self)
    }

    /// The numbers of lines such as `Pss: 12 kB`.
    private func fields(_ text: String) -> [String: Int] {
        var fields: [String: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == ":" })
            if words.count > 1, let number = Int(words[1]) { fields[String(words[0])] = number }
        }
        return fields
    }
}
