import TabshellIPC
import WindowTabs

/// The windows on sway's workspaces and the outputs of these, from its reply to GET_TREE.
struct SwayTree: Equatable {
    struct Frame: Equatable {
        var x: Int64 = 0
        var y: Int64 = 0
        var width: Int64 = 0
        var height: Int64 = 0
    }

    /// A container of tiled windows, or a workspace, in which a window is.
    struct Level: Equatable {
        struct Child: Equatable {
            var id: Int64
            /// Its length in the direction of the layout, logical px.
            var length: Int64
        }

        /// `splith`, `splitv`, `tabbed` or `stacked`.
        var layout: String
        var children: [Child]
        /// The child that is or contains the window.
        var own: Int64
    }

    struct Window: Equatable {
        var id: Int64
        /// The app-id, or the class of an X11 window; empty without one.
        var appID = ""
        var title = ""
        var pid: Int64 = 0
        var workspace = ""
        var isFloating = false
        var isFocused = false
        var isFullscreen = false
        var isUrgent = false
        /// The style: `normal`, `pixel`, `none` or `csd`.
        var border = "none"
        /// True if it is in tabs or a stack, which have title bars.
        var isInTabs = false
        /// Logical px.
        var borderWidth: Int64 = 0
        /// The container with its title bar, logical px in the layout.
        var frame = Frame()
        var marks: [String] = []
        /// The containers around it, the innermost first, and its workspace; empty for a floating window.
        var levels: [Level] = []

        /// True until sway has given a new window its border, and so its place. Undrawn ones have a width, too, unless set to 0.
        var isSettling: Bool { border == "none" && borderWidth == 0 && marks.isEmpty }

        var facts: WindowFacts {
            var facts = WindowFacts(id: id)
            (facts.appID, facts.title) = (appID, title)
            (facts.isActivated, facts.isFullscreen) = (isFocused, isFullscreen)
            return facts
        }
    }

    /// The number of containers around a window that are read.
    static let maximumLevels = 4
    /// The workspace of the windows in the scratchpad, which is on no screen.
    static let scratchpad = "__i3_scratch"

    /// The windows, in each workspace the most recently focused first.
    var windows: [Window] = []
    var hidden: [Window] = []
    /// The names of the workspaces, the most recently focused first.
    var workspaces: [String] = []
    /// The names of the outputs by the workspaces on them.
    var outputs: [String: String] = [:]

    /// The windows, the oldest first.
    var all: [Window] { (windows + hidden).sorted { $0.id < $1.id } }

    /// The processes by app-id, where only one process has it.
    var processes: [String: Int32] {
        let pids = Dictionary(grouping: windows + hidden, by: \.appID).mapValues { Set($0.map(\.pid)) }
        return pids.compactMapValues { $0.count == 1 ? $0.first.flatMap { Int32(exactly: $0) } : nil }
    }

    func front(of workspace: String) -> Window? { windows.first { $0.workspace == workspace } }
}

extension SwayTree {
    init(_ json: JSON) {
        self.init()
        visit(json, output: nil, workspace: nil, isFloating: false, levels: [])
    }

    private mutating func visit(
        _ node: JSON, output: String?, workspace: String?, isFloating: Bool, levels: [Level]
    ) {
        let output = node["type"] == "output" ? node["name"]?.text : output
        var workspace = workspace
        if node["type"] == "workspace", let name = node["name"]?.text {
            workspace = name
            if name != Self.scratchpad {
                workspaces.append(name)
                outputs[name] = output
            }
        }
        let isFloating = isFloating || node["type"] == "floating_con"
        let tiled = node["nodes"]?.elements ?? []
        let floating = node["floating_nodes"]?.elements ?? []
        if let workspace, tiled.isEmpty, var window = Window(node) {
            (window.workspace, window.isFloating) = (workspace, isFloating)
            window.isInTabs = levels.first.map { ["tabbed", "stacked"].contains($0.layout) } ?? false
            if !isFloating { window.levels = levels }
            if workspace == Self.scratchpad { hidden.append(window) } else { windows.append(window) }
        }
        let order = node["focus"]?.elements.compactMap(\.whole) ?? []
        // The list shows which child had the focus last; children that it leaves out follow.
        let ranks = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        let children = (tiled + floating).enumerated().sorted { first, second in
            let (one, other) = (rank(first.element, ranks), rank(second.element, ranks))
            return one == other ? first.offset < second.offset : one < other
        }
        let level = workspace == nil ? nil : Level(node["layout"]?.text ?? "", tiled)
        for (_, child) in children {
            var inner = level
            inner?.own = child["id"]?.whole ?? 0
            visit(
                child, output: output, workspace: workspace, isFloating: isFloating,
                levels: Array(((inner.map { [$0] } ?? []) + levels).prefix(Self.maximumLevels)))
        }
    }

    private func rank(_ node: JSON, _ ranks: [Int64: Int]) -> Int {
        node["id"]?.whole.flatMap { ranks[$0] } ?? .max
    }
}

extension SwayTree.Window {
    /// A window without its place in the tree; nil if the node is not a window.
    init?(_ node: JSON) {
        guard let id = node["id"]?.whole, let pid = node["pid"]?.whole else { return nil }
        let outer = node["rect"]?.frame ?? SwayTree.Frame()
        let height = node["deco_rect"]?.frame.height ?? 0
        let rise = (0...1000).contains(height) ? height : 0
        self.init(
            id: id, appID: node["app_id"]?.text ?? node["window_properties"]?["class"]?.text ?? "",
            title: node["name"]?.text ?? "", pid: pid, isFocused: node["focused"] == true,
            isFullscreen: (node["fullscreen_mode"]?.whole ?? 0) != 0, isUrgent: node["urgent"] == true,
            border: node["border"]?.text ?? "none",
            borderWidth: node["current_border_width"]?.whole ?? 0,
            frame: SwayTree.Frame(x: outer.x, y: outer.y - rise, width: outer.width, height: outer.height + rise),
            marks: node["marks"]?.elements.compactMap(\.text) ?? [])
    }
}

extension SwayTree.Level {
    fileprivate init(_ layout: String, _ nodes: [JSON]) {
        children = nodes.compactMap { node in
            guard let id = node["id"]?.whole, let frame = node["rect"]?.frame else { return nil }
            let title = node["deco_rect"]?.frame.height ?? 0
            return Child(id: id, length: layout == "splitv" ? frame.height + max(title, 0) : frame.width)
        }
        (self.layout, own) = (layout, 0)
    }
}

extension JSON {
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate var whole: Int64? { if case .integer(let number) = self { number } else { nil } }

    fileprivate var elements: [JSON] { if case .array(let elements) = self { elements } else { [] } }

    /// A rectangle, with numbers that no screen has replaced by 0.
    fileprivate var frame: SwayTree.Frame {
        func number(_ name: String) -> Int64 {
            let number = self[name]?.whole ?? 0
            return (-1_000_000...1_000_000).contains(number) ? number : 0
        }
        return SwayTree.Frame(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
    }
}
