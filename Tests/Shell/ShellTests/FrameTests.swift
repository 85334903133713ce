// SPDX-License-Identifier: MIT

import TestSupport
import Testing

extension ShellTests {
    /// The requests of the programs, from their protocol logs.
    @Suite struct Frames {
        @Test(.measurement) func transitionCommitsOncePerFrame() throws {
            var options = ShellSession.Options()
            options.isTraced = true
            let shell = try ShellSession(options)
            try shell.waitUntilIdle()
            for (from, to) in [("home", "growth"), ("growth", "flash"), ("flash", "home")] {
                let before = try ShellSession.names.map { try shell.log($0).entries.count }
                try shell.select(to)
                try shell.waitUntilIdle()
                for (name, start) in zip(ShellSession.names, before) {
                    let log = try shell.log(name)
                    let isMoving = ["panel", "page:\(from)", "page:\(to)"].contains(name)
                    try check(
                        log, name, since: log.entries[start - 1].time, isMoving: isMoving,
                        conceals: name == "page:\(from)", rests: name == "page:\(to)")
                }
            }
            try shell.waitUntilIdle(quiet: 3)
        }

        /// - Parameter rests: true for the page that comes: it may become opaque in the end without being drawn.
        private func check(
            _ log: ProtocolLog, _ name: String, since start: UInt64, isMoving: Bool, conceals: Bool, rests: Bool
        ) throws {
            let namespace = name == "panel" ? "tabshell-bar" : "tabshell-page"
            let role = try #require(log.layerSurfaces.first { $0.namespace.hasPrefix(namespace) })
            let surface = role.surface
            let callbacks = log.frameCallbacks(of: surface).filter { $0.requested > start }
            // The commits that belong neither to a frame nor to a configure: sway configures all surfaces again when one enters
            // another layer, as a page does that comes or goes.
            var others = 0
            var isExplained = false
            for entry in log.entries where entry.time > start && entry.isRequest {
                switch (entry.object, entry.message) {
                case (surface, "frame"), (role.layerSurface, "ack_configure"): isExplained = true
                case (surface, "commit"):
                    if !isExplained { others += 1 }
                    isExplained = false
                default: break
                }
            }
            guard isMoving else {
                #expect(others == 0 && callbacks.isEmpty, "\(name) moved")
                return
            }
            #expect(conceals ? others == 1 : others == 0 || rests && others == 1, "\(name): \(others)")
            #expect(callbacks.count >= 3, "\(name)")
            // 0.2 s at 60 Hz, one frame before, one after, and one that began between; and the frames of data that a
            // page has loaded.
            let most = name == "panel" ? 15 : 20
            #expect(callbacks.count <= most, "\(name) drew \(callbacks.count) frames")
            for (callback, next) in zip(callbacks, callbacks.dropFirst()) {
                let done = try #require(callback.done, "\(name) drew before its frame callback")
                #expect(done <= next.requested, "\(name) drew before its frame callback")
            }
        }

        @Test func shadowIsOutsideZoneAndInputRegion() throws {
            var options = ShellSession.Options()
            options.isTraced = true
            let shell = try ShellSession(options)
            try shell.waitUntilIdle()
            let log = try shell.log("panel")
            let bar = try #require(log.layerSurfaces.first { $0.namespace == "tabshell-bar" })
            #expect(log.exclusiveZones(of: bar.layerSurface) == [119])
            #expect(log.inputRegion(of: bar.surface) == [.init(x: 0, y: 33, width: 428, height: 119)])
            for page in BarPixels.tabs.dropFirst() {
                let log = try shell.log("page:\(page)")
                let surface = try #require(log.layerSurfaces.first).surface
                #expect(log.inputRegion(of: surface) == [], "\(page) is hidden and takes input")
            }
        }

        @Test func programsExitWithTheCompositor() throws {
            var options = ShellSession.Options()
            options.isTraced = true
            let shell = try ShellSession(options)
            // The reply is lost with the compositor.
            try? shell.sway.swaymsg("exit")
            for (name, program) in shell.programs {
                #expect(try program.waitForExit() == .code(7), "\(name)")
            }
            #expect(shell.daemon.isRunning)
        }
    }
}
