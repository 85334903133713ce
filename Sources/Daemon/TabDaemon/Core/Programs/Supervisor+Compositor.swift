import Posix
import ShellModel

extension Supervisor {
    mutating func compositorProbed(_ program: Program, isReachable: Bool) {
        guard let entry = entries[program], entry.hasLostCompositor, entry.process == nil, entry.start == nil else {
            return
        }
        if !isReachable { awaitCompositor(program) } else if deadlines[.restart(program)] == nil { launch(program) }
    }

    /// Starts a program when there is a compositor, rather than again and again. The log has one line for all of them.
    mutating func awaitCompositor(_ program: Program) {
        if !awaitsCompositor {
            warn("\(missingCompositor): the panel and the pages start when there is one")
            awaitsCompositor = true
            effects.append(.awaitCompositor)
        }
        deadlines[.restart(program)] = nil
        entries[program]?.needsCompositor = true
        report(program, .restarting, reason: missingCompositor, isLogged: false)
    }

    mutating func compositorAppeared() {
        guard !isStopping else { return }
        awaitsCompositor = false
        let programs = order.filter { entries[$0]?.needsCompositor == true }
        for program in programs {
            entries[program]?.needsCompositor = false
            entries[program]?.hasLostCompositor = false
            entries[program]?.policy = RestartPolicy()
        }
        startInOrder(programs)
    }
}
