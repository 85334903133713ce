@testable import Sway

/// A model of the workspaces, outputs, windows and focus of sway that the shell uses.
struct ModelSway {
    struct Workspace: Equatable {
        var name: String
        var output: String
    }

    private struct Window {
        var id: Int64
        var appID: String
        var workspace: String
        var marks: [String] = []
    }

    /// The most recently focused is the first.
    private(set) var workspaces = [Workspace(name: "1", output: "A")]
    private(set) var outputs = ["A"]
    /// The most recently focused is the first.
    private var windows: [Window] = []
    private var nextID: Int64 = 10

    var focused: String { workspaces[0].name }

    var focusedWindow: String? { windows.first { $0.workspace == focused }?.appID }

    func visible(on output: String) -> String { workspaces.first { $0.output == output }?.name ?? "" }

    var tree: SwayTree {
        var tree = SwayTree(workspaces: workspaces.map(\.name))
        for workspace in workspaces {
            tree.outputs[workspace.name] = workspace.output
            for window in windows where window.workspace == workspace.name {
                let isFocused = workspace.name == focused && tree.front(of: focused) == nil
                tree.windows.append(
                    SwayTree.Window(
                        id: window.id, appID: window.appID, pid: window.id, workspace: window.workspace,
                        isFocused: isFocused, border: "none", borderWidth: 2, marks: window.marks))
            }
        }
        return tree
    }

    /// Opens a window, and gives it the focus.
    ///
    /// - Parameter workspace: nil: the focused workspace. sway may choose another one, and shows it then.
    mutating func open(_ appID: String, on workspace: String? = nil) -> Int64 {
        nextID += 1
        windows.insert(Window(id: nextID, appID: appID, workspace: workspace ?? focused), at: 0)
        if let workspace { show(workspace) }
        return nextID
    }

    mutating func closeFocused() {
        if let index = windows.firstIndex(where: { $0.workspace == focused }) { windows.remove(at: index) }
        removeEmpty()
    }

    mutating func closeAny(using random: inout some RandomNumberGenerator) {
        if let index = windows.indices.randomElement(using: &random) { windows.remove(at: index) }
        removeEmpty()
    }

    /// Gives the focus to the next window of the workspace.
    mutating func focusNext() {
        if let index = windows.lastIndex(where: { $0.workspace == focused }) {
            windows.insert(windows.remove(at: index), at: 0)
        }
    }

    /// A new output has an empty workspace, without the focus.
    mutating func plug(_ output: String) {
        guard !outputs.contains(output) else { return }
        outputs.append(output)
        workspaces.append(Workspace(name: freeName, output: output))
    }

    /// The windows of a lost output go to the other one; if it had the focus, the window in front there gets it.
    mutating func unplug(_ output: String) {
        guard outputs.count > 1, outputs.contains(output) else { return }
        outputs.removeAll { $0 == output }
        workspaces.removeAll { workspace in
            workspace.output == output && !windows.contains { $0.workspace == workspace.name }
        }
        for index in workspaces.indices { workspaces[index].output = outputs[0] }
        if workspaces.isEmpty { workspaces = [Workspace(name: freeName, output: outputs[0])] }
        removeEmpty()
    }

    /// Runs a command of the shell's.
    mutating func run(_ text: String) {
        let names = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
        let quoted = names.count > 1 ? names[names.count - 2] : ""
        if text.hasPrefix("workspace ") { return show(quoted) }
        if text.hasPrefix("focus output ") { return show(visible(on: quoted)) }
        if text.hasPrefix("move workspace to output ") {
            let from = workspaces[0].output
            workspaces[0].output = quoted
            if visible(on: from).isEmpty { workspaces.append(Workspace(name: freeName, output: from)) }
            return removeEmpty()
        }
        guard let id = Int64(text.drop { $0 != "=" }.dropFirst().prefix { $0 != "]" }),
            let index = windows.firstIndex(where: { $0.id == id })
        else { return }
        let parts = text.split(separator: "] ", maxSplits: 1).last.map(String.init) ?? ""
        for part in parts.split(separator: ", ") {
            let name = part.split(separator: "\"").last.map(String.init) ?? ""
            if part.hasPrefix("mark --add") { windows[index].marks.append(name) }
            if part.hasPrefix("unmark") { windows[index].marks.removeAll { $0 == name } }
            if part.hasPrefix("move ") {
                if !workspaces.contains(where: { $0.name == name }) {
                    workspaces.append(Workspace(name: name, output: workspaces[0].output))
                }
                windows[index].workspace = name
            }
        }
        if text.hasSuffix("focus") {
            let window = windows.remove(at: index)
            windows.insert(window, at: 0)
            show(window.workspace)
        }
        removeEmpty()
    }

    private mutating func show(_ name: String) {
        let index = workspaces.firstIndex { $0.name == name }
        let workspace = index.map { workspaces.remove(at: $0) } ?? Workspace(name: name, output: workspaces[0].output)
        workspaces.insert(workspace, at: 0)
        removeEmpty()
    }

    /// Removes the invisible empty workspaces.
    private mutating func removeEmpty() {
        let shown = Set(outputs.map { visible(on: $0) })
        workspaces.removeAll { workspace in
            !shown.contains(workspace.name) && !windows.contains { $0.workspace == workspace.name }
        }
    }

    private var freeName: String {
        (1...).lazy.map(String.init).first { name in !workspaces.contains { $0.name == name } } ?? "1"
    }
}
