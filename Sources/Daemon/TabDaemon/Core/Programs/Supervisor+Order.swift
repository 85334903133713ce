// SPDX-License-Identifier: MIT
import ShellModel

// MARK: - The order of the starts
extension Supervisor {
    /// The time within which the programs that the user sees register, and then draw, before the others start, ns.
    private static let drawingTimeout: UInt64 = 3_000_000_000

    /// Starts programs, those that the user sees first.
    mutating func startInOrder(_ programs: [Program]) {
        for program in startOrder.add(programs.filter(isStartable), front: front) { start(program) }
        guard !startOrder.waiting.isEmpty else { return }
        for program in startOrder.waiting { report(program, .starting) }
        deadlines[.drawing] = now + Self.drawingTimeout
    }

    private func isStartable(_ program: Program) -> Bool {
        entries[program].map { $0.arguments != nil && $0.appIDs == nil && $0.process == nil } ?? false
    }

    /// Sets the programs that the user sees, which start at once, and have to answer pings.
    mutating func setFront(_ programs: [Program]) {
        let earlier = front
        front = programs
        for program in programs where !earlier.contains(program) && entries[program]?.pings?.sentAt == nil {
            inspect(program)
        }
        for program in startOrder.bringForward(programs) { start(program) }
    }

    /// Follows a program that has drawn, or that is not waited for any longer.
    mutating func drawn(_ program: Program) {
        for program in startOrder.finish(program) { start(program) }
        if startOrder.waiting.isEmpty { deadlines[.drawing] = nil }
    }

    /// Waits for the first frame of a program that has registered.
    mutating func awaitDrawing(of program: Program) {
        if startOrder.isDrawing(program) { deadlines[.drawing] = now + Self.drawingTimeout }
    }

    mutating func startWaiting() {
        for program in startOrder.release() { start(program) }
    }
}
