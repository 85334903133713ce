import ShellModel
import TabshellIPC

extension Supervisor {
    /// Registers a program by its process, the first of the ancestors, unless another running one is registered.
    mutating func register(_ registration: Registration, ancestors: [Int32], peer: ClientID) throws(WireError) {
        let program = registration.program
        guard let pid = ancestors.first, let entry = entries[program] else {
            throw WireError(
                .unknownTab, "register: unknown program \"\(program.name)\"",
                data: ["programs": .array(order.map { .string($0.name) })])
        }
        if let appIDs = entry.appIDs {
            throw .notApplicable(
                "\(program.name) is the window \(appIDs.listed) of a program that need not register")
        }
        let known = entry.isRegistered ? entry.status.pid : entry.registrant ?? entry.process
        if let known, entry.isRegistered || !ancestors.contains(known) {
            throw WireError(
                .alreadyRegistered, "\(program.name) is served by process \(known) already",
                data: ["pid": JSON(known)])
        }
        if entry.process == nil {
            entries[program]?.process = pid
            entries[program]?.startedAt = now
            effects.append(.watch(pid, program, peer: peer))
        } else if entry.process != pid {
            entries[program]?.registrant = pid
            effects.append(.watch(pid, program, peer: peer))
        }
        entries[program]?.client = peer
        entries[program]?.registeredAncestors = ancestors
        entries[program]?.needsCompositor = false
        entries[program]?.hasLostCompositor = false
        entries[program]?.status.blursBackdrop = registration.blurs
        deadlines[.restart(program)] = nil
        isRecordOutdated = true
        report(program, .alive, pid: pid)
        if registration.answersPings {
            entries[program]?.pings = PingTracker()
            // After the reply to its registration.
            deadlines[.ping(program)] = now
        }
        if !registration.describes {
            drawn(program)
        } else if startOrder.isDrawing(program) {
            deadlines[.drawing] = now + Self.drawingTimeout
        }
    }

    /// Removes a program's registration when its connection closes; the process may still run and reconnect.
    mutating func unregister(_ program: Program, pid: Int32) {
        guard var entry = entries[program], entry.isRegistered, entry.status.pid == pid else { return }
        entry.client = nil
        entry.status.blursBackdrop = false
        stopPings(&entry)
        entries[program] = entry
        // The process exited before it could be watched, so the end of its connection is the only sign.
        if entry.process == nil { return handleExit(program, code: nil, reason: describeExit(nil)) }
        report(program, .starting, pid: pid, reason: Self.notConnected)
    }
}
