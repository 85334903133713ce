import Geometry
import TabBar
import ShellModel
import Testing

let millisecond: UInt64 = 1_000_000
/// The time of the first change.
let start = 2000 * millisecond

/// A look with its tabs, and helpers for their states.
struct Sample: Sendable, CustomStringConvertible {
    var look: Look
    let tabs: [Tab]
    var actions: [Action] = []

    var description: String { "\(look.name)\(tabs.contains { !$0.menu.isEmpty } ? " with a menu" : "")" }

    static func tab(
        _ id: TabID, icon: String? = nil, filled: String? = nil, role: TabRole = .page, isProminent: Bool = false,
        action: ActionID? = nil, menu: [ActionID] = []
    ) -> Tab {
        let title = id.rawValue.prefix(1).uppercased() + id.rawValue.dropFirst()
        return Tab(
            id: id, title: title, icon: icon ?? id.rawValue, filledIcon: filled, accessibilityLabel: "",
            accessibilityHint: "", role: role, isProminent: isProminent, action: action, menu: menu)
    }

    func tab(_ id: TabID) throws -> Tab { try #require(tabs.first { $0.id == id }) }

    /// The tabs other than the look's button.
    var flatTabs: [Tab] { tabs.filter { !$0.isProminent } }

    /// The same with another look.
    func with(_ change: (inout Look) -> Void) -> Sample {
        var sample = self
        change(&sample.look)
        return sample
    }

    /// The frame of the bar's surface at the lower edge of a screen.
    func barFrame(on screen: Size) -> Rect {
        Rect(x: 0, y: screen.height - look.surfaceHeight, width: screen.width, height: look.surfaceHeight)
    }

    /// The daemon's state at its start, at a time of 1 s.
    func state(_ tab: TabID? = nil, _ appearance: Appearance = .light) throws -> ShellState {
        ShellState(
            try ShellConfiguration(tabs: tabs, actions: actions, look: look),
            restoring: PersistentState(selected: tab, appearance: appearance), now: 1000 * millisecond)
    }

    /// A bar with that state, and then commands at ``start``.
    func model(_ tab: TabID? = nil, after commands: Command...) throws -> BarModel { try model(tab, after: commands) }

    func model(_ tab: TabID? = nil, after commands: [Command]) throws -> BarModel {
        var model = try model(tab)
        let state = try commands.reduce(try state(tab)) { try $0.after($1, at: start) }
        model.update(to: state, at: start)
        return model
    }

    /// A bar with that state, at rest.
    func model(_ tab: TabID? = nil, _ appearance: Appearance = .light) throws -> BarModel {
        var model = BarModel()
        model.update(to: try state(tab, appearance), at: 1000 * millisecond)
        return model
    }
}

extension ShellState {
    func after(_ commands: Command..., at time: UInt64 = 1) throws -> ShellState {
        var state = self
        for command in commands { state = try state.reduce(command, at: time).state }
        return state
    }
}

/// A drawn item with its transforms applied.
struct Drawn {
    var item: Scene.Item
    /// The scale of all transforms together, around the centre of the item.
    var scale = 1.0
    var rotation = 0.0
    /// The transformed centre.
    var center: Point
    /// The scaled size, without rotation.
    var size: Size

    init(_ item: Scene.Item) {
        if case .transformed(let inner, let transform) = item {
            self = Drawn(inner)
            scale *= transform.scale
            rotation += transform.rotation
            let (dx, dy) = (center.x - transform.center.x, center.y - transform.center.y)
            center = Point(
                x: transform.center.x + dx * transform.scale + transform.offset.x,
                y: transform.center.y + dy * transform.scale + transform.offset.y)
            size = Size(width: size.width * transform.scale, height: size.height * transform.scale)
        } else {
            self.item = item
            let rect = Self.rect(item)
            center = rect.center
            size = rect.size
        }
    }

    var rect: Rect { Rect(center: center, width: size.width, height: size.height) }

    var alpha: Double { if case .disc(_, _, let opacity) = item { opacity } else { color?.alpha ?? 1 } }

    var color: Color? {
        switch item {
        case .icon(_, _, let color), .ellipse(_, let color), .capsule(_, let color), .text(_, _, _, let color),
            .fill(_, let color), .line(_, let color):
            color
        default: nil
        }
    }

    var run: TextRun? { if case .text(let run, _, _, _) = item { run } else { nil } }

    var iconName: String? { if case .icon(let icon, _, _) = item { icon.name } else { nil } }
    var isText: Bool { run != nil }
    var isIcon: Bool { iconName != nil }

    private static func rect(_ item: Scene.Item) -> Rect {
        switch item {
        case .text(_, let box, _, _): box
        case .roundedShadow(let rect, _, _, _): rect
        default: item.bounds
        }
    }
}

extension Scene {
    var drawn: [Drawn] { items.map(Drawn.init) }

    /// The untransformed texts, in order.
    var lines: [(run: TextRun, box: Rect, color: Color)] {
        items.compactMap { if case .text(let run, let box, _, let color) = $0 { (run, box, color) } else { nil } }
    }

    var actions: [BarPart] { parts.filter { if case .action = $0.target { true } else { false } } }

    func icon(_ name: String) -> Drawn? { drawn.first { $0.iconName == name && $0.alpha > 0 } }

    func texts(_ string: String) -> [Drawn] { drawn.filter { $0.run?.string == string } }

    func text(_ string: String) -> Drawn? { texts(string).first { $0.alpha > 0 } }

    var capsules: [Drawn] { drawn.filter { if case .capsule = $0.item { true } else { false } } }

    var discs: [Drawn] { drawn.filter { if case .disc = $0.item { true } else { false } } }

    func spot(_ tab: TabID) -> BarPart? { parts.first { $0.tab == tab } }
}

/// A text measure in which every letter is six tenths as wide as high.
func sixTenths(_ run: TextRun) -> Double? {
    min(Double(run.string.count) * run.size * 0.6, run.maximumWidth ?? .infinity)
}
