import Glibc
import TabshellIPC

/// The identity of a process: its pid and its start time, since the kernel reuses pids.
struct ProcessIdentity: Equatable {
    var pid: pid_t
    /// Clock ticks since the machine's start (proc(5), `stat` field 22).
    var startTime: UInt64

    init?(pid: pid_t) {
        guard let fields = Self.readStat(pid), fields.count > 19, fields[0] != "Z", let time = UInt64(fields[19]) else {
            return nil
        }
        self.pid = pid
        startTime = time
    }

    init?(_ json: JSON) {
        guard case .integer(let pid)? = json["pid"], case .integer(let time)? = json["started"],
            let number = pid_t(exactly: pid), let startTime = UInt64(exactly: time)
        else { return nil }
        self.pid = number
        self.startTime = startTime
    }

    var isAlive: Bool { ProcessIdentity(pid: pid) == self }

    /// True for a process that a signal or a tracer has stopped, and for one that is being traced.
    static func isStopped(_ pid: pid_t) -> Bool {
        guard let state = readStat(pid)?.first else { return false }
        return state == "T" || state == "t" || isTraced(pid)
    }

    private static func isTraced(_ pid: pid_t) -> Bool {
        let status =
            (try? SystemFileCalls().read("/proc/\(pid)/status")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
        return line.map { !$0.hasSuffix("\t0") } ?? false
    }

    /// Returns a process and its readable ancestors.
    static func ancestors(of pid: pid_t) -> [pid_t] {
        var result: [pid_t] = []
        var current = pid
        while current > 1, !result.contains(current) {
            result.append(current)
            guard let fields = readStat(current), fields.count > 1, let parent = pid_t(fields[1]) else { break }
            current = parent
        }
        return result
    }

    /// Reads the fields of `/proc/PID/stat` from the third (the state) on. The second may contain spaces and parentheses.
    private static func readStat(_ pid: pid_t) -> [Substring]? {
        guard let bytes = try? SystemFileCalls().read("/proc/\(pid)/stat"),
            let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else {
            return nil
        }
        return String(decoding: bytes[(end + 1)...], as: UTF8.self).split { $0 == " " || $0 == "\n" }
    }
}
