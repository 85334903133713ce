import CTestSupport
import TestSupport

/// Runs a body with a server on one core, and this process on the same core or on another one.
///
/// A server that wakes the other core takes six times as long for a round trip. The kernel chooses differently from run to run.
func onCores<Result>(of server: ChildProcess, apart: Bool, _ body: () throws -> Result) rethrows -> Result {
    let (first, second) = (cts_core(0), cts_core(1))
    cts_pin(server.pid, first)
    cts_pin(0, apart ? second : first)
    defer {
        cts_pin(server.pid, -1)
        cts_pin(0, -1)
    }
    return try body()
}
