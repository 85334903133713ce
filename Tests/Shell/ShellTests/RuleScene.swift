import Foundation
import ShellModel
import TestSupport

/// The user's view, and the shell's state: sway's outputs, workspaces and windows, and the daemon's selection.
struct RuleScene: Equatable {
    struct Window: Equatable {
        /// sway's container.
        var id = 0
        var title = ""
        var appID = ""
        var workspace = ""
        var isFocused = false
        var isFloating = false
        var isFullscreen = false
        var border = ""
        /// With its border, logical pixels, as the frames below.
        var frame: [Int] = []
        var marks: [String] = []

        /// Nil for a window that belongs to no tab.
        var tab: TabID? { SelectionRuleTests.apps.first { appID == "org.example.\($0)" } }
    }

    /// The front on the output of the pages.
    enum Front: Equatable {
        case tab(TabID)
        case foreign
        /// A workspace of the user's without windows.
        case empty
        /// No output.
        case nothing
    }

    /// In each workspace, the most recently focused first.
    var windows: [Window] = []
    /// The names, in order.
    var outputs: [String] = []
    /// The visible workspaces, by their outputs.
    var shown: [String: String] = [:]
    /// The frames of the workspaces.
    var frames: [String: [Int]] = [:]
    /// The focused workspace.
    var focused = ""
    var selected: TabID?
    var isCovered: Bool?
    /// The output of the pages, if any.
    var pageOutput: String?

    init(_ sway: HeadlessSway, _ state: ShellState) throws {
        (selected, isCovered) = (state.selection?.tab, state.selection?.isCovered)
        let root = try sway.query("get_tree") as? [String: Any] ?? [:]
        for output in Self.ordered(root) where output["name"] as? String != "__i3" {
            let workspaces = Self.ordered(output)
            if focused.isEmpty { focused = workspaces.first?["name"] as? String ?? "" }
            if let name = output["name"] as? String { shown[name] = output["current_workspace"] as? String }
            for workspace in workspaces {
                let name = workspace["name"] as? String ?? ""
                frames[name] = Self.frame(workspace)
                add(workspace, on: name, isFloating: false)
            }
        }
        outputs = (root["nodes"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }.filter { $0 != "__i3" }
        pageOutput = state.bar.output.flatMap { outputs.contains($0) ? $0 : nil } ?? outputs.first
    }

    /// The workspace in front, on the output of the pages.
    var workspace: String { pageOutput.flatMap { shown[$0] } ?? "" }

    var front: Front {
        guard pageOutput != nil else { return .nothing }
        if let tab = Self.tab(of: workspace) { return .tab(tab) }
        return windows.first { $0.workspace == workspace }.map { $0.tab.map { .tab($0) } ?? .foreign } ?? .empty
    }

    /// The tab of a workspace; nil for the user's.
    static func tab(of workspace: String) -> TabID? {
        guard workspace.hasPrefix("tabshell:") else { return nil }
        return TabID(rawValue: String(workspace.dropFirst("tabshell:".count).prefix { $0 != " " }))
    }

    private mutating func add(_ node: [String: Any], on workspace: String, isFloating: Bool) {
        let floating = (node["floating_nodes"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int }
        for child in Self.ordered(node) {
            let isFloating = isFloating || (child["id"] as? Int).map(floating.contains) == true
            guard child["pid"] != nil else {
                add(child, on: workspace, isFloating: isFloating)
                continue
            }
            windows.append(
                Window(
                    id: child["id"] as? Int ?? 0, title: child["name"] as? String ?? "",
                    appID: child["app_id"] as? String ?? "", workspace: workspace,
                    isFocused: child["focused"] as? Bool == true, isFloating: isFloating,
                    isFullscreen: child["fullscreen_mode"] as? Int != 0, border: child["border"] as? String ?? "",
                    frame: Self.frame(child), marks: child["marks"] as? [String] ?? []))
        }
    }

    /// The nodes within a node, the most recently focused first.
    private static func ordered(_ node: [String: Any]) -> [[String: Any]] {
        let all = ["nodes", "floating_nodes"].flatMap { node[$0] as? [[String: Any]] ?? [] }
        let order = node["focus"] as? [Int] ?? []
        return all.enumerated().sorted { one, other in
            let ranks = [one, other].map { ($0.element["id"] as? Int).flatMap { order.firstIndex(of: $0) } ?? .max }
            return ranks[0] == ranks[1] ? one.offset < other.offset : ranks[0] < ranks[1]
        }.map(\.element)
    }

    private static func frame(_ node: [String: Any]) -> [Int] {
        let rect = node["rect"] as? [String: Int] ?? [:]
        return ["x", "y", "width", "height"].map { rect[$0] ?? -1 }
    }
}

extension RuleScene: CustomStringConvertible {
    var description: String {
        let places = outputs.map { output in
            let mark = output == pageOutput ? " with the pages" : ""
            return "\(output)\(mark) shows \(shown[output] ?? "nothing")"
        }
        let windows = windows.map { window in
            let states = [
                window.isFocused ? "focused" : "", window.isFloating ? "floating" : "",
                window.isFullscreen ? "fullscreen" : "", window.border,
            ].filter { !$0.isEmpty }.joined(separator: " ")
            return "\(window.title) on \(window.workspace) \(states) \(window.frame)"
        }
        return """
            selected \(selected?.rawValue ?? "nothing"), covered \(isCovered.map { "\($0)" } ?? "by nothing"), focus on \(focused)
              \((places + windows).joined(separator: "\n  "))
            """
    }
}
