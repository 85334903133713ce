import TestSupport

/// The duration of a command-line tool's run, from exec to exit, beside a C program that exchanges the same lines.
struct CommandMeasurement {
    let bench: Bench

    /// A command, with the samples of its runs, ms.
    private struct Command {
        let name: String
        let start: (Int) throws -> ChildProcess
        var wall: [Double] = []
        var cpu: [Double] = []
    }

    func run() throws {
        let (ours, sway, tabs) = (bench.ours, bench.sway, TabshellPrograms.tabs)
        let daemon = try ours.startDaemon(on: sway, programs: false)
        var commands = [
            Command(name: "tabctl select TAB") { round in
                try sway.start(ours.path("tabctl"), ["select", tabs[round % tabs.count]], environment: daemon.settings)
            },
            Command(name: "bench-request, the same in C") { round in
                let request = "{\"id\":1,\"verb\":\"select\",\"tab\":\"\(tabs[(round + 1) % tabs.count])\"}"
                return try sway.start(ours.path("bench-request"), [daemon.socket, request])
            },
            Command(name: "swaymsg workspace N") { round in
                try sway.start("swaymsg", ["--quiet", "workspace", "\(round % Workspaces.count + 1)"])
            },
        ]
        let warmUp = 3
        for round in 0..<bench.rounds(100, quick: 10) + warmUp {
            for index in commands.indices { try measure(&commands[index], round, isCounted: round >= warmUp) }
        }
        try daemon.stop()
        var table = Table("A command, start to exit, by turns", "command", "wall ms, median", "least", "CPU ms, median")
        for command in commands {
            let wall = Sample(command.wall)
            table.add(command.name, number(wall.median), number(wall.least), number(Sample(command.cpu).median))
        }
        table.show()
        bench.verdicts.add(.command, Sample(commands[0].wall).median, floor: Sample(commands[1].wall).median)
    }

    private func measure(_ command: inout Command, _ round: Int, isCounted: Bool) throws {
        let child = try command.start(round)
        guard try child.waitForExit() == .code(0) else {
            throw SystemError("\(command.name): \(child.errorOutput)")
        }
        let end = Monotonic.now
        guard isCounted else { return }
        command.wall.append(Double(end - child.started) / 1e6)
        command.cpu.append(Double(child.cpu ?? 0) / 1e6)
    }
}
