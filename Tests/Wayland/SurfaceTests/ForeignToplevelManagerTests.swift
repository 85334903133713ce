import FakeCompositor
import StageTestSupport
import TestSupport
import Testing

@testable import SurfaceKit

@Suite struct ForeignToplevelManagerTests {
    private static let manager = "zwlr_foreign_toplevel_manager_v1"

    private final class ToplevelSession {
        let local: LocalSession
        let watcher: ForeignToplevelManager
        var seen: [ToplevelInfo] = []
        var closed: [UInt64] = []
        var hasFinished = false

        init(version: UInt32 = 3) throws {
            local = try LocalSession(versions: [ForeignToplevelManagerTests.manager: version])
            // The manager is bound only on request.
            #expect(local.client.objects(ForeignToplevelManagerTests.manager).isEmpty)
            watcher = try #require(ForeignToplevelManager(local.connection))
            watcher.onChange = { [unowned self] in seen.append($0) }
            watcher.onClosed = { [unowned self] in closed.append($0) }
            watcher.onFinished = { [unowned self] in hasFinished = true }
            try local.waitUntil("the manager") { !local.client.objects(ForeignToplevelManagerTests.manager).isEmpty }
        }

        func open(_ appID: String, title: String = "", states: [UInt32] = []) throws -> FakeToplevel {
            let window = try #require(try local.compositor.openWindow(appID, title: title, states: states))
            try local.settle()
            return window
        }
    }

    @Test func changesAreReportedAtDone() throws {
        let session = try ToplevelSession()
        let window = try session.open("org.example.One", title: "First", states: [2])
        var facts = ToplevelInfo(id: 1)
        facts.appID = "org.example.One"
        facts.title = "First"
        facts.isActivated = true
        facts.wasActivated = true
        #expect(session.seen == [facts])
        window.tell(title: "Second")
        window.tell(states: [2, 3])
        try session.local.settle()
        #expect(session.seen.count == 1)
        window.done()
        try session.local.settle()
        facts.title = "Second"
        facts.isFullscreen = true
        // The window already had the focus.
        facts.wasActivated = false
        #expect(session.seen.last == facts)
        _ = try session.open("org.example.Two")
        #expect(session.seen.last?.id == 2)
        window.close()
        try session.local.settle()
        #expect(session.closed == [1])
        #expect(!window.isAlive)
    }

    @Test func briefFocusIsReported() throws {
        let session = try ToplevelSession()
        let window = try session.open("one")
        window.tell(states: [2])
        window.change(states: [])
        try session.local.settle()
        #expect(session.seen.last?.isActivated == false)
        #expect(session.seen.last?.wasActivated == true)
        window.change(title: "x")
        try session.local.settle()
        #expect(session.seen.last?.wasActivated == false)
        // Unknown states are ignored.
        window.change(states: [77])
        try session.local.settle()
        #expect(session.seen.last?.isActivated == false)
    }

    @Test func windowsCanBeActivated() throws {
        let session = try ToplevelSession()
        let window = try session.open("one")
        session.watcher.activate(1)
        session.watcher.activate(7)
        try session.local.settle()
        #expect(window.activations == 1)
        window.close()
        try session.local.settle()
        session.watcher.activate(1)
        var isSettled = false
        session.watcher.sync { isSettled = true }
        try session.local.waitUntil("the answer") { isSettled }
        #expect(window.activations == 1)
    }

    @Test(arguments: 1...3 as ClosedRange<UInt32>) func windowsCanBeMaximizedAndMadeFullscreen(version: UInt32) throws {
        let session = try ToplevelSession(version: version)
        #expect(session.watcher.knowsChildren == (version == 3))
        let window = try session.open("one")
        #expect(session.seen.last?.isMaximized == false)
        // A second window does not exist.
        for (id, isSet) in [(1, true), (1, false), (2, true)] as [(UInt64, Bool)] {
            session.watcher.setFullscreen(id, isSet)
            session.watcher.setMaximized(id, isSet)
        }
        try session.local.settle()
        #expect(window.fullscreenRequests == (version >= 2 ? [true, false] : []))
        #expect(window.maximizedRequests == [true, false])
        window.change(states: [0])
        try session.local.settle()
        #expect(session.seen.last?.isMaximized == true)
    }

    @Test func parentIsReported() throws {
        let session = try ToplevelSession()
        let window = try session.open("one")
        let dialog = try session.open("dialog")
        #expect(session.seen.last?.parent == nil)
        dialog.tell(parent: window)
        dialog.done()
        try session.local.settle()
        #expect(session.seen.last?.parent == 1)
        dialog.tell(parent: nil)
        dialog.done()
        try session.local.settle()
        #expect(session.seen.last?.id == 2 && session.seen.last?.parent == nil)
        // A parent whose handle is gone does not count.
        dialog.tell(parent: window)
        window.close()
        dialog.done()
        try session.local.settle()
        #expect(session.closed == [1])
    }

    @Test func destroyReleasesAllObjects() throws {
        let session = try ToplevelSession()
        _ = try session.open("one")
        let count = session.seen.count
        session.watcher.sync { Issue.record("it was called after the end") }
        session.watcher.destroy()
        try session.local.settle()
        #expect(session.seen.count == count && session.closed.isEmpty && !session.hasFinished)
        #expect(session.local.client.objects("zwlr_foreign_toplevel_handle_v1").isEmpty)
    }

    @Test func finishedClosesAllWindows() throws {
        let session = try ToplevelSession()
        _ = try session.open("one")
        _ = try session.open("two")
        for _ in 0..<2 { session.local.client.objects(Self.manager).first?.send("finished") }
        try session.local.waitUntil("the end") { session.hasFinished }
        #expect(session.closed == [1, 2])
    }

    /// A round trip whose answer arrived after the list had ended, and its object with it, ended the panel.
    @Test func roundTripsEndWithTheListOfWindows() throws {
        let local = try LocalSession(versions: [Self.manager: 3])
        var watcher = ForeignToplevelManager(local.connection)
        watcher?.onFinished = { watcher = nil }
        try local.waitUntil("the manager") { !local.client.objects(Self.manager).isEmpty }
        // The request is not sent yet, so the answer follows the end.
        watcher?.sync { Issue.record("it was called after the end") }
        local.client.objects(Self.manager).first?.send("finished")
        try local.waitUntil("the end") { watcher == nil }
        try local.settle()
    }

    @Test func missingProtocolReturnsNil() throws {
        #expect(ForeignToplevelManager(try LocalSession().connection) == nil)
    }

    /// Hyprland 0.57 ignores it before the first buffer, after which it is set again.
    @Test(arguments: [1, 2] as [UInt32]) func layerCanBeChanged(version: UInt32) throws {
        let local = try LocalSession(versions: ["zwlr_layer_shell_v1": version])
        let (bar, fake) = try local.surface(.bar(), PlainContent())
        for layer in [.overlay, .overlay, .top] as [LayerPlacement.Layer] {
            bar.setLayer(layer)
            try local.rest()
        }
        let requests = fake.journal.filter { ["set_layer", "attach"].contains($0) }
        #expect(requests == (version >= 2 ? ["set_layer", "attach", "set_layer", "set_layer"] : ["attach"]))
    }
}
