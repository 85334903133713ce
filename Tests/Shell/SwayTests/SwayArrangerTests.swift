import EventLoop
import Foundation
import LoopTestSupport
import Posix
import ShellModel
import TestSupport
import Testing

@testable import Sway
@testable import WindowTabs

/// The arranger with a sway of which each message is scripted.
@Suite struct SwayArrangerTests {
    private final class Script {
        let loop: EventLoop
        let listener: FileDescriptor
        let arranger: SwayArranger
        var choices: [TabID] = []
        var covers: [Bool?] = []
        var windows: [TabID: WindowState] = [:]
        var urgent: [Set<String>] = []
        /// The number of times that the connection was made or lost.
        var connections = 0
        private let directory: TemporaryDirectory
        private var sway: FileDescriptor?
        private var tabs = WindowTabTracker()

        /// A script whose arranger is connected and has asked for the tree.
        convenience init(_ state: ShellState) throws {
            try self.init()
            try accept()
            update(state)
            try awaitQuestion()
        }

        init() throws {
            directory = try TemporaryDirectory()
            loop = try EventLoop()
            listener = try UnixSocket.listen(at: directory.appending("sway"))
            let sway = SwayConnection(
                to: directory.appending("sway"), loop, shortestDelay: 1_000_000, timeout: 1_000_000_000)
            arranger = SwayArranger(sway, loop: loop)
            arranger.onConnection = { [unowned self] in connections += 1 }
            arranger.onWindows = { [unowned self] windows in
                perform(tabs.replace(windows, areOthers: false, at: 0))
                return tabs.owners
            }
            arranger.onSight = { [unowned self] sight in
                let steps = tabs.handle(.sight(sight), at: 0)
                perform(steps)
                return steps.compactMap { if case .front(let effect) = $0 { effect } else { nil } }
            }
            arranger.onUrgent = { [unowned self] in urgent.append($0) }
            _ = tabs.handle(.workspaces(true), at: 0)
            _ = tabs.ready(at: 0)
        }

        func handle(_ fact: WindowFront.Fact) { perform(tabs.handle(fact, at: 0)) }

        func update(_ state: ShellState) {
            arranger.update(state, output: nil)
            perform(tabs.update(state, at: 0))
            arranger.awaitsWindow = tabs.isWaiting
            arranger.proceed()
        }

        private func perform(_ steps: [WindowTabTracker.Step]) {
            for step in steps {
                switch step {
                case .front(.layout(let tab, let cause)): arranger.layout(tab, cause)
                case .front(.choose(let choice, _)): choices.append(choice.tab)
                case .front(.cover(let isCovered, _)): covers.append(isCovered)
                case .report(let tab, let window, _, _): windows[tab] = window
                default: break
                }
            }
        }

        // MARK: - sway

        func accept() throws { sway = try listener.accept() }

        func hangUp() { sway = nil }

        func send(_ bytes: [UInt8]) throws { _ = try sway?.send(bytes.span) }

        func send(tree: String) throws { try send(SwayIPCMessage.message(SwayIPCMessage.tree, Array(tree.utf8))) }

