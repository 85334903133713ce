import Foundation
import ShellModel
import TestSupport
import Testing

@testable import Sway
@testable import WindowTabs

@Suite struct SwayArrangementTests {
    private typealias Window = SwayTree.Window
    private typealias Trigger = SwayArrangement.Trigger

    private static let pages = [
        WindowPage(id: "one", window: WindowBinding(appIDs: ["foot"])),
        WindowPage(id: "two", window: WindowBinding(appIDs: ["edit*"])),
        WindowPage(id: "plain", window: WindowBinding(appIDs: ["plain"], fills: false)),
    ]

    /// sway's windows and workspaces in `Golden/arrangements.txt`, and below each occasion the commands. A window is on the workspace 1
    /// unless `on` names another, and its process has its number; `tree` and `workspaces` list the workspaces.
    @Test func commandsAreAsReviewed() throws {
        var (sway, tree) = (SwayArrangement(), SwayTree())
        let script = try playScript("arrangements") { line in
            let words = line.components(separatedBy: " ")
            let workspaces = words.dropFirst().joined(separator: " ").components(separatedBy: " | ").filter { $0 != "" }
            var trigger: Trigger?
            switch words[0] {
            case "#":
                (sway, tree) = (SwayArrangement(), SwayTree())
                sway.pages = Self.pages
            case "selected": sway.selected = TabID(rawValue: words[1])
            case "tree": tree = SwayTree(workspaces: workspaces)
            case "workspaces": tree.workspaces = workspaces
            case "window":
                let window = try Self.window(line)
                if window.workspace == SwayTree.scratchpad {
                    tree.hidden.append(window)
                } else {
                    tree.windows.append(window)
                }
            case "pages":
                if words[1] == "none" { sway.pages = [] }
                for index in sway.pages.indices { sway.pages[index].window.fills = false }
            case "all": trigger = Trigger(isAll: true)
            case "tab": trigger = Trigger(tab: TabID(rawValue: words[1]))
            case "opened":
                trigger = Trigger(opened: Set(words[1].components(separatedBy: ",").compactMap { Int64($0) }))
                if words.count > 2 { trigger?.tab = TabID(rawValue: words[3]) }
            default: #expect(line.isEmpty || words[0] == "//")
            }
            guard let trigger else { return [] }
            for window in tree.windows + tree.hidden { sway.owners[window.id] = sway.pages.owner(of: window.appID)?.id }
            return sway.commands(for: tree, on: trigger)
        }
        #expect(script.reviewed == script.played && script.played.utf8.count > 5_000)
    }

    private static func window(_ line: String) throws -> Window {
        let parts = line.components(separatedBy: " mark=")
        let words = parts[0].components(separatedBy: " ")
        func value(_ name: String) -> String? {
            words.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
        }
        let id = try #require(Int64(words[1]))
        var window = Window(
            id: id, appID: words[2], pid: value("pid").flatMap { Int64($0) } ?? id, workspace: value("on") ?? "1",
            border: value("border") ?? "normal", borderWidth: 2)
        window.isFloating = words.contains("float")
        window.isFocused = words.contains("focused")
        window.isInTabs = words.contains("tabs")
        window.marks = Array(parts.dropFirst())
        if let frame = value("frame")?.components(separatedBy: ",").compactMap({ Int64($0) }), frame.count == 4 {
            window.frame = .init(x: frame[0], y: frame[1], width: frame[2], height: frame[3])
        }
        return window
    }

    @Test(arguments: [
        ("1", true), ("2: web", true), ("büro", true), ("a\"b", false), ("$x", false), ("next", false),
        ("number 3", false),
        ("", false), ("-x", false), ("a;b", false), ("a,b", false), ("a\\b", false),
    ])
    func nameOfAWorkspaceIsPlain(_ name: String, isPlain: Bool) {
        #expect(SwayCommand.isPlain(name) == isPlain)
    }
}
