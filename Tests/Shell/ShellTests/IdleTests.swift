import Foundation
import TestSupport
import Testing

extension ShellTests {
    /// The cost of an idle shell, and that it does not grow.
    @Suite(.measurement) struct Idle {
        @Test func idleProcessesDoNotWakeUpAndSwitchesLeakNothing() throws {
            let shell = try ShellSession()
            for tab in ["growth", "flash", "home"] {
                try shell.show(tab)
                // No process may run at all for this long; the test takes no less.
                try shell.waitUntilIdle(quiet: 2)
            }
            // No process is another or has grown since the first rounds.
            try shell.switchTabs(20)
            try shell.waitUntilIdle(quiet: 1.5)
            let before = try shell.processes()
            let memory = try before.map { try $0.facts.memory.privateDirty }
            let descriptors = try before.map { try $0.facts.openDescriptors }
            try shell.switchTabs(Rounds.count(50))
            try shell.waitUntilIdle(quiet: 1.5)
            #expect(try shell.processes().map { $0.facts.pid } == before.map { $0.facts.pid })
            for (index, process) in before.enumerated() {
                // A rasterizer may be just exiting, now or when they were counted first.
                try waitUntil("\(process.name) to have at most \(descriptors[index]) descriptors") {
                    try process.facts.openDescriptors <= descriptors[index]
                }
                let now = try process.facts.memory.privateDirty
                #expect(
                    Double(now) < Double(memory[index]) * 1.25 + 256,
                    "\(process.name): \(memory[index]) kB before, \(now) kB now")
            }
        }
    }

    /// An hour of use, for the leak sanitizer, which reports at each program's end; Tests/Sanitizers/run sets the switches.
    @Suite struct Leaks {
        private static let switches = ProcessInfo.processInfo.environment["TABSHELL_SWITCHES"].flatMap(Int.init)

        @Test(.enabled(if: switches != nil)) func programsEndInOrderAfterAnHourOfSwitches() throws {
            // The daemon would kill a program still looking for leaks.
            let shell = try ShellSession(startsPrograms: false)
            let client = try shell.connect()
            try shell.switchTabs(Self.switches ?? 0) { round in
                if round % 50 == 0 { try client.request("badge", ["tab": "growth", "badge": ["text": "\(round)"]]) }
                if round % 250 == 0 {
                    try client.request("appearance", ["appearance": round % 500 == 0 ? "dark" : "light"])
                }
            }
            for (name, program) in shell.programs {
                let exit = program.terminate(seconds: 60)
                #expect(exit == .code(0), "\(name): \(program.errorOutput.suffix(2000))")
            }
            #expect(shell.daemon.terminate(seconds: 60) == .code(0), "\(shell.daemon.errorOutput.suffix(2000))")
        }
    }
}

extension ShellSession {
    /// Changes tabs many times, and waits until the first one is shown. Every fifth switch completes; the others are interrupted.
    ///
    /// - Parameter between: called after each switch, with its number.
    fileprivate func switchTabs(_ times: Int, between: (Int) throws -> Void = { _ in }) throws {
        let client = try connect()
        for round in 0..<times {
            try client.request("select", ["tab": BarPixels.tabs[round % 3]])
            let accepted = Monotonic.now
            let time: UInt64 = round % 5 == 4 ? 260_000_000 : 30_000_000
            try waitUntil("the transition's time to pass") { Monotonic.now > accepted + time }
            try between(round)
        }
        try client.request("appearance", ["appearance": "light"])
        try client.request("badge", ["tab": "growth", "badge": NSNull()])
        try show("home")
    }
}
