// SPDX-License-Identifier: MIT
import EventLoop
import ShellModel

// MARK: - The order of the starts
extension Supervisor {
    /// The time within which the programs that the user sees register, and then draw, before the others start, ns.
    private static let drawingTimeout: UInt64 = 3_000_000_000

    /// Starts programs, those that the user sees first.
    func startInOrder(_ programs: [Program]) {
        for program in startOrder.add(programs.filter(isStartable), front: front) { start(program) }
        guard !startOrder.waiting.isEmpty else { return }
        for program in startOrder.waiting { report(program, .starting) }
        drawingTimer = loop.timer { [weak self] in self?.startWaiting() }
        drawingTimer?.arm(after: Self.drawingTimeout)
    }

    private func isStartable(_ program: Program) -> Bool {
        entries[program].map { $0.arguments != nil && $0.appIDs == nil && $0.process == nil } ?? false
    }

    /// Sets the programs that the user sees, which start at once, and have to answer pings.
    func setFront(_ programs: [Program]) {
        front = programs
        monitor.setFront(programs)
        for program in startOrder.bringForward(programs) { start(program) }
    }

    /// Follows a program that has drawn, or that is not waited for any longer.
    func drawn(_ program: Program) {
        for program in startOrder.finish(program) { start(program) }
        if startOrder.waiting.isEmpty { drawingTimer?.disarm() }
    }

    /// Follows a program that has registered.
    ///
    /// - Parameter draws: true if it reports its first frame.
    func registered(_ program: Program, draws: Bool) {
        guard draws else { return drawn(program) }
        if startOrder.isDrawing(program) { drawingTimer?.arm(after: Self.drawingTimeout) }
    }

    private func startWaiting() {
        for program in startOrder.release() { start(program) }
    }
}
