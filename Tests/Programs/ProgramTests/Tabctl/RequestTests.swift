import TestSupport
import Testing

/// The request of each command, and the output for its reply, with a scripted server.
@Suite struct RequestTests {
    private let tabctl: Tabctl

    init() throws { tabctl = try Tabctl() }

    /// A line of `Golden/requests.txt` is a command, and the replies between arrows: a value of `ok`, or a line in quotes. Without
    /// any there is one with a revision. Below it are its requests, what a person sees, and a script's output but for the last reply.
    @Test func commandsSendTheirRequestsAndPrintTheReplies() throws {
        let (reviewed, played) = try playScript("requests") { line in
            if line.isEmpty || line.hasPrefix("#") { return [] }
            let tabctl = try Tabctl()
            let parts = line.components(separatedBy: " <- ")
            let replies = parts.count > 1 ? Array(parts[1...]) : [#"{"revision":7}"#]
            let lines = replies.enumerated().map { number, reply in
                reply.hasPrefix("'") ? String(reply.dropFirst().dropLast()) : "{\"id\":\(number + 1),\"ok\":\(reply)}"
            }
            try tabctl.startServer(saying: [Tabctl.hello] + lines)
            let shown = try tabctl.onTerminal(parts[0])
            try waitUntil("the requests: \(tabctl.requests)") {
                tabctl.requests.split(separator: "\n").count == replies.count
            }
            var outcome = tabctl.requests.split(separator: "\n").map { "→ \($0)" }
            outcome += shown.output.split(separator: "\n").map(String.init)
            if shown.exit != .code(0) { outcome.append("exit \(shown.exit)") }
            // Without a terminal, and with --json, the output is the reply itself.
            let script = try tabctl.bash("$tabctl \(parts[0])")
            #expect(script.exit == shown.exit || shown.exit == .code(4))
            if script.output != replies[replies.count - 1] + "\n" {
                outcome += script.output.split(separator: "\n").map { "json: \($0)" }
            }
            if shown.exit == .code(0) {
                #expect(script.errors.isEmpty)
                #expect(try tabctl.onTerminal("\(parts[0]) --json") == (.code(0), script.output))
            }
            return outcome
        }
        #expect(played == reviewed)
    }

    /// The only menu needs no name, and one of several must be named.
    @Test(
        arguments: [
            (["create"], 0, ""), ([], 1, "tabctl: no tab has a menu; add actions = [\"…\"] to a [[tabs]]\n"),
            (
                ["one", "two"], 2,
                "tabctl: several tabs have a menu; name one: one, two\nUsage: tabctl menu open [options]"
            ),
        ] as [([String], Int32, String)])
    func menuIsOpened(menus: [String], code: Int32, errors: String) throws {
        let tabs = [Tabctl.tab("home")] + menus.map { Tabctl.tab($0, role: "action", menu: ["note"]) }
        let state = try Tabctl.state(with: ["tabs": "[\(tabs.joined(separator: ","))]"])
        try tabctl.startServer(saying: [Tabctl.hello, state, #"{"id":2,"ok":{"revision":7}}"#])
        let result = try tabctl.run("menu", "open")
        #expect(
            result.exit == .code(code) && result.errors.hasPrefix(errors) && errors.isEmpty == result.errors.isEmpty)
        guard code == 0 else { return }
        #expect(result.output == #"{"revision":7}"# + "\n")
        try waitUntil("the request: \(tabctl.requests)") {
            tabctl.requests.hasSuffix(#"{"id":2,"verb":"menu","tab":"create"}"# + "\n")
        }
    }

    @Test(arguments: [("light", "dark"), ("dark", "light")]) func appearanceToggles(now: String, then: String) throws {
        let state = try Tabctl.state(with: ["appearance": #"{"value":"\#(now)","accepted_at":1}"#])
        try tabctl.startServer(saying: [Tabctl.hello, state, #"{"id":2,"ok":{"revision":7}}"#])
        #expect(try tabctl.onTerminal("appearance") == (.code(0), now + "\n"))
        #expect(try tabctl.run("appearance").output == #"{"appearance":"\#(now)"}"# + "\n")
        #expect(try tabctl.onTerminal("appearance toggle") == (.code(0), then + "\n"))
        try waitUntil("the request: \(tabctl.requests)") {
            tabctl.requests.hasSuffix(#"{"id":2,"verb":"appearance","appearance":"\#(then)"}"# + "\n")
        }
    }
}
