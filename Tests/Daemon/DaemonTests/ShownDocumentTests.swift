// SPDX-License-Identifier: MIT

import ShellModel
import TestSupport
import Testing

/// Documents that clients show in tabs, and the programs that draw them.
@Suite struct ShownDocumentTests {
    @Test func viewerShowsADocumentAndItsSenderHearsOfLinks() throws {
        let daemon = try TestDaemon()
        let page = try daemon.client(subscribedTo: "followed")
        try page.request("register", ["program": "page:home"])
        #expect(try page.refusal(of: #"{"verb":"register","program":"show:home"}"#) != nil)
        try page.request("show", ["tab": "home", "text": "# A\n\n[Go](event:go)"])
        let viewer = try daemon.client()
        try viewer.request("register", ["program": "show:home", "describes": true])
        #expect(try viewer.state().shown["home"] == ShownDocument("# A\n\n[Go](event:go)"))
        #expect(try viewer.state().status(of: .viewer("home"))?.phase == .alive)
        try viewer.request("follow", ["tab": "home", "name": "go"])
        let event = try page.expect(event: "followed")
        let followed = try #require(event["followed"] as? [String: Any])
        #expect(followed["tab"] as? String == "home" && followed["name"] as? String == "go")
        try page.request("show", ["tab": "home", "text": "b", "format": "text"])
        #expect(try viewer.state().shown["home"] == ShownDocument("b", .text))
        // Without a document there is no viewer.
        try page.request("show", ["tab": "home", "text": nil as String? as Any])
        #expect(try page.state().shown == [:])
        #expect(try page.state().status(of: .viewer("home")) == nil)
        #expect(try page.refusal(of: #"{"verb":"follow","tab":"home","name":"go"}"#)?.code == "not_applicable")
        #expect(try daemon.client().refusal(of: #"{"verb":"register","program":"show:home"}"#)?.code == "unknown_tab")
    }

    @Test func whatAViewerShowsIsInTheAccessibilityTree() throws {
        let daemon = try TestDaemon()
        let page = try daemon.client()
        try page.request("register", ["program": "page:home"])
        try page.request("show", ["tab": "home", "text": "a"])
        let viewer = try daemon.client()
        try viewer.request("register", ["program": "show:home", "describes": true])
        try page.send(line: #"{"id":1,"verb":"accessibility"}"#)
        let serial = try #require(try viewer.expect(event: "describe")["serial"] as? Int)
        try viewer.request("describe", ["serial": serial, "node": ["role": "tabPanel", "label": "Tea"]])
        let reply = try page.expect(reply: 1)
        #expect("\(reply)".contains("show:home") && "\(reply)".contains("Tea"))
    }

    @Test func programThatDrawsShowsNone() throws {
        let daemon = try TestDaemon()
        let page = try daemon.client()
        try page.request("register", ["program": "page:home", "describes": true])
        let client = try daemon.client()
        #expect(try client.refusal(of: #"{"verb":"show","tab":"home","text":"a"}"#)?.code == "not_applicable")
        try client.request("show", ["tab": "flash", "text": "a"])
        let long = String(repeating: "x", count: ShownDocument.maximumBytes + 1)
        #expect(
            try client.refusal(of: #"{"verb":"show","tab":"flash","text":"\#(long)"}"#)?.code == "invalid_argument")
        #expect(try client.state().shown.keys.sorted { $0.rawValue < $1.rawValue } == ["flash"])
    }

    @Test func documentGoesWhenAProgramRegistersThatDraws() throws {
        let daemon = try TestDaemon()
        let (client, page) = (try daemon.client(), try daemon.client())
        for (tab, describes) in [("home", true), ("flash", false)] {
            try client.request("show", ["tab": tab, "text": "a"])
            try daemon.client().request("register", ["program": "show:\(tab)", "describes": true])
            #expect(try client.state().shown[TabID(rawValue: tab)] != nil)
            try (tab == "home" ? page : client).request("register", ["program": "page:\(tab)", "describes": describes])
        }
        #expect(try client.state().shown.keys.map(\.rawValue) == ["flash"])
    }

    /// The daemon starts a viewer beside the program, and ends it with the document of a program that has ended.
    @Test func documentEndsWithTheProgramThatHasSentIt() throws {
        let pages = try ScriptedPages(
            """
            connect()
            say(id=2, verb="show", tab=tab, text="run " + str(os.getpid()))
            while not os.path.exists(f"{home}/end-{tab}"): time.sleep(0.02)
            os.remove(f"{home}/end-{tab}")
            """)
        let daemon = try pages.start()
        let first = try daemon.wait(for: .page("a"), .alive)
        let text = "run \(try #require(first.pid))"
        try waitUntil("the document") { try daemon.state.shown["a"]?.text == text }
        // It has no compositor, and waits for one.
        try daemon.wait(for: .viewer("a"), "started") { $0.phase != .absent }
        let client = try daemon.client(subscribedTo: "shown")
        try pages.home.write("", to: "end-a")
        // The page of the other tab may show its own meanwhile.
        while try (client.expect(event: "shown")["shown"] as? [String: Any])?["a"] != nil {}
        // The next one shows its own.
        let second = try daemon.wait(for: .page("a"), .alive, restarts: 1)
        try waitUntil("the next document") { try daemon.state.shown["a"]?.text == "run \(second.pid ?? 0)" }
        // One whose command line is another one, too.
        try pages.configure(["a", "b"], arguments: ["a": "x"])
        try client.request("reload")
        try waitUntil("the document of the changed program") {
            let state = try daemon.state
            return state.shown["a"]?.text == "run \(state.status(of: .page("a"))?.pid ?? 0)"
                && state.status(of: .page("a"))?.pid != second.pid
        }
    }
}
