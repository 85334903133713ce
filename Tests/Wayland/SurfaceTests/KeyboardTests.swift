import FakeCompositor
import Gestures
import StageTestSupport
import Testing

@testable import SurfaceKit

@Suite struct KeyboardTests {
    @Test func interactivityCanBeChanged() throws {
        for version in 1...5 as ClosedRange<UInt32> {
            let (local, menu, fake, _) = try LocalSession.showing(
                as: .overlay(namespace: "menu"), versions: ["zwlr_layer_shell_v1": version])
            let frames = fake.frameCount
            for (wish, value) in [
                (.exclusive, 1), (.none, 0), (.onDemand, version >= 4 ? 2 : 0), (.exclusive, 1),
            ] as [(KeyboardInteractivity, Int)] {
                let held = menu.setKeyboardInteractivity(wish)
                #expect(held == (wish == .onDemand && version < 4 ? .none : wish))
                try local.settle()
                #expect(fake.layer?.keyboardInteractivity == value)
                #expect(fake.journal.last == "commit")
            }
            #expect(fake.frameCount == frames)
            // A hidden menu with exclusive interactivity would block all other surfaces' keys.
            menu.isHidden = true
            try local.settle()
            #expect(fake.layer?.keyboardInteractivity == 0)
            menu.isHidden = false
            try local.rest()
            #expect(fake.layer?.keyboardInteractivity == 1)
            let said = fake.journal.filter { $0 == "set_keyboard_interactivity" }.count
            menu.setKeyboardInteractivity(.exclusive)
            try local.settle()
            #expect(fake.journal.filter { $0 == "set_keyboard_interactivity" }.count == said)
        }
    }

    @Test func surfaceBelowTheWindowsIsFocusedAsAWindow() throws {
        // Before version 4, 1 means that there, and a change at the press comes too late for the compositor.
        for version in 1...5 as ClosedRange<UInt32> {
            let (local, page, fake, _) = try LocalSession.showing(
                as: .filling(namespace: "page", layer: .bottom), versions: ["zwlr_layer_shell_v1": version])
            page.setKeyboardInteractivity(.onDemand)
            try local.rest()
            #expect(fake.layer?.keyboardInteractivity == (version >= 4 ? 2 : 1))
        }
    }

    @Test func releasedKeyboardIsTakenAgainOnceItHasLeft() throws {
        let (local, page, fake, _) = try LocalSession.showing(as: .overlay(namespace: "page")) { $0.setCapabilities(7) }
        func release() throws {
            page.setKeyboardInteractivity(.exclusive)
            try local.settle()
            page.releaseKeyboard()
            page.setKeyboardInteractivity(.onDemand)
            try local.settle()
        }
        for hasFocus in [true, false] {
            if hasFocus { local.compositor.keyboardEnters(fake) }
            try release()
            #expect(fake.layer?.keyboardInteractivity == (hasFocus ? 0 : 2))
            if hasFocus { local.compositor.keyboardLeaves(fake) }
            try local.settle()
            #expect(fake.layer?.keyboardInteractivity == 2)
        }
        // It comes in front of the windows again before the keyboard has left.
        local.compositor.keyboardEnters(fake)
        try release()
        page.setKeyboardInteractivity(.exclusive)
        try local.settle()
        local.compositor.keyboardLeaves(fake)
        try local.settle()
        #expect(fake.layer?.keyboardInteractivity == 1)
        // The keyboard is unplugged.
        local.compositor.keyboardEnters(fake)
        try release()
        local.compositor.setCapabilities(1)
        try local.settle()
        #expect(fake.layer?.keyboardInteractivity == 2)
        page.setKeyboardInteractivity(.exclusive)
        page.releaseKeyboard()
        page.destroy()
        try local.settle()
    }

    @Test func windowTakesFocusOnDemand() throws {
        let (local, bar, _, _) = try LocalSession.showing(role: .window(title: "bar", appID: "bar", height: 100))
        #expect(bar.setKeyboardInteractivity(.exclusive) == .onDemand)
        try local.rest()
    }

    @Test func keysFollowTheKeymapAndTheFocus() throws {
        let (local, menu, fake, content) = try LocalSession.showing(as: .overlay(namespace: "menu")) {
            $0.setCapabilities(7)
        }
        try local.compositor.setKeymap(of: local.client)
        local.compositor.keyboardEnters(fake)
        let codes: [(UInt32, Key)] = [
            (1, .escape), (15, .tab), (28, .activate), (57, .activate), (96, .activate), (102, .home), (103, .up),
            (104, .pageUp), (105, .left), (106, .right), (107, .end), (108, .down), (109, .pageDown),
        ]
        for (code, _) in codes { local.compositor.type(code, client: local.client) }
        // Letters and codes without a key are ignored.
        for code in [30, 700, .max] as [UInt32] { local.compositor.type(code, client: local.client) }
        for code in [15, 16] as [UInt32] { local.compositor.type(code, modifiers: 1, client: local.client) }
        try local.settle()
        #expect(content.events == codes.map { .key($0.1) } + [.key(.backtab), .key(.backtab)])
        let count = content.events.count
        menu.destroy()
        local.compositor.type(1, client: local.client)
        local.compositor.keyboardLeaves(fake)
        try local.settle()
        #expect(content.events.count == count)
    }

    /// Keys that scroll or move the focus repeat at the compositor's rate while they are held; others do not.
    @Test func heldKeysRepeat() throws {
        let (local, _, fake, content) = try LocalSession.showing(as: .overlay(namespace: "page")) {
            $0.setCapabilities(7)
        }
        try local.compositor.setKeymap(of: local.client)
        local.compositor.setRepeat(rate: 500, delay: 1, of: local.client)
        local.compositor.keyboardEnters(fake)
        func count(_ key: Key) -> Int { content.events.count { $0 == .key(key) } }
        for (code, key) in [(108, .down), (109, .pageDown), (15, .tab)] as [(UInt32, Key)] {
            local.compositor.key(code, isPressed: true, client: local.client)
            try local.waitUntil("\(key) to repeat") { count(key) > 3 }
            local.compositor.key(code, isPressed: false, client: local.client)
            try local.settle()
            let released = count(key)
            // Another key is held, which does not repeat.
            local.compositor.key(28, isPressed: true, client: local.client)
            try local.pass(20_000_000)
            local.compositor.key(28, isPressed: false, client: local.client)
            #expect(count(key) == released)
        }
        #expect(count(.activate) == 3)
    }
}
