// SPDX-License-Identifier: MIT

import FakeCompositor
import TestSupport
import Testing

@testable import SurfaceKit

@Suite("The windows of other programs")
struct WindowWatcherTests {
    private static let manager = "zwlr_foreign_toplevel_manager_v1"

    /// A session, and what its watcher has told.
    private final class Eye {
        let local: LocalSession
        let watcher: ForeignToplevelManager
        var seen: [ToplevelInfo] = []
        var closed: [UInt64] = []
        var hasFinished = false

        init(version: UInt32 = 3) throws {
            local = try LocalSession(versions: [WindowWatcherTests.manager: version])
            // Who does not ask is not woken.
            #expect(local.client.objects(WindowWatcherTests.manager).isEmpty)
            watcher = try #require(ForeignToplevelManager(local.connection))
            watcher.onChange = { [unowned self] in seen.append($0) }
            watcher.onClosed = { [unowned self] in closed.append($0) }
            watcher.onFinished = { [unowned self] in hasFinished = true }
            try local.waitUntil("the manager") { !local.client.objects(WindowWatcherTests.manager).isEmpty }
        }

        func open(_ appID: String, title: String = "", states: [UInt32] = []) throws -> FakeToplevel {
            let window = try #require(try local.compositor.openWindow(appID, title: title, states: states))
            try local.settle()
            return window
        }
    }

    @Test("a window is told of as a whole, once for each change")
    func changes() throws {
        let eye = try Eye()
        let window = try eye.open("org.example.One", title: "First", states: [2])
        var facts = ToplevelInfo(id: 1)
        facts.appID = "org.example.One"
        facts.title = "First"
        facts.isActivated = true
        facts.wasActivated = true
        #expect(eye.seen == [facts])
        window.tell(title: "Second")
        window.tell(states: [2, 3])
        try eye.local.settle()
        #expect(eye.seen.count == 1)
        window.done()
        try eye.local.settle()
        facts.title = "Second"
        facts.isFullscreen = true
        // It had the focus before.
        facts.wasActivated = false
        #expect(eye.seen.last == facts)
        _ = try eye.open("org.example.Two")
        #expect(eye.seen.last?.id == 2)
        window.close()
        try eye.local.settle()
        #expect(eye.closed == [1])
        #expect(!window.isAlive)
        #expect(eye.local.compositor.violations == [])
    }

    @Test("a focus that is gone when the window is told of was there nevertheless")
    func shortFocus() throws {
        let eye = try Eye()
        let window = try eye.open("one")
        window.tell(states: [2])
        window.tell(states: [])
        window.done()
        try eye.local.settle()
        #expect(eye.seen.last?.isActivated == false)
        #expect(eye.seen.last?.wasActivated == true)
        window.tell(title: "x")
        window.done()
        try eye.local.settle()
        #expect(eye.seen.last?.wasActivated == false)
        // Of states that are no states it makes nothing.
        window.tell(states: [77])
        window.done()
        try eye.local.settle()
        #expect(eye.seen.last?.isActivated == false)
    }

    @Test("a window is brought forward; one that has gone is not")
    func activating() throws {
        let eye = try Eye()
        let window = try eye.open("one")
        eye.watcher.activate(1)
        eye.watcher.activate(7)
        try eye.local.settle()
        #expect(window.activations == 1)
        window.close()
        try eye.local.settle()
        eye.watcher.activate(1)
        var isSettled = false
        eye.watcher.sync { isSettled = true }
        try eye.local.waitUntil("the answer") { isSettled }
        #expect(window.activations == 1)
    }

    @Test("a window fills its output, where the compositor knows how")
    func fullscreen() throws {
        for version in 1...3 as ClosedRange<UInt32> {
            let eye = try Eye(version: version)
            let window = try eye.open("one")
            eye.watcher.setFullscreen(1, true)
            eye.watcher.setFullscreen(1, false)
            eye.watcher.setFullscreen(2, true)
            try eye.local.settle()
            #expect(window.fullscreenRequests == (version >= 2 ? [true, false] : []))
            #expect(eye.local.compositor.violations == [])
        }
    }

    @Test("who looks away leaves nothing behind")
    func destroying() throws {
        let eye = try Eye()
        _ = try eye.open("one")
        let count = eye.seen.count
        eye.watcher.sync { Issue.record("it was called after the end") }
        eye.watcher.destroy()
        try eye.local.settle()
        #expect(eye.seen.count == count && eye.closed.isEmpty && !eye.hasFinished)
        #expect(eye.local.client.objects("zwlr_foreign_toplevel_handle_v1").isEmpty)
    }

    @Test("a compositor that tells no more takes all windows with it")
    func finishing() throws {
        let eye = try Eye()
        _ = try eye.open("one")
        _ = try eye.open("two")
        eye.local.client.objects(Self.manager).first?.send("finished")
        try eye.local.waitUntil("the end") { eye.hasFinished }
        #expect(eye.closed == [1, 2])
    }

    @Test("a compositor without the protocol is no fault")
    func missing() throws {
        #expect(ForeignToplevelManager(try LocalSession().connection) == nil)
    }

    @Test("a surface goes to another layer where the compositor knows how")
    func layers() throws {
        for version in 1...4 as ClosedRange<UInt32> {
            let local = try LocalSession(versions: ["zwlr_layer_shell_v1": version])
            let (bar, fake) = try local.surface(.bar(), PlainContent())
            try local.rest()
            bar.setLayer(.overlay)
            bar.setLayer(.overlay)
            try local.settle()
            #expect(fake.journal.filter { $0 == "set_layer" }.count == (version >= 2 ? 1 : 0))
            #expect(fake.journal.last == "commit")
            #expect(local.compositor.violations == [])
        }
    }
}
