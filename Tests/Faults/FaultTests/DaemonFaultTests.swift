import FaultSupport
import Foundation
import TestSupport
import Testing

/// The n-th system call of the daemon fails: it continues and replies truthfully, or it ends with a sentence and a documented
/// code; it neither crashes nor hangs, and holds nothing that it would not hold otherwise.
@Suite(.serialized) struct DaemonFaultTests {
    /// The statuses of a failed call: not the status of another running daemon.
    private static let documentedExits: [Int32] = [1, 2, 3, 4, 5]

    @Test(arguments: FaultPlan.someErrors) func startFails(error: Int32) throws {
        var plan = FaultPlan()
        let daemon = try FaultyDaemon()
        try daemon.start(withFaults: false)
        try #require(try daemon.client()).request("select", ["tab": "flash"])
        daemon.kill()
        var undisturbed: Holdings?
        try plan.forEachCall("start", of: error) { call in
            daemon.control.arm(error, call: call)
            try daemon.start()
            // It listens before it is ready, so it may end later; a client that it disconnects can connect again.
            var client = try daemon.client()
            var state = try client?.attempt("state")?["ok"] as? [String: Any]
            if state == nil {
                client = try daemon.client()
                state = try client?.attempt("state")?["ok"] as? [String: Any]
            }
            let result = daemon.control.disarm()
            let place = "call \(call), \(result.failed ?? "none"): \(daemon.errorOutput)"
            if let state, let client {
                try client.request("barrier")
                undisturbed = try settle(daemon, undisturbed, place)
                let tab = (state["selection"] as? [String: Any])?["tab"] as? String
                #expect(tab == "flash" || !daemon.errorOutput.isEmpty, "\(place)")
                daemon.kill()
                // The saved state is still there, if the daemon could not read it.
                #expect(try daemon.selectionAfterCrash() == "flash", "\(place)")
            } else if error == EAGAIN, result.failed == "connect" {
                // A socket whose queue is full is another daemon's.
                #expect(daemon.exit == .code(6), "\(place)")
            } else {
                try expectEnd(of: daemon, place)
            }
            daemon.kill()
            return result
        }
    }

    /// The clock is set between the daemon's reading and its timer for the next change: it reads again, and logs nothing.
    @Test func clockIsSetBeforeTheTimerOfTheSchedule() throws {
        let daemon = try FaultyDaemon()
        try daemon.configure("[[schedule]]\nfrom = \"22:00\"\nbrightness = 0.5\n")
        daemon.control.arm(ECANCELED, call: 1)
        try daemon.start()
        _ = try #require(try daemon.client())
        try waitUntil("the timer after another look: \(daemon.errorOutput)") { daemon.control.count >= 3 }
        #expect(daemon.control.failedCall == "timerfd_settime")
        #expect(daemon.errorOutput == "")
    }

    @Test(arguments: FaultPlan.someErrors) func selectFails(error: Int32) throws {
        var plan = FaultPlan()
        let daemon = try FaultyDaemon()
        try daemon.start()
        var client = try #require(try daemon.client())
        try client.request("select", ["tab": "home"])
        try client.request("barrier")
        var last = "home"
        var undisturbed: Holdings?
        try plan.forEachCall("select", of: error) { call in
            let next = last == "home" ? "flash" : "home"
            let before = daemon.errorOutput.count
            daemon.control.arm(error, call: call)
            let reply = try client.attempt("select", ["tab": next])
            let result = daemon.control.disarm()
            let place = "call \(call), \(result.failed ?? "none"): \(reply ?? [:]) \(daemon.errorOutput)"
            // Once it serves, the daemon ends for no call.
            client = try #require(try daemon.client(), "\(place)")
            let selected = try client.selection()
            undisturbed = try settle(daemon, undisturbed, place)
            let refusal = (reply?["error"] as? [String: Any])?["code"] as? String
            #expect(reply?["ok"] == nil && refusal != "not_saved" || selected == next, "\(place)")
            #expect(refusal == nil || refusal == "not_saved" || selected == last, "\(place)")
            // Acknowledged changes are on the disk, or the daemon reports that they are not.
            let isSilent = daemon.errorOutput.count == before
            let saved = try daemon.selectionAfterCrash()
            #expect(saved == selected || !isSilent, "\(place): saved is \(saved ?? "nothing")")
            last = saved ?? "home"
            try daemon.start()
            client = try #require(try daemon.client())
            try client.request("barrier")
            return result
        }
    }

