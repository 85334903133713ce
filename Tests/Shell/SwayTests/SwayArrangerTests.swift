// SPDX-License-Identifier: MIT

import EventLoop
import Foundation
import LoopTestSupport
import Posix
import ShellModel
import TestSupport
import Testing

@testable import Sway
@testable import WindowTabs

private let treeRequest = SwayIPCMessage.message(SwayIPCMessage.tree, [])

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

        private var tabs = WindowTabTracker()

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

        /// Accepts the arranger's connection, and gives the arranger a state, for which it asks for the tree.
        func connect(_ state: ShellState) throws -> FileDescriptor {
            let sway = try listener.accept()
            update(state)
            _ = try read(sway, until: treeRequest)
            return sway
        }

        /// Reads until the end of what was sent is a message.
        func read(_ sway: borrowing FileDescriptor, until end: [UInt8]) throws -> String {
            var all: [UInt8] = []
            try loop.turn {
                if let more = try sway.read(upTo: 4096) { all += more }
                return all.count >= end.count && all.suffix(end.count).elementsEqual(end)
            }
            return String(decoding: all, as: UTF8.self)
        }
    }

    private func state(_ selected: TabID, fills: Bool = true) throws -> ShellState {
        let tabs = (["home", "one"] as [TabID]).map { id in
            Tab(
                id: id, title: "", icon: "", accessibilityLabel: "", accessibilityHint: "",
                window: id == "home" ? nil : WindowBinding(appIDs: ["foot"], fills: fills))
        }
        return ShellState(
            try ShellConfiguration(tabs: tabs, look: Look()), restoring: PersistentState(selected: selected), now: 1)
    }

    private static func tree(_ more: String = "") -> [UInt8] {
        let window = #"{"id":7,"type":"con","app_id":"foot","pid":1,"border":"pixel","current_border_width":2\#(more)}"#
        return SwayIPCMessage.message(4, Array(#"{"type":"workspace","name":"1","nodes":[\#(window)]}"#.utf8))
    }

    private static let reply = SwayIPCMessage.message(0, Array(#"[{"success":true}]"#.utf8))

    private static func event(_ change: String, _ window: Int = 7) -> [UInt8] {
        SwayIPCMessage.message(0x8000_0003, Array(#"{"change":"\#(change)","container":{"id":\#(window)}}"#.utf8))
    }

    /// sway's tree with windows of the tab on workspaces with tabs.
    private static func tabs(_ workspaces: KeyValuePairs<String, [Int]>) -> [UInt8] {
        let nodes = workspaces.map { name, windows in
            let nodes = windows.map { id in
                #"{"id":\#(id),"type":"con","app_id":"foot","pid":\#(id),"border":"none","current_border_width":2}"#
            }.joined(separator: ",")
            return #"{"type":"workspace","name":"\#(name)","layout":"tabbed","nodes":[\#(nodes)]}"#
        }.joined(separator: ",")
        return SwayIPCMessage.message(4, Array(#"{"nodes":[\#(nodes)]}"#.utf8))
    }

    @Test func newWindowIsArranged() throws {
        let script = try Script()
        let sway = try script.connect(try state("home"))
        _ = try sway.send(SwayIPCMessage.message(4, Array("{}".utf8)).span)
        // Only windows that open matter.
        _ = try sway.send((Self.event("title") + Self.event("new")).span)
        _ = try script.read(sway, until: treeRequest)
        _ = try sway.send(Self.tree().span)
        let commands = try script.read(sway, until: Array(SwayCommand.show("1").utf8))
        #expect(commands.contains("[con_id=7] mark --add") && commands.contains("\"tabshell:one\""))
        _ = try sway.send(Self.reply.span)
        // It looks once whether that has worked.
        _ = try script.read(sway, until: treeRequest)
        _ = try sway.send(Self.tree().span)
        _ = try script.read(sway, until: Array(SwayCommand.show("1").utf8))
        _ = try sway.send(Self.reply.span)
        #expect(script.choices == [] && script.covers == [])
        // Selecting the tab asks again.
        script.update(try state("one"))
        _ = try script.read(sway, until: treeRequest)
    }

    /// Right after its event a new window has no border yet, which would be taken for its state.
    @Test func newWindowIsArrangedOnceItHasItsPlace() throws {
        let script = try Script()
        let sway = try script.connect(try state("home"))
        _ = try sway.send((SwayIPCMessage.message(4, Array("{}".utf8)) + Self.event("new")).span)
        for _ in 0..<2 {
            _ = try script.read(sway, until: treeRequest)
            let window = #"{"id":7,"type":"con","app_id":"foot","pid":1,"border":"none","current_border_width":0}"#
            let tree = #"{"type":"workspace","name":"1","nodes":[\#(window)]}"#
            _ = try sway.send(SwayIPCMessage.message(4, Array(tree.utf8)).span)
        }
        _ = try script.read(sway, until: treeRequest)
        _ = try sway.send(Self.tree().span)
        let commands = try script.read(sway, until: Array(SwayCommand.show("1").utf8))
        #expect(commands.contains(":tile:pixel:2 "))
    }

    /// The layout of a window's new workspace is known at the second look, which another window may join.
    @Test func eachNewWindowIsLookedAtTwice() throws {
        let script = try Script()
        let sway = try script.connect(try state("home"))
        let last = Array(SwayCommand.show("1").utf8)
        _ = try sway.send((SwayIPCMessage.message(4, Array("{}".utf8)) + Self.event("new", 7)).span)
        _ = try script.read(sway, until: treeRequest)
        _ = try sway.send(Self.tabs(["1": [7]]).span)
        _ = try script.read(sway, until: last)
        _ = try sway.send((Self.event("new", 8) + Self.reply).span)
        _ = try script.read(sway, until: treeRequest)
        _ = try sway.send(Self.tabs(["1": [8], "tabshell:one": [7]]).span)
        let commands = try script.read(sway, until: last)
        #expect(["[con_id=7]", "layout splith", "[con_id=8]"].allSatisfy { commands.contains($0) })
        _ = try sway.send(Self.reply.span)
        _ = try script.read(sway, until: treeRequest)
        _ = try sway.send(Self.tabs(["1": [], "tabshell:one": [7], "tabshell:one 2": [8]]).span)
        #expect(try script.read(sway, until: Array("layout splith".utf8)).contains("[con_id=8]"))
    }

    /// Of the tabs that are selected while sway is busy, the last one gets its windows.
    @Test func lastSelectionIsCarriedOut() throws {
        let script = try Script()
        let sway = try script.connect(try state("home"))
        for tab in ["home", "one"] as [TabID] {
            var state = try state(tab)
            state.reselect.count = 1
            script.update(state)
        }
        _ = try sway.send(SwayIPCMessage.message(4, Array("{}".utf8)).span)
        _ = try script.read(sway, until: treeRequest)
        _ = try sway.send(Self.tabs(["1": [], "__i3_scratch": [7]]).span)
        let commands = try script.read(sway, until: Array(SwayCommand.show("tabshell:one").utf8))
        #expect(commands.contains("[con_id=7] mark --add"))
    }

    /// The tab may be selected before the news of its window arrives.
    @Test func selectedWindowIsArrangedOnceItHasItsPlace() throws {
        let script = try Script()
        let sway = try script.connect(try state("home"))
        _ = try sway.send(SwayIPCMessage.message(4, Array("{}".utf8)).span)
        script.update(try state("one"))
        _ = try script.read(sway, until: treeRequest)
        let window = #"{"id":7,"type":"con","app_id":"foot","pid":1,"border":"none","current_border_width":0}"#
        let early = #"{"type":"workspace","name":"1","nodes":[\#(window)]}"#
        _ = try sway.send(SwayIPCMessage.message(4, Array(early.utf8)).span)
        // Its workspace is shown meanwhile.
        _ = try script.read(sway, until: Array(SwayCommand.show("tabshell:one").utf8))
        _ = try sway.send(Self.reply.span)
        _ = try script.read(sway, until: treeRequest)
        _ = try sway.send(Self.tree().span)
        let commands = try script.read(sway, until: Array("gaps outer current set 0".utf8))
        #expect(commands.contains(":tile:pixel:2 "))
    }

    @Test func personsChoiceIsReportedOnce() throws {
        let script = try Script()
        let sway = try script.connect(try state("home"))
        func answer(_ workspace: String) throws {
            _ = try sway.send(
                SwayIPCMessage.message(4, Array(#"{"type":"workspace","name":"\#(workspace)"}"#.utf8)).span)
        }
        try answer("tabshell:home")
        for _ in 0..<3 {
            _ = try sway.send(Self.focusEvent.span)
            _ = try script.read(sway, until: treeRequest)
            try answer("tabshell:one")
        }
        try script.loop.turn { script.choices == ["one"] }
        #expect(script.covers == [])
    }

    /// The daemon may have yet to learn of the choice when an output comes.
    @Test func outputThatComesTakesNoChoiceBack() throws {
        let script = try Script()
        let sway = try script.connect(try state("home"))
        for workspace in ["tabshell:home", "tabshell:one"] {
            let tree = Array(#"{"type":"workspace","name":"\#(workspace)"}"#.utf8)
            _ = try sway.send((SwayIPCMessage.message(4, tree) + Self.focusEvent).span)
            _ = try script.read(sway, until: treeRequest)
        }
        script.handle(.output(nil))
        let tree = Array(#"{"type":"workspace","name":"tabshell:one"}"#.utf8)
        for _ in 0..<2 {
            _ = try sway.send(SwayIPCMessage.message(4, tree).span)
            #expect(try script.read(sway, until: treeRequest).utf8.count == treeRequest.count)
            script.handle(.output(nil))
        }
        #expect(script.choices == ["one"])
    }

    /// A choice that the daemon refuses, as that of a guarded tab, is dropped.
    @Test func refusedChoiceIsTakenBack() throws {
        let script = try Script()
        let sway = try script.connect(try state("home"))
        for workspace in ["tabshell:home", "tabshell:one"] {
            let tree = Array(#"{"type":"workspace","name":"\#(workspace)"}"#.utf8)
            _ = try sway.send((SwayIPCMessage.message(4, tree) + Self.focusEvent).span)
            _ = try script.read(sway, until: treeRequest)
        }
        let tree = Array(#"{"type":"workspace","name":"tabshell:one"}"#.utf8)
        _ = try sway.send(SwayIPCMessage.message(4, tree).span)
        try script.loop.turn { script.choices == ["one"] }
        script.handle(.choiceHandled(.init(tab: "one", output: nil)))
        _ = try script.read(sway, until: treeRequest)
        _ = try sway.send(SwayIPCMessage.message(4, tree).span)
        _ = try script.read(sway, until: Array(SwayCommand.show("tabshell:home").utf8))
        #expect(script.choices == ["one"])
    }

    /// sway has no event for a window that renames itself.
    @Test func renamedWindowIsArrangedWhileItsTabWaits() throws {
        let script = try Script()
        let sway = try script.connect(try state("one"))
        func tree(_ appID: String) -> [UInt8] {
            let text = String(decoding: Self.tree(#","focused":true"#).dropFirst(14), as: UTF8.self)
            return SwayIPCMessage.message(4, Array(text.replacingOccurrences(of: "foot", with: appID).utf8))
        }
        // It is asked for the tree until the window has its name.
        for appID in ["early", "early", "foot"] {
            _ = try sway.send(tree(appID).span)
            let text = try script.read(sway, until: appID == "foot" ? Array("focus".utf8) : treeRequest)
            #expect(text.contains("[con_id=7] mark --add") == (appID == "foot"))
        }
        #expect(script.windows["one"] != nil)
    }

    /// Urgency comes from the tree, however deep, and from events, and ends with the connection.
    @Test func urgencyIsStated() throws {
        let script = try Script()
        let sway = try script.connect(try state("home"))
        let splits = 200
        let window = #"{"id":7,"pid":1,"app_id":"editor","urgent":true}"#
        let open =
            #"{"type":"workspace","name":"1","nodes":["# + String(repeating: #"{"id":1,"nodes":["#, count: splits)
        let tree = open + window + String(repeating: "]}", count: splits + 1)
        _ = try sway.send(SwayIPCMessage.message(4, Array(tree.utf8)).span)
        try script.loop.turn { script.urgent == [["editor"]] }
        for (isUrgent, change) in [(false, "urgent"), (true, "urgent"), (true, "close")] {
            let container = #"{"id":7,"pid":1,"app_id":"editor","urgent":\#(isUrgent)}"#
            let event = Array(#"{"change":"\#(change)","container":\#(container)}"#.utf8)
            _ = try sway.send(SwayIPCMessage.message(0x8000_0003, event).span)
        }
        try script.loop.turn { script.urgent == [["editor"], [], ["editor"], []] }
    }

    private static let focusEvent = SwayIPCMessage.message(0x8000_0000, Array(#"{"change":"focus"}"#.utf8))

    @Test func releaseRestoresTheWindows() throws {
        let script = try Script()
        let sway = try script.connect(try state("home"))
        var isReleased = false
        script.arranger.release { isReleased = true }
        // The answer to the earlier question is in vain.
        _ = try sway.send(SwayIPCMessage.message(4, Array("{}".utf8)).span)
        _ = try script.read(sway, until: treeRequest)
        _ = try sway.send(Self.tree(#","marks":["_tabshell:7:fill:tile:pixel:2 0 0 0 0:1"]"#).span)
        _ = try script.read(sway, until: Array("workspace \"1\"".utf8))
        #expect(!isReleased)
        _ = try sway.send(Self.reply.span)
        _ = try script.read(sway, until: treeRequest)
        _ = try sway.send(SwayIPCMessage.message(4, Array("{}".utf8)).span)
        try script.loop.turn { isReleased }
    }

    @Test func lostAndStrangeSwayHarmsNothing() throws {
        let script = try Script()
        script.update(try state("home"))
        for round in 0..<3 {
            let sway = try script.listener.accept()
            _ = try script.read(sway, until: treeRequest)
            _ = try sway.send(Self.tree().span)
            _ = try script.read(sway, until: Array(SwayCommand.show("tabshell:home").utf8))
            if round == 0 { _ = try sway.send(Array("GET / HTTP/1.1\r\n\r\n".utf8).span) }
            if round == 1 { _ = try sway.send(SwayIPCMessage.message(0, Array("{".utf8)).span) }
            if round == 2 { _ = consume sway }
            try script.loop.turn { script.connections == 2 * round + 2 }
            try script.loop.turn { Deadline(seconds: 0).poll(script.listener.rawValue) }
        }
        var isReleased = false
        script.arranger.release { isReleased = true }
        try script.loop.turn { isReleased }
    }

    /// Without an answer the panel is not to wait for ever.
    @Test func silentSwayIsGivenUp() throws {
        let script = try Script()
        let sway = try script.connect(try state("home"))
        _ = try sway.send(Self.tree().span)
        try script.loop.turn { script.connections == 1 }
    }
}
