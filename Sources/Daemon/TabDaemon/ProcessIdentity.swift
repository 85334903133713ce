// SPDX-License-Identifier: MIT
import Glibc
import TabshellIPC

/// A process for certain: its pid, and when it started, since a pid alone is given out again.
struct ProcessIdentity: Equatable {
    var pid: pid_t
    /// Clock ticks since the machine's start (proc(5), `stat` field 22).
    var startTime: UInt64

    /// The living process of a pid; nil when there is none.
    init?(pid: pid_t) {
        guard let fields = Self.facts(pid), fields.count > 19, fields[0] != "Z", let time = UInt64(fields[19]) else {
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

    /// The note that another daemon reads it from.
    ///
    /// - Parameters:
    ///   - ours: whether a daemon started the process.
    ///   - arguments: what it was configured as.
    func json(ours: Bool, arguments: JSON) -> JSON {
        ["pid": JSON(pid), "started": JSON(startTime), "ours": .bool(ours), "arguments": arguments]
    }

    /// Whether the process still runs.
    var isAlive: Bool { ProcessIdentity(pid: pid) == self }

    /// Whether a process is another one, or was started by it, however far down.
    static func descends(_ pid: pid_t, from ancestor: pid_t) -> Bool {
        var current = pid
        while current > 1 {
            if current == ancestor { return true }
            guard let fields = facts(current), fields.count > 1, let parent = pid_t(fields[1]) else { return false }
            current = parent
        }
        return false
    }

    /// The fields of `stat` from the third (the state) on. The second, a name, may hold spaces and brackets.
    private static func facts(_ pid: pid_t) -> [Substring]? {
        guard let bytes = try? AtomicFile.read("/proc/\(pid)/stat"), let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else {
            return nil
        }
        return String(decoding: bytes[(end + 1)...], as: UTF8.self).split { $0 == " " || $0 == "\n" }
    }
}
