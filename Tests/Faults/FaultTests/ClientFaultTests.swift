import FaultSupport
import Foundation
import TestSupport
import Testing

/// The n-th system call of tabctl fails: it does its work, or prints the reason and exits with a documented status.
@Suite(.serialized) struct ClientFaultTests {
    @Test(arguments: FaultPlan.someErrors) func selectFails(error: Int32) throws {
        var plan = FaultPlan()
        let daemon = try FaultyDaemon()
        try daemon.start(withFaults: false)
        let client = try #require(try daemon.client())
        let control = try FaultControl(program: "tabctl")
        let environment = Environment.plain.merging(control.environment) { $1 }.merging([
            "TABSHELL_SOCKET": daemon.socketPath
        ]) { $1 }
        var isFlash = true
        try plan.forEachCall("tabctl select", of: error) { call in
            let tab = isFlash ? "flash" : "growth"
            isFlash.toggle()
            control.arm(error, call: call)
            let child = try ChildProcess(
                BuiltProducts.url("tabctl").path, ["select", tab, "--json"], environment: environment)
            let exit = try child.waitForExit()
            let result = control.disarm()
            let place = "call \(call), \(result.failed ?? "none"): \(exit) \(child.output)\(child.errorOutput)"
            switch exit {
            case .code(0):
                #expect(try client.selection() == tab, "\(place)")
            case .code(1...5):
                #expect(!child.errorOutput.isEmpty, "\(place)")
            default:
                Issue.record("\(place)")
            }
            return result
        }
    }
}