    @Test(arguments: FaultPlan.someErrors) func connectReloadAndSpawnFail(error: Int32) throws {
        var plan = FaultPlan()
        let daemon = try FaultyDaemon()
        try daemon.start()
        let watcher = try #require(try daemon.client())
        try watcher.request("barrier")
        for verb in ["ping", "reload", "action", "tab_remove"] {
            var undisturbed: Holdings?
            try plan.forEachCall(verb, of: error) { call in
                let runs = daemon.runs
                daemon.control.arm(error, call: call)
                // A client that the daemon cannot accept now is accepted or refused later.
                var client = try #require(try daemon.client())
                let reply = try client.attempt(
                    verb, ["action": ["action": "ring"], "tab_remove": ["tab": "flash"]][verb] ?? [:])
                let result = daemon.control.disarm()
                let place = "\(verb), call \(call), \(result.failed ?? "none"): \(reply ?? [:]) \(daemon.errorOutput)"
                #expect(daemon.isRunning, "\(place)")
                // A disconnected client can connect again.
                if reply == nil { client = try #require(try daemon.client(), "\(place)") }
                try client.request("reload")
                #expect(try watcher.selection() == "home", "\(place)")
                // The program runs if and only if the reply says so. It may not have started yet.
                if verb == "action", reply?["ok"] != nil {
                    try waitUntil("the program to run: \(place)") { daemon.runs > runs }
                }
                undisturbed = try settle(daemon, undisturbed, place)
                if verb == "action", let reply {
                    #expect(daemon.runs - runs == (reply["ok"] == nil ? 0 : 1), "\(place)")
                }
                return result
            }
        }
    }

    @Test(arguments: FaultPlan.someErrors) func endFails(error: Int32) throws {
        var plan = FaultPlan()
        let daemon = try FaultyDaemon()
        var next = "flash"
        try plan.forEachCall("end", of: error) { call in
            try daemon.start()
            let client = try #require(try daemon.client())
            try client.request("select", ["tab": next])
            try client.request("barrier")
            daemon.control.arm(error, call: call)
            daemon.terminate()
            try waitUntil("the end") { !daemon.isRunning }
            let result = daemon.control.disarm()
            let place = "call \(call), \(result.failed ?? "none"): \(daemon.errorOutput)"
            if daemon.exit != .code(0) { try expectEnd(of: daemon, place) }
            #expect(try daemon.selectionAfterCrash() == next, "\(place)")
            next = next == "flash" ? "home" : "flash"
            return result
        }
    }

    /// Waits until a daemon holds no more than in the scenario without a failed call (nil there), and returns it.
    private func settle(_ daemon: FaultyDaemon, _ undisturbed: Holdings?, _ place: String) throws -> Holdings {
        guard let undisturbed else {
            return try waitUntilSettled("the daemon's descriptors", quiet: 0.3) { daemon.holdings }
        }
        try waitUntil("\(place): \(daemon.holdings) to be \(undisturbed)") { daemon.holdings.isWithin(undisturbed) }
        return undisturbed
    }

    private func expectEnd(of daemon: FaultyDaemon, _ place: String) throws {
        try waitUntil("the end: \(place)") { !daemon.isRunning }
        guard case .code(let code) = daemon.exit else {
            Issue.record("it was ended by a signal: \(daemon.exit as Any): \(place)")
            return
        }
        #expect(Self.documentedExits.contains(code), "exit \(code): \(place)")
        #expect(!daemon.errorOutput.isEmpty, "it ended without a sentence: \(place)")
    }
}
