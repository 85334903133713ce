// SPDX-License-Identifier: MIT
import CommandLineKit

extension CommandSpec {
    static let looks = daemonCommand("looks", "Lists the looks; a star marks the one in force.") { daemon, _ in
        let reply = try daemon.request(.looks)
        if daemon.printsJSON { return StandardOutput.write(reply) }
        let current = try reply.text("look")
        for look in try reply.elements("looks") {
            guard case .string(let name) = look else { continue }
            StandardOutput.writeLine("\(name == current ? "*" : " ") \(name)")
        }
    }
}
