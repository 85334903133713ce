// SPDX-License-Identifier: MIT

import TestSupport

/// The duration of a command-line tool's run, from exec to exit.
struct CommandMeasurement {
    /// A command and its durations, ms.
    private struct Command {
        let name: String
        let start: (Int) throws -> ChildProcess
        var wall: [Double] = []
        var cpu: [Double] = []
    }

    private let bench: Bench

    init(_ bench: Bench) { self.bench = bench }

    func run() throws {
        let daemon =
            bench.ours.missing("tabshelld", "tabctl", "bench-echo").isEmpty
            ? try bench.ours.startDaemon(on: bench.sway, programs: false) : nil
        var commands: [Command] = []
        if let daemon {
            func tab(_ round: Int) -> String { TabshellPrograms.tabs[round % TabshellPrograms.tabs.count] }
            commands.append(
                Command(name: "bench-echo, as a client") { round in
                    let request = #"{"id":1,"verb":"select","tab":"\#(tab(round))"}"#
                    return try bench.sway.start(bench.ours.path("bench-echo"), [daemon.socket, request])
                })
            commands.append(
                Command(name: "tabctl select TAB") { round in
                    try bench.sway.start(
                        bench.ours.path("tabctl"), ["select", tab(round)], environment: daemon.settings)
                })
        }
        commands.append(
            Command(name: "swaymsg workspace N") { round in
                try bench.sway.start("swaymsg", ["--quiet", "workspace", "\(round % Workspaces.count + 1)"])
            })
        try measure(&commands)
        try daemon?.stop()

        var table = Table(
            "A command, exec to exit", "command", "wall ms, median", "least", "CPU ms, median", "÷ bench-echo",
            note: "In turn. bench-echo, as a client: a C program that does the same round trip.")
        let floor = daemon == nil ? nil : commands.first.map { Sample($0.wall).median }
        for command in commands {
            let wall = Sample(command.wall)
            table.add(
                command.name, figure(wall.median), figure(wall.least), figure(Sample(command.cpu).median),
                figure(floor.map { wall.median / $0 } ?? .nan))
        }
        table.show()
        let ours = floor.map { Sample(commands[1].wall).median / $0 }
        bench.verdicts.add("tabctl select ÷ a C program with one round trip (median)", ours, atMost: 2)
    }

    private func measure(_ commands: inout [Command]) throws {
        let warmUp = 3
        for round in 0..<bench.rounds(100, quick: 10) + warmUp {
            for index in commands.indices {
                let child = try commands[index].start(round)
                guard try child.waitForExit() == .code(0) else {
                    throw SystemError("\(commands[index].name): \(child.errorOutput)")
                }
                let end = Monotonic.now
                if round < warmUp { continue }
                commands[index].wall.append(Double(end - child.started) / 1e6)
                commands[index].cpu.append(Double(child.cpu ?? 0) / 1e6)
            }
        }
    }
}
