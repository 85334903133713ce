import TestSupport
import Testing

/// The request of each command, and the output for its reply, with a scripted server.
@Suite struct RequestTests {
    private let tabctl: Tabctl

    init() throws { tabctl = try Tabctl() }

    struct Case: CustomTestStringConvertible, Sendable {
        let command: String
        /// The members of the request after its id.
        let request: String
        /// The value of `ok` in the reply.
        let ok: String
        /// The output on a terminal.
        let text: String

        init(_ command: String, _ request: String, ok: String = #"{"revision":7}"#, text: String = "") {
            self.command = command
            self.request = request
            self.ok = ok
            self.text = text
        }

        var testDescription: String { command }
    }

    static let cases = [
        Case("select flash", #""verb":"select","tab":"flash""#, ok: #"{"tab":"flash","revision":7}"#, text: "flash\n"),
        Case("badge home 3", #""verb":"badge","tab":"home","badge":{"count":3}"#),
        Case("badge home 0", #""verb":"badge","tab":"home","badge":{"count":0}"#),
        Case("badge home --text new", #""verb":"badge","tab":"home","badge":{"text":"new"}"#),
        Case("badge home --dot", #""verb":"badge","tab":"home","badge":{"dot":true}"#),
        Case("badge home --clear", #""verb":"badge","tab":"home","badge":null"#),
        Case("show tea --clear", #""verb":"show","tab":"tea","text":null"#),
        Case("push day/today", #""verb":"push","route":"day/today""#),
        Case("push --tab growth day", #""verb":"push","tab":"growth","route":"day""#),
        Case("pop", #""verb":"pop""#), Case("pop --tab growth", #""verb":"pop","tab":"growth""#),
        Case("root", #""verb":"root""#), Case("root --tab growth", #""verb":"root","tab":"growth""#),
        Case(
            "open growth/day/today", #""verb":"open","tab":"growth","route":"day/today""#,
            ok: #"{"tab":"growth","revision":7}"#, text: "growth\n"),
        Case(
            "open growth", #""verb":"open","tab":"growth","route":"""#, ok: #"{"tab":"growth","revision":7}"#,
            text: "growth\n"),
        Case("action new-note", #""verb":"action","action":"new-note""#),
        Case("sheet show search", #""verb":"sheet","tab":"search""#),
        Case("sheet dismiss", #""verb":"sheet","tab":null"#),
        Case("menu open create", #""verb":"menu","tab":"create""#), Case("menu close", #""verb":"menu","tab":null"#),
        Case("bar minimize", #""verb":"bar","minimized":true"#),
        Case("bar expand", #""verb":"bar","minimized":false"#),
        Case(
            "press flash", #""verb":"press","name":"flash""#,
            ok: #"{"id":"panel/tab/flash","label":"Flash tab, quick","revision":7}"#,
            text: "pressed \"Flash tab, quick\"\n"),
        Case(
            "accessibility", #""verb":"accessibility""#,
            ok:
                #"{"tree":{"role":"window","label":"tabshell","children":[{"role":"tab","label":"A","selected":true}]}}"#,
            text: "window \"tabshell\"\n  tab \"A\" selected\n"),
        Case("focus", #""verb":"focus""#), Case("focus next", #""verb":"focus","move":"next""#),
        Case("focus leave", #""verb":"focus","move":"leave""#),
        Case("appearance dark", #""verb":"appearance","appearance":"dark""#),
        Case("appearance light", #""verb":"appearance","appearance":"light""#),
        Case("contrast more", #""verb":"preferences","contrast":"more""#),
        Case("motion reduced", #""verb":"preferences","motion":"reduced""#),
        Case("transparency standard", #""verb":"preferences","transparency":"standard""#),
        Case("text-scale 1.3", #""verb":"preferences","text_scale":1.3"#),
        Case("speech on", #""verb":"preferences","speech":true"#),
        Case("speech off", #""verb":"preferences","speech":false"#),
        Case("speech --default", #""verb":"preferences","speech":null"#),
        Case("text-scale --default", #""verb":"preferences","text_scale":null"#),
        Case("look swift-kit", #""verb":"look","look":"swift-kit""#, ok: #"{"look":"swift-kit","revision":7}"#),
        Case(
            "tab add --desktop org.gnome.TextEditor", #""verb":"tab_add","desktop":"org.gnome.TextEditor""#,
            ok: #"{"tab":"editor","revision":7}"#, text: "editor\n"),
        Case(
            "tab add --id x --title X --icon star --app-id a --app-id b --before home --select",
            #""verb":"tab_add","tab":"x","title":"X","icon":"star","app_ids":["a","b"],"position":{"before":"home"},"select":true"#,
            ok: #"{"tab":"x","revision":7}"#, text: "x\n"),
        Case("restart x", #""verb":"restart","tab":"x""#),
        Case("tab remove x", #""verb":"tab_remove","tab":"x""#),
        Case("tab move x --at 2", #""verb":"tab_move","tab":"x","position":{"at":2}"#),
        Case("tab move x --after y", #""verb":"tab_move","tab":"x","position":{"after":"y"}"#),
        Case(
            "tab add --id x --replace y", #""verb":"tab_add","tab":"x","position":{"replace":"y"}"#,
            ok: #"{"tab":"x","revision":7}"#, text: "x\n"),
        Case(
            "tab set x --title T --url a.example",
            #""verb":"tab_add","tab":"x","title":"T","url":"a.example","position":{"replace":"x"}"#,
            ok: #"{"tab":"x","revision":7}"#, text: "x\n"),
        Case("tab move x --first", #""verb":"tab_move","tab":"x","position":{"at":1}"#),
        Case("tab move x --last", #""verb":"tab_move","tab":"x""#),
        Case(
            "adopt --list", #""verb":"windows""#,
            ok:
                #"{"windows":[{"app_id":"a","title":"A b","focused":false},{"app_id":"long","title":"","focused":true}]}"#,
            text: "  a     A b\n* long\n"),
        Case(
            "save", #""verb":"save""#, ok: #"{"file":"/c/tabs.toml","changed":true,"revision":7}"#,
            text: "saved to /c/tabs.toml\n"),
        Case(
            "save", #""verb":"save""#, ok: #"{"file":"/c/tabs.toml","changed":false,"revision":7}"#,
            text: "nothing to save\n"),
        Case("looks", #""verb":"looks""#, ok: #"{"looks":["a","b"],"look":"b"}"#, text: "  a\n* b\n"),
        Case(
            "tabs", #""verb":"tabs""#,
            ok: #"{"tabs":[\#(Tabctl.tab("a")),\#(Tabctl.tab("long", role: "search"))],"selection":"a"}"#,
            text: "* a     a     page\n  long  long  search\n"),
        Case(
            "reload", #""verb":"reload""#, ok: #"{"changed":true,"revision":7}"#,
            text: "the new configuration is in force\n"),
        Case("reload", #""verb":"reload""#, ok: #"{"changed":false,"revision":7}"#, text: "nothing changed\n"),
    ]

    @Test(arguments: cases) func commandSendsRequestAndPrintsReply(example: Case) throws {
        try tabctl.startServer(saying: [Tabctl.hello, #"{"id":1,"ok":\#(example.ok)}"#])
        #expect(try tabctl.onTerminal(example.command) == (.code(0), example.text))
        let request = "{\"id\":1,\(example.request)}\n"
        try waitUntil("the request: \(tabctl.requests)") { tabctl.requests == request }
        // Without a terminal, and with --json, the output is the reply itself.
        let result = try tabctl.bash("$tabctl \(example.command)")
        #expect(result.exit == .code(0) && result.errors.isEmpty)
        #expect(result.output == example.ok + "\n")
        #expect(try tabctl.onTerminal("\(example.command) --json") == (.code(0), example.ok + "\n"))
    }

    /// The named window, or the focused one, becomes a tab.
    @Test(arguments: [("adopt", "b"), ("adopt a", "a"), ("adopt --delay 0.01", "b")])
    func windowIsAdopted(command: String, appID: String) throws {
        let windows = ["a", "b"].map { #"{"app_id":"\#($0)","title":"","focused":\#($0 == "b")}"# }.joined(
            separator: ",")
        let programs = #"{"program":"page:y","window":"z"},{"program":"panel","window":null}"#
        let replies = [
            #"{"id":1,"ok":{"windows":[\#(windows)]}}"#, #"{"id":2,"ok":{"programs":[\#(programs)]}}"#,
            #"{"id":3,"ok":{"tab":"x","revision":7}}"#,
        ]
        try tabctl.startServer(saying: [Tabctl.hello] + replies)
        #expect(try tabctl.onTerminal(command) == (.code(0), "x\n"))
        let requests = """
            {"id":1,"verb":"windows"}
            {"id":2,"verb":"state"}
            {"id":3,"verb":"tab_add","app_ids":["\(appID)"],"select":true}

            """
        try waitUntil("the requests: \(tabctl.requests)") { tabctl.requests == requests }
        let refusal = try tabctl.bash("$tabctl adopt c")
        #expect(refusal.exit == .code(1) && refusal.errors.contains("has the app ID \"c\"; available: a, b"))
    }

    /// A window that a tab's program has opened becomes that tab's page, and any window the page of a named tab.
    @Test(arguments: [("adopt", "y"), ("adopt --tab w", "w")])
    func windowIsAdoptedByATab(command: String, tab: String) throws {
        let replies = [
            #"{"id":1,"ok":{"windows":[{"app_id":"b","title":"","focused":true}]}}"#,
            #"{"id":2,"ok":{"programs":[{"program":"page:y","window":"b"}]}}"#, #"{"id":3,"ok":{"revision":7}}"#,
        ]
        try tabctl.startServer(saying: [Tabctl.hello] + replies)
        #expect(try tabctl.onTerminal(command) == (.code(0), "\(tab)\n"))
        try waitUntil("the requests: \(tabctl.requests)") {
            tabctl.requests.hasSuffix(
                #"{"id":3,"verb":"tab_window","tab":"\#(tab)","app_ids":["b"],"select":true}"# + "\n")
        }
    }

    @Test(arguments: [
        ("growth", #""growth","route":"""#), ("growth/", #""growth","route":"""#),
        ("tabshell:growth", #""growth","route":"""#), ("tabshell:growth/day", #""growth","route":"day""#),
        ("TabShell://growth/day/", #""growth","route":"day""#),
        ("tabshell:growth/a%20b/%C3%BC", #""growth","route":"a b/ü""#),
        ("growth/a%20b?c#d", #""growth","route":"a%20b?c#d""#),
    ])
    func links(link: String, arguments: String) throws {
        try tabctl.startServer(saying: [Tabctl.hello, #"{"id":1,"ok":{"tab":"growth","revision":7}}"#])
        #expect(try tabctl.run("open", link).exit == .code(0))
        let request = #"{"id":1,"verb":"open","tab":\#(arguments)}"# + "\n"
        try waitUntil("the request: \(tabctl.requests)") { tabctl.requests == request }
    }

    @Test func onlyMenuNeedsNoName() throws {
        let one = ["tabs": "[\(Tabctl.tab("home")),\(Tabctl.tab("create", role: "action", menu: ["note"]))]"]
        try tabctl.startServer(
            saying: [Tabctl.hello, try Tabctl.state(with: one), #"{"id":2,"ok":{"revision":7}}"#])
        #expect(try tabctl.run("menu", "open").output == #"{"revision":7}"# + "\n")
        try waitUntil("the request: \(tabctl.requests)") {
            tabctl.requests.hasSuffix(#"{"id":2,"verb":"menu","tab":"create"}"# + "\n")
        }
    }

    @Test func oneOfSeveralMenusMustBeNamed() throws {
        let tabs = ["one", "two"].map { Tabctl.tab($0, role: "action", menu: ["note"]) }
        try tabctl.startServer(
            saying: [Tabctl.hello, try Tabctl.state(with: ["tabs": "[\(tabs.joined(separator: ","))]"])])
        let result = try tabctl.run("menu", "open")
        #expect(result.exit == .code(2))
        #expect(
            result.errors == """
                tabctl: several tabs have a menu; name one: one, two
                Usage: tabctl menu open [options] [<tab>]
                See tabctl menu open --help.

                """)
    }

    @Test func menuOpenFailsWithoutMenus() throws {
        try tabctl.startServer(saying: [Tabctl.hello, try Tabctl.state(with: [:])])
        let result = try tabctl.run("menu", "open")
        #expect(result.exit == .code(1))
        #expect(result.errors == "tabctl: no tab has a menu; add actions = [\"…\"] to a [[tabs]]\n")
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

    @Test func lookIsPrinted() throws {
        try tabctl.startServer(saying: [Tabctl.hello, #"{"id":1,"ok":{"looks":["a","b"],"look":"b"}}"#])
        #expect(try tabctl.onTerminal("look") == (.code(0), "b\n"))
        #expect(try tabctl.run("look").output == #"{"look":"b"}"# + "\n")
    }

    @Test(arguments: [["reload"], ["look", "swift-kit"]]) func eachConfigurationErrorHasItsLine(arguments: [String])
        throws
    {
        let refusal = #"{"code":"invalid_configuration","message":"a: b","data":{"errors":["a: one","b: two"]}}"#
        try tabctl.startServer(saying: [Tabctl.hello, #"{"id":1,"error":\#(refusal)}"#])
        let process = try tabctl.start(arguments)
        #expect(try process.waitForExit() == .code(1))
        #expect(process.output.isEmpty)
        #expect(
            process.errorOutput
                == "tabctl: the configuration has errors; the old one stays in force\na: one\nb: two\n")
    }

    @Test(arguments: ["tabs", "looks", "look"]) func incompleteReplyExitsWithFour(command: String) throws {
        try tabctl.startServer(saying: [Tabctl.hello, #"{"id":1,"ok":{}}"#])
        let result = try tabctl.onTerminal(command)
        #expect(result.exit == .code(4))
        #expect(result.output.contains("invalid reply"))
    }
}
