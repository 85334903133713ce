import ShellModel

extension Supervisor {
    /// The time within which the programs that the user sees register, and then draw, before the others start, ns.
    static let drawingTimeout: UInt64 = 3_000_000_000

    /// Starts programs, those that the user sees first.
    mutating func startInOrder(_ programs: [Program]) {
        let startable = programs.filter { program in
            entries[program].map { $0.arguments != nil && $0.appIDs == nil && $0.process == nil } ?? false
        }
        for program in startOrder.add(startable, front: front) { start(program) }
        guard !startOrder.waiting.isEmpty else { return }
        for program in startOrder.waiting { report(program, .starting) }
        deadlines[.drawing] = now + Self.drawingTimeout
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

    /// Handles a program that has drawn, or whose wait has ended.
    mutating func drawn(_ program: Program) {
        for program in startOrder.finish(program) { start(program) }
        if startOrder.waiting.isEmpty { deadlines[.drawing] = nil }
    }
}

/// The order of the starts: visible programs, then the others, which would compete for the processors.
struct StartOrder: Equatable {
    private(set) var waiting: [Program] = []
    private var drawing: Set<Program> = []

    func isDrawing(_ program: Program) -> Bool { drawing.contains(program) }

    /// Adds programs, of which the user sees some, and returns the ones to start now.
    mutating func add(_ programs: [Program], front: [Program]) -> [Program] {
        let seen = programs.filter(front.contains)
        guard !seen.isEmpty || !drawing.isEmpty else { return programs }
        drawing.formUnion(seen)
        waiting += programs.filter { !front.contains($0) && !waiting.contains($0) }
        return seen
    }

    /// Handles a program that has drawn, or does not, and returns the ones to start now.
    mutating func finish(_ program: Program) -> [Program] {
        guard drawing.remove(program) != nil, drawing.isEmpty else { return [] }
        return release()
    }

    /// Handles a change of the visible programs, and returns the ones to start now.
    mutating func bringForward(_ front: [Program]) -> [Program] {
        let seen = waiting.filter(front.contains)
        waiting.removeAll(where: front.contains)
        drawing.formUnion(seen)
        return seen
    }

    /// Waits no longer, and returns the programs to start now.
    mutating func release() -> [Program] {
        defer { (waiting, drawing) = ([], []) }
        return waiting
    }
}
