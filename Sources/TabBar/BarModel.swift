// SPDX-License-Identifier: MIT
import Geometry
import Motion
import StateMotion
import TabModel

/// What a bar shows, as a function of time: the daemon's state, and the motions that are under way because of it.
/// Times are CLOCK_MONOTONIC, ns.
public struct BarModel: Equatable, Sendable {
    /// How long a press's mark takes to fade once it is lifted, ns.
    private static let fading: UInt64 = 150_000_000
    private static let pressOpacity = 0.08
    private static let offlineMark = Color(rgb: 0xF5A623)

    /// Whether changes are shown without motion.
    public var reducesMotion = false
    /// How much larger than usual the user wants text to be.
    public var textScale = 1.0
    /// Whether the daemon is there; a small mark says quietly when it is not.
    public var isConnected = true

    private var tabs: [Tab] = []
    private var look: Look?
    private var selected: TabID?
    /// For each tab how selected it looks, 0…1.
    private var emphasis: [TabID: Animated] = [:]
    /// For each tab how pressed it looks, 0…1.
    private var pressure: [TabID: Animated] = [:]

    public init() {}

    /// The look, once the daemon has told it.
    public var currentLook: Look? { look }
    /// The icons that are needed.
    public var icons: [String] { tabs.map(\.icon) }
    /// The side of an icon, logical px.
    public var iconSide: Double {
        look.map { BarLayout(look: $0, tabCount: 0, width: 0, textScale: textScale).iconSide } ?? 0
    }

    /// Takes up a new state of the daemon.
    public mutating func update(to state: ShellState) {
        look = state.look
        guard let selection = state.selection else { return }
        if state.tabs != tabs {
            tabs = state.tabs
            // Unknown tabs begin as the selection before left them, so that a change under way is joined midway.
            let before = selection.previous ?? selection.tab
            emphasis = Dictionary(
                uniqueKeysWithValues: tabs.map { tab in
                    (tab.id, emphasis[tab.id] ?? Animated(tab.id == before ? 1 : 0))
                })
            pressure = pressure.filter { pressed in tabs.contains { $0.id == pressed.key } }
            selected = nil
        }
        guard selection.tab != selected else { return }
        selected = selection.tab
        let timing = Timing(selection.transition).reduced(reducesMotion)
        for tab in tabs {
            emphasis[tab.id]?.animate(
                to: tab.id == selection.tab ? 1 : 0, from: selection.acceptedAt, with: timing)
        }
    }

    /// Marks a tab as pressed, or no longer.
    public mutating func setPressed(_ isPressed: Bool, _ tab: TabID, at time: UInt64) {
        var value = pressure[tab] ?? Animated(0)
        let timing = Timing.curve(.easeOut, duration: Self.fading).reduced(isPressed || reducesMotion)
        value.animate(to: isPressed ? 1 : 0, from: time, with: timing)
        pressure[tab] = value
    }

    /// Whether anything still moves after a time.
    public func isMoving(at time: UInt64) -> Bool {
        emphasis.values.contains { $0.isMoving(at: time) } || pressure.values.contains { $0.isMoving(at: time) }
    }

    /// What a surface of a width, and of a height that is more than is needed, shows at a time; nothing before the
    /// daemon has told the look.
    public func scene(width: Double, height: Double = 0, at time: UInt64) -> Scene {
        guard let look else { return Scene(items: [], hotspots: []) }
        let layout = BarLayout(look: look, tabCount: tabs.count, width: width, height: height, textScale: textScale)
        let palette = look.light
        let ink = Color(palette[.icon])
        var items: [Scene.Item] = []
        if layout.bar.y > layout.shadowHeight {
            items.append(.fill(Rect(x: 0, y: 0, width: width, height: layout.bar.y), Color(palette[.page])))
        }
        if layout.shadowHeight > 0 {
            items.append(
                .shadow(
                    rect: Rect(
                        x: 0, y: layout.bar.y - layout.shadowHeight, width: width, height: layout.shadowHeight),
                    edge: layout.bar.y + look.shadow.offsetY, sigma: look.shadow.sigma,
                    color: Color.black.opacity(look.shadow.opacity)))
        }
        items.append(.fill(layout.bar, Color(palette[.background])))
        for (index, tab) in tabs.enumerated() {
            let emphasis = emphasis[tab.id]?.value(at: time) ?? 0
            let pressure = pressure[tab.id]?.value(at: time) ?? 0
            items.append(.ellipse(layout.targets[index], ink.opacity(Self.pressOpacity * pressure)))
            items.append(.ellipse(layout.indicator(index), Color(palette[.indicator]).opacity(emphasis)))
            let opacity = look.icon.opacity + (1 - look.icon.opacity) * emphasis
            items.append(.icon(tab.icon, layout.icon(index, emphasis: emphasis), ink.opacity(opacity)))
        }
        let mark = Rect(x: width - 18, y: layout.bar.y + 12, width: 6, height: 6)
        items.append(.ellipse(mark, Self.offlineMark.opacity(isConnected ? 0 : 1)))
        let hotspots = zip(tabs, layout.targets).map { tab, target in
            Scene.Hotspot(
                rect: target, tab: tab.id, spokenLabel: tab.spokenLabel, spokenHint: tab.spokenHint,
                isSelected: tab.id == selected)
        }
        return Scene(items: items, hotspots: hotspots)
    }
}

extension Color {
    /// A colour of the state.
    public init(_ value: RGBA) {
        self = Color(rgb: value.rgb).opacity(value.alpha)
    }
}
