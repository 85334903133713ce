// SPDX-License-Identifier: MIT
import Foundation
import TestSupport
import Testing

/// The n-th system call of the daemon fails: it goes on and tells the truth, or it ends with a sentence and a documented
/// code; it neither crashes nor hangs nor loses a descriptor.
@Suite(.serialized) struct DaemonFaultTests {
    /// Those that a failed call may have: not the one of another daemon that runs.
    private static let documentedExits: [Int32] = [1, 2, 3, 4, 5]

    @Test(arguments: FaultControl.errors) func startFails(error: Int32) throws {
        var plan = FaultPlan(share: 2)
        let daemon = try FaultyDaemon()
        try daemon.start(withFaults: false)
        try #require(try daemon.client()).request("select", ["tab": "flash"])
        daemon.kill()
        try plan.forEachCall("start", of: error) { call in
            daemon.control.arm(error, call: call)
            try daemon.start()
            let client = try daemon.client()
            let result = daemon.control.disarm()
            // It listens before it is ready, so it may end later.
            let state = try client?.attempt("state")?["ok"] as? [String: Any]
            let place = "call \(call), \(result.failed ?? "none"): \(daemon.errorOutput)"
            if let state {
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

    @Test(arguments: FaultControl.errors) func selectFails(error: Int32) throws {
        var plan = FaultPlan(share: 1)
        let daemon = try FaultyDaemon()
        try daemon.start()
        var client = try #require(try daemon.client())
        try client.request("select", ["tab": "home"])
        try client.request("barrier")
        var last = "home"
        try plan.forEachCall("select", of: error) { call in
            let next = last == "home" ? "flash" : "home"
            let before = daemon.errorOutput.count
            daemon.control.arm(error, call: call)
            let reply = try client.attempt("select", ["tab": next])
            let result = daemon.control.disarm()
            let place = "call \(call), \(result.failed ?? "none"): \(reply ?? [:]) \(daemon.errorOutput)"
            // Once it serves, the daemon ends for no call.
            let selected = try #require(try daemon.client(), "\(place)").selection()
            let refusal = (reply?["error"] as? [String: Any])?["code"] as? String
            #expect(reply?["ok"] == nil && refusal != "not_saved" || selected == next, "\(place)")
            #expect(refusal == nil || refusal == "not_saved" || selected == last, "\(place)")
            // What was acknowledged is on the disk, or the daemon says that it isn't.
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

    @Test(arguments: FaultControl.errors) func connectReloadAndSpawnFail(error: Int32) throws {
        var plan = FaultPlan(share: 1)
        let daemon = try FaultyDaemon()
        try daemon.start()
        let watcher = try #require(try daemon.client())
        let before = try settledDescriptors(daemon, watcher)
        for verb in ["ping", "reload", "action"] {
            try plan.forEachCall(verb, of: error) { call in
                daemon.control.arm(error, call: call)
                // A client that the daemon cannot accept now is accepted or refused later.
                let client = try #require(try daemon.client())
                let reply = try client.attempt(verb, verb == "action" ? ["action": "ring"] : [:])
                let result = daemon.control.disarm()
                let place = "\(verb), call \(call), \(result.failed ?? "none"): \(reply ?? [:]) \(daemon.errorOutput)"
                #expect(daemon.isRunning, "\(place)")
                #expect(try client.attempt("reload")?["ok"] != nil || reply == nil, "\(place)")
                #expect(try watcher.selection() == "home", "\(place)")
                return result
            }
        }
        let after = try settledDescriptors(daemon, watcher, expecting: before)
        #expect(after == before)
    }

    /// The descriptors once all clients but one are gone.
    private func settledDescriptors(
        _ daemon: FaultyDaemon, _ client: SocketClient, expecting wanted: Int? = nil
    ) throws -> Int {
        try waitUntil("\(wanted ?? 0) descriptors, there are \(daemon.descriptors)") {
            try client.request("barrier")
            return wanted == nil || daemon.descriptors == wanted
        }
        return daemon.descriptors
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
