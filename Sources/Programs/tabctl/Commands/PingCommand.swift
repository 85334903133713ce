// SPDX-License-Identifier: MIT
import CommandLineKit
import EventLoop
import TabshellIPC

extension CommandSpec {
    static let ping = daemonCommand("ping", "Tests if the daemon answers, and how fast.") { daemon, _ in
        _ = try daemon.client()
        let start = MonotonicClock.now
        _ = try daemon.request(.ping)
        let duration = MonotonicClock.now - start
        if daemon.printsJSON {
            StandardOutput.write(["round_trip": JSON(duration)])
        } else {
            StandardOutput.writeLine("the daemon answered in \(duration / 1000) µs")
        }
    }
}
