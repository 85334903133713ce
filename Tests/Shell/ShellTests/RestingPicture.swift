import Glibc
import TestSupport

extension HeadlessSway {
    /// Waits for a screenshot of a shell that has finished drawing.
    ///
    /// Two equal screenshots may be from between two frames of an animation on a busy machine. But each is of another frame of
    /// the compositor, after which a program that waits for one runs, or is ready to. The panel need only be asleep again, as
    /// sway 1.7 sends it an event of each window with each frame.
    ///
    /// - Parameter isExpected: returns true for a screenshot that may be the result.
    func restingPicture(
        _ what: String = "the screen to rest", output: String? = nil,
        isExpected: (Screenshot) throws -> Bool = { _ in true }
    ) throws -> Screenshot {
        var reason = ""
        return try waitFor("\(what): \(reason)") {
            guard process.isRunning else { throw SystemError("sway ended: \(log.suffix(2000))") }
            let before = shellSwitches
            let picture = try Screenshot(of: self, output: output)
            reason = "another picture is expected"
            guard try isExpected(picture) else { return nil }
            reason = "two pictures differ"
            guard try Screenshot(of: self, output: output) == picture else { return nil }
            let awake = shellSwitches.filter { program, switches in
                switches == nil || program.name != "tabshell-panel" && before[program] != switches
            }.keys
            reason = "awake are \(awake.map(\.name))"
            return awake.isEmpty ? picture : nil
        }
    }

    /// The context switches of each drawing program of the shell; nil for a busy one.
    private var shellSwitches: [Program: ProcessFacts.Switches?] {
        var all: [Program: ProcessFacts.Switches?] = [:]
        for facts in ProcessFacts.all {
            guard let name = facts.executable, name.hasPrefix("tabshell-"),
                facts.environment?["XDG_RUNTIME_DIR"] == runtimeDirectory
            else { continue }
            all[Program(pid: facts.pid, name: name)] = .some(facts.switchesAsleep)
        }
        return all
    }

    private struct Program: Hashable {
        var pid: pid_t
        var name: String
    }
}
