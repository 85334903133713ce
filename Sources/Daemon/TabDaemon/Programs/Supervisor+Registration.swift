// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import Posix
import ShellModel
import TabshellIPC

// MARK: - Programs that register
extension Supervisor {
    /// Registers the process of a program.
    ///
    /// - Parameters:
    ///   - pidfd: a descriptor of the process, if the kernel has given one; its number may be another process's by now.
    ///   - blurs: true for a page that blurs what lies under a translucent bar.
    ///   - ping: sends it a ping with a number; nil for a program that does not answer pings.
    /// - Throws: ``WireError`` when the program is registered by another running process.
    func register(
        _ program: Program, pid: pid_t, pidfd: consuming FileDescriptor?, blurs: Bool = false,
        ping: ((UInt64) -> Void)? = nil
    ) throws(WireError) {
        guard let entry = entries[program] else {
            throw WireError(
                .unknownTab, localized("register: unknown program \"\(program.name)\""),
                data: ["programs": .array(order.map { .string($0.name) })])
        }
        if let appIDs = entry.appIDs {
            throw WireError(
                .notApplicable,
                localized("\(program.name) is the window \(appIDs.listed) of a program that need not register"))
        }
        let known = entry.isRegistered ? entry.status.pid : (entry.registrant ?? entry.process)?.pid
        if let known, entry.isRegistered || !ProcessIdentity.isDescendant(pid, of: known) {
            throw WireError(
                .alreadyRegistered, localized("\(program.name) is served by process \(known) already"),
                data: ["pid": JSON(known)])
        }
        if entry.process == nil {
            entry.process = watch(pid, pidfd, of: program)
            entry.startedAt = MonotonicClock.now
        } else if entry.process?.pid != pid {
            entry.registrant = watch(pid, pidfd, of: program)
        }
        entry.isRegistered = true
        (entry.needsCompositor, entry.hasLostCompositor) = (false, false)
        entry.restart?.disarm()
        writeRecord()
        entry.status.blursBackdrop = blurs
        report(program, .alive, pid: pid)
        if let ping { monitor.add(program, send: ping) }
    }

    /// Removes a program's registration when its connection closes; the process may still run and reconnect.
    func unregister(_ program: Program, pid: pid_t) {
        guard let entry = entries[program], entry.isRegistered, entry.status.pid == pid else { return }
        entry.isRegistered = false
        entry.status.blursBackdrop = false
        monitor.remove(program)
        // The process exited before it could be watched, so the end of its connection is the only sign.
        if entry.process == nil { return handleExit(program, code: nil, reason: describeExit(nil)) }
        report(program, .starting, pid: pid, reason: Self.notConnected)
    }
}
