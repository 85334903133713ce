// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The daemon's memory after many clients that read nothing.
@Suite struct CrowdTests {
    @Test(.disabled(if: Environment.hasSanitizer)) func memoryOfARudeCrowdIsReturned() throws {
        let daemon = try TestDaemon()
        let client = try daemon.client()
        let facts = ProcessFacts(pid: daemon.process.pid)
        func change(_ count: Int) throws {
            for number in 0..<count {
                let text = String(repeating: "x", count: 50) + "\(number)"
                try client.request("badge", ["tab": "home", "badge": ["text": text]])
            }
        }
        try change(100)
        let before = try facts.memory.privateDirty
        var crowd: [SocketClient] = []
        for _ in 0..<200 {
            let rude = try daemon.client()
            try rude.send(line: #"{"verb":"subscribe"}"#)
            crowd.append(rude)
        }
        // More than the kernel's buffers hold: the rest is in the daemon's.
        try change(1000)
        let peak = try facts.memory.privateDirty
        try #require(peak > before + 4000, "\(before), \(peak) kB")
        crowd = []
        // A tenth of what the crowd has taken may stay.
        try waitUntil(
            "the memory to be returned: \(before), then \(peak) kB, now \((try? facts.memory.privateDirty) ?? 0)"
        ) {
            try facts.memory.privateDirty < before + (peak - before) / 10
        }
        try client.request("ping")
    }
}
