// SPDX-License-Identifier: MIT
import ShellModel

/// The order in which programs start: at once those that the user sees, and the others when these have drawn, since they would take
/// the processors from them.
struct StartOrder: Equatable {
    /// The programs that have not started yet.
    private(set) var waiting: [Program] = []
    /// The programs that have yet to draw.
    private var drawing: Set<Program> = []

    func isDrawing(_ program: Program) -> Bool { drawing.contains(program) }

    /// Adds programs.
    ///
    /// - Parameter front: those of them that the user sees.
    /// - Returns: those that start now.
    mutating func add(_ programs: [Program], front: [Program]) -> [Program] {
        let seen = programs.filter(front.contains)
        guard !seen.isEmpty || !drawing.isEmpty else { return programs }
        drawing.formUnion(seen)
        waiting += programs.filter { !front.contains($0) && !waiting.contains($0) }
        return seen
    }

    /// Follows a program that has drawn, or does not.
    ///
    /// - Returns: those that start now.
    mutating func finish(_ program: Program) -> [Program] {
        guard drawing.remove(program) != nil, drawing.isEmpty else { return [] }
        return release()
    }

    /// Follows a change of what the user sees.
    ///
    /// - Returns: those that start now.
    mutating func bringForward(_ front: [Program]) -> [Program] {
        let seen = waiting.filter(front.contains)
        waiting.removeAll(where: front.contains)
        drawing.formUnion(seen)
        return seen
    }

    /// Waits no longer.
    ///
    /// - Returns: those that start now.
    mutating func release() -> [Program] {
        defer { (waiting, drawing) = ([], []) }
        return waiting
    }
}
