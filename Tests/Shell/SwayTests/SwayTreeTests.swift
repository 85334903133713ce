import TabshellIPC
import Testing

@testable import Sway

@Suite struct SwayTreeTests {
    private func tree(_ text: String) throws -> SwayTree {
        SwayTree(try JSONParser.parse(Array(text.utf8), maximumDepth: 64))
    }

    @Test func windowsAndWorkspacesAreRead() throws {
        let window = #"""
            {"id":7,"type":"floating_con","app_id":"foot","pid":42,"focused":true,"border":"normal","current_border_width":2,
            "rect":{"x":10,"y":40,"width":300,"height":200},"deco_rect":{"x":0,"y":0,"width":300,"height":20},
            "marks":["_tabshell:7:x"],"nodes":[],"floating_nodes":[]}
            """#
        let x11 =
            #"{"id":8,"type":"con","app_id":null,"pid":43,"window_properties":{"class":"XTerm"},"rect":{"width":300},"nodes":[]}"#
        let found = try tree(
            #"""
            {"type":"root","id":1,"focus":[3,2],"nodes":[{"type":"output","id":2,"name":"__i3","nodes":[
            {"type":"workspace","id":20,"name":"__i3_scratch","floating_nodes":[{"id":9,"pid":1,"app_id":"away","type":"floating_con"}]}]},
            {"type":"output","id":3,"name":"DP-1","focus":[31,30],"nodes":[
            {"type":"workspace","id":30,"name":"1","layout":"splith","nodes":[{"id":5,"type":"con","layout":"tabbed","rect":{"width":400},"nodes":[\#(x11)]}],"floating_nodes":[]},
            {"type":"workspace","id":31,"name":"2: web","nodes":[],"floating_nodes":[\#(window)]}]}]}
            """#)
        #expect(found.workspaces == ["2: web", "1"])
        #expect(found.outputs == ["1": "DP-1", "2: web": "DP-1"])
        #expect(found.hidden.map(\.appID) == ["away"] && found.hidden.allSatisfy(\.isFloating))
        let foot = SwayTree.Window(
            id: 7, appID: "foot", pid: 42, workspace: "2: web", isFloating: true, isFocused: true, border: "normal",
            borderWidth: 2, frame: .init(x: 10, y: 20, width: 300, height: 220), marks: ["_tabshell:7:x"])
        var terminal = SwayTree.Window(id: 8, appID: "XTerm", pid: 43, workspace: "1", isInTabs: true)
        terminal.frame.width = 300
        terminal.levels = [
            .init(layout: "tabbed", children: [.init(id: 8, length: 300)], own: 8),
            .init(layout: "splith", children: [.init(id: 5, length: 400)], own: 5),
        ]
        #expect(found.windows == [foot, terminal])
    }

    @Test(arguments: [
        "{}", "[]", "7", #"{"type":"workspace"}"#, #"{"type":"workspace","name":"1","nodes":{"id":1}}"#,
        #"{"type":"workspace","name":"1","nodes":[{"id":"a","pid":1},{"id":1,"pid":null},7]}"#,
    ])
    func strangeTreesHaveNoWindows(_ text: String) throws {
        #expect(try tree(text).windows == [])
    }
}

@Suite struct SwayIPCMessageTests {
    private func event(_ text: String) -> [UInt8] { SwayIPCMessage.message(0x8000_0003, Array(text.utf8)) }

    @Test func messagesMayArriveInPieces() {
        let whole = event(#"{"change":"new"}"#)
        var bytes: [UInt8] = []
        var heard: [JSON] = []
        for byte in whole + SwayIPCMessage.message(2, Array("{}".utf8)) + whole {
            bytes.append(byte)
            heard += SwayIPCMessage.packets(&bytes)?.map(\.json) ?? []
        }
        #expect(heard.map { $0["change"] } == ["new", nil, "new"])
        #expect(bytes.isEmpty)
    }

    @Test func invalidMessagesAreRejected() {
        var other = Array("GET / HTTP/1.1\r\n\r\n".utf8)
        #expect(SwayIPCMessage.packets(&other) == nil)
        var broken = event("{")
        #expect(SwayIPCMessage.packets(&broken) == nil)
        var huge = Array("i3-ipc".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 4, 0, 0, 0]
        #expect(SwayIPCMessage.packets(&huge) == nil)
    }
}

@Suite struct SwayProcessTests {
    @Test func appIDOfSeveralProcessesHasNone() {
        let windows = [("a", 1), ("a", 1), ("b", 2), ("b", 3), ("c", .max)].enumerated().map { id, window in
            SwayTree.Window(id: Int64(id), appID: window.0, pid: window.1)
        }
        #expect(SwayTree(windows: windows).processes == ["a": 1])
    }
}