        /// Sends a tree with the windows of the tab on workspaces with tabs.
        func send(tabs workspaces: KeyValuePairs<String, [Int]>) throws {
            let nodes = workspaces.map { name, windows in
                let nodes = windows.map { id in
                    let mark = SwayArrangement.isOwn(name) ? "_tabshell:\(id):fill:tile:none:2 0 0 0 0:1" : ""
                    return #"{"id":\#(id),"type":"con","app_id":"foot","pid":\#(id),"border":"none","#
                        + #""current_border_width":2,"marks":["\#(mark)"]}"#
                }.joined(separator: ",")
                return #"{"type":"workspace","name":"\#(name)","layout":"tabbed","nodes":[\#(nodes)]}"#
            }.joined(separator: ",")
            try send(tree: #"{"nodes":[\#(nodes)]}"#)
        }

        /// Sends a tree with the window 7 on the workspace 1.
        func send(window members: String) throws {
            try send(
                tree: #"{"type":"workspace","name":"1","nodes":[{"id":7,"type":"con","pid":1,\#(members)}]}"#)
        }

        func send(shown workspace: String) throws { try send(tree: #"{"type":"workspace","name":"\#(workspace)"}"#) }

        func send(change: String, _ container: String = #"{"id":7}"#) throws {
            let event = #"{"change":"\#(change)","container":\#(container)}"#
            try send(SwayIPCMessage.message(SwayIPCMessage.windowEvent, Array(event.utf8)))
        }

        func sendFocus() throws {
            try send(SwayIPCMessage.message(SwayIPCMessage.workspaceEvent, Array(#"{"change":"focus"}"#.utf8)))
        }

        /// Sends the reply to commands.
        func sendReply() throws { try send(SwayIPCMessage.message(0, Array(#"[{"success":true}]"#.utf8))) }

        /// Reads until the arranger asks for the tree.
        @discardableResult
        func awaitQuestion() throws -> String { try read(until: SwayIPCMessage.message(SwayIPCMessage.tree, [])) }

        /// Reads all that the arranger has sent.
        @discardableResult
        func read(until end: String) throws -> String { try read(until: Array(end.utf8)) }

        private func read(until end: [UInt8]) throws -> String {
            var all: [UInt8] = []
            try loop.turn {
                if let more = try sway?.read(upTo: 4096) ?? nil { all += more }
                return all.count >= end.count && all.suffix(end.count).elementsEqual(end)
            }
            return String(decoding: all, as: UTF8.self)
        }
    }

    private static let foot = #""app_id":"foot","border":"pixel","current_border_width":2"#
    private static let early = #""app_id":"foot","border":"none","current_border_width":0"#

    private func state(_ selected: TabID, presses: UInt64 = 0) throws -> ShellState {
        let tabs = (["home", "one"] as [TabID]).map { id in
            Tab(
                id: id, title: "", icon: "", accessibilityLabel: "", accessibilityHint: "",
                window: id == "home" ? nil : WindowBinding(appIDs: ["foot"]))
        }
        var state = ShellState(
            try ShellConfiguration(tabs: tabs, look: Look()), restoring: PersistentState(selected: selected), now: 1)
        state.reselect.count = presses
        return state
    }

    @Test func newWindowIsArranged() throws {
        let script = try Script(state("home"))
        try script.send(tree: "{}")
        // Only windows that open matter.
        for change in ["title", "new"] { try script.send(change: change) }
        try script.awaitQuestion()
        try script.send(window: Self.foot)
        let commands = try script.read(until: SwayCommand.show("1"))
        #expect(commands.contains("[con_id=7] mark --add") && commands.contains("\"tabshell:one\""))
        try script.sendReply()
        // It checks the result once.
        try script.awaitQuestion()
        try script.send(window: Self.foot)
        try script.read(until: SwayCommand.show("1"))
        try script.sendReply()
        #expect(script.choices == [] && script.covers == [])
        // Selecting the tab asks again.
        script.update(try state("one"))
        try script.awaitQuestion()
    }

    /// Right after its event a new window has no border yet, which would be taken for its state. Its tab may be selected earlier.
    @Test(arguments: [false, true]) func newWindowIsArrangedOnceItHasItsPlace(isSelected: Bool) throws {
        let script = try Script(state("home"))
        try script.send(tree: "{}")
        if isSelected { script.update(try state("one")) } else { try script.send(change: "new") }
        for _ in 0..<(isSelected ? 1 : 2) {
            try script.awaitQuestion()
            try script.send(window: Self.early)
            guard isSelected else { continue }
            // Its workspace is shown meanwhile.
            try script.read(until: SwayCommand.show("tabshell:one"))
            try script.sendReply()
        }
        try script.awaitQuestion()
        try script.send(window: Self.foot)
        let commands = try script.read(until: isSelected ? "gaps outer current set 0" : SwayCommand.show("1"))
        #expect(commands.contains(":tile:pixel:2 "))
    }

    /// The layout of a window's new workspace is known at the second look, which another window may join.
    @Test func eachNewWindowIsLookedAtTwice() throws {
        let script = try Script(state("home"))
        try script.send(tree: "{}")
        try script.send(change: "new")
        try script.awaitQuestion()
        try script.send(tabs: ["1": [7]])
        try script.read(until: SwayCommand.show("1"))
        try script.send(change: "new", #"{"id":8}"#)
        try script.sendReply()
        try script.awaitQuestion()
        try script.send(tabs: ["1": [8], "tabshell:one": [7]])
        let commands = try script.read(until: SwayCommand.show("1"))
        #expect(["[con_id=7]", "layout splith", "[con_id=8]"].allSatisfy { commands.contains($0) })
        try script.sendReply()
        try script.awaitQuestion()
        try script.send(tabs: ["1": [], "tabshell:one": [7], "tabshell:one 2": [8]])
        #expect(try script.read(until: "layout splith").contains("[con_id=8]"))
    }

    /// Of the tabs selected while sway is busy, the last one gets its windows.
    @Test func lastSelectionIsCarriedOut() throws {
        let script = try Script(state("home"))
        for tab in ["home", "one"] as [TabID] { script.update(try state(tab, presses: 1)) }
        try script.send(tree: "{}")
        try script.awaitQuestion()
        try script.send(tabs: ["1": [], "__i3_scratch": [7]])
        #expect(try script.read(until: SwayCommand.show("tabshell:one")).contains("[con_id=7] mark --add"))
    }

    @Test func personsChoiceIsReportedOnce() throws {
        let script = try Script(state("home"))
        try script.send(shown: "tabshell:home")
        for _ in 0..<3 {
            try script.sendFocus()
            try script.awaitQuestion()
            try script.send(shown: "tabshell:one")
        }
        try script.loop.turn { script.choices == ["one"] }
        #expect(script.covers == [])
    }

    /// An output does not take back a choice that the daemon has yet to learn of. One that the daemon refuses is dropped.
    @Test(arguments: [false, true]) func choiceIsTakenBackOnceItIsRefused(isRefused: Bool) throws {
        let script = try Script(state("home"))
        for workspace in ["tabshell:home", "tabshell:one"] {
            try script.send(shown: workspace)
            try script.sendFocus()
            try script.awaitQuestion()
        }
        if isRefused {
            try script.send(shown: "tabshell:one")
            try script.loop.turn { script.choices == ["one"] }
            script.handle(.choiceHandled(.init(tab: "one", output: nil)))
            try script.awaitQuestion()
            try script.send(shown: "tabshell:one")
            try script.read(until: SwayCommand.show("tabshell:home"))
        } else {
            for _ in 0..<2 {
                script.handle(.output(nil))
                try script.send(shown: "tabshell:one")
                #expect(try script.awaitQuestion().utf8.count == SwayIPCMessage.message(0, []).count)
            }
        }
        #expect(script.choices == ["one"])
    }

    /// sway has no event for a window that renames itself.
    @Test func renamedWindowIsArrangedWhileItsTabWaits() throws {
        let script = try Script(state("one"))
        // It is asked for the tree until the window has its name.
        for appID in ["early", "early", "foot"] {
            try script.send(window: Self.foot.replacingOccurrences(of: "foot", with: appID) + #","focused":true"#)
            let text = try appID == "foot" ? script.read(until: "focus") : script.awaitQuestion()
            #expect(text.contains("[con_id=7] mark --add") == (appID == "foot"))
        }
        #expect(script.windows["one"] != nil)
    }

    /// Urgency comes from the tree, however deep, and from events, and ends with the connection.
    @Test func urgencyIsStated() throws {
        let script = try Script(state("home"))
        let splits = 200
        try script.send(
            tree: #"{"type":"workspace","name":"1","nodes":["#
                + String(repeating: #"{"id":1,"nodes":["#, count: splits)
                + #"{"id":7,"pid":1,"app_id":"editor","urgent":true}"# + String(repeating: "]}", count: splits + 1))
        try script.loop.turn { script.urgent == [["editor"]] }
        for (isUrgent, change) in [(false, "urgent"), (true, "urgent"), (true, "close")] {
            try script.send(change: change, #"{"id":7,"pid":1,"app_id":"editor","urgent":\#(isUrgent)}"#)
        }
        try script.loop.turn { script.urgent == [["editor"], [], ["editor"], []] }
    }

    @Test func releaseRestoresTheWindows() throws {
        let script = try Script(state("home"))
        var isReleased = false
        script.arranger.release { isReleased = true }
        // The answer to the earlier question is ignored.
        try script.send(tree: "{}")
        try script.awaitQuestion()
        let name = "_tabshell:7:fill:tile:pixel:2 0 0 0 0:1"
        let mark = #","marks":["\#(name)"]"#
        try script.send(window: Self.early + mark)
        #expect(try !script.read(until: "workspace \"1\"").contains("unmark"))
        try script.sendReply()
        // A shell that starts before sway has committed the border reads the mark.
        for _ in 0..<2 {
            try script.awaitQuestion()
            try script.send(window: Self.early + mark)
            #expect(!isReleased)
        }
        try script.awaitQuestion()
        try script.send(window: Self.foot + mark)
        try script.read(until: "unmark \"\(name)\"")
        try script.sendReply()
        try script.awaitQuestion()
        try script.send(tree: "{}")
        try script.loop.turn { isReleased }
    }

    @Test func lostAndStrangeSwayHarmsNothing() throws {
        let script = try Script()
        script.update(try state("home"))
        for round in 0..<3 {
            try script.accept()
            try script.awaitQuestion()
            try script.send(window: Self.foot)
            try script.read(until: SwayCommand.show("tabshell:home"))
            switch round {
            case 0: try script.send(Array("GET / HTTP/1.1\r\n\r\n".utf8))
            case 1: try script.send(SwayIPCMessage.message(0, Array("{".utf8)))
            default: script.hangUp()
            }
            try script.loop.turn { script.connections == 2 * round + 2 }
            try script.loop.turn { Deadline(seconds: 0).poll(script.listener.rawValue) }
        }
        var isReleased = false
        script.arranger.release { isReleased = true }
        try script.loop.turn { isReleased }
    }

    /// Without an answer the panel is not to wait for ever.
    @Test func silentSwayIsGivenUp() throws {
        let script = try Script(state("home"))
        try script.send(window: Self.foot)
        try script.loop.turn { script.connections == 1 }
    }
}
