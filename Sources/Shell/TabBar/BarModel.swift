// SPDX-License-Identifier: MIT
import Geometry
import Motion
import ShellModel
import ShellModel

/// What a bar shows, and the menu over it, as a function of time: the daemon's state, and the motions that are under
/// way because of it. Times are CLOCK_MONOTONIC, ns.
///
/// Nothing here knows one look from another: all that differs between them are the values of ``Look``.
public struct BarModel: Equatable, Sendable {
    /// Whether changes are shown without motion, whatever the look says.
    public var reducesMotion = false
    /// How much larger than usual the user wants text to be; nil leaves it to the look.
    public var textScale: Double?
    /// Whether the daemon is there; a small mark says quietly when it is not.
    public var isConnected = true
    /// Whether the compositor blurs what is behind a translucent bar.
    public var blursBehind = true

    private(set) var tabs: [Tab] = []
    private(set) var actions: [Action] = []
    private(set) var look: Look?
    private(set) var shown = BarContent()
    private(set) var motion = BarMotion()
    /// The badges that were shown last, for as long as they leave.
    private(set) var lastBadges: [TabID: BadgeMark] = [:]
    /// The badges' values as they are spoken.
    private(set) var spokenBadges: [TabID: Badge] = [:]
    /// What is known of the windows that are tabs' pages.
    private(set) var windows: [TabID: WindowState] = [:]
    /// The tab whose menu was open last, for as long as that leaves.
    private(set) var lastMenu: TabID?
    private var hasJoined = false

    public init() {}

    /// The look, once the daemon has told it.
    public var currentLook: Look? { look }

    /// The tab in front.
    public var selected: TabID? { shown.selected }

    /// Whether the bar is folded, or on its way there.
    public var isMinimized: Bool { shown.isMinimized }

    /// Takes up a new state of the daemon. What has just changed moves; another look, or other tabs, are there at once,
    /// and nothing of them is pressed.
    ///
    /// - Parameter time: now; for what the state has no time of.
    public mutating func update(to state: ShellState, at time: UInt64) {
        let isOther = state.look != look || state.tabs != tabs || state.actions != actions
        look = state.look
        guard state.look != nil, state.selection != nil else { return }
        tabs = state.tabs
        actions = state.actions
        spokenBadges = state.badges
        windows = state.windows
        let next = BarContent(state)
        if !hasJoined {
            hasJoined = true
            rest(on: BarContent(before: state))
            move(to: next, because: state, at: time)
        } else if isOther {
            rest(on: next)
        } else {
            move(to: next, because: state, at: time)
        }
    }

    /// Marks something as pressed, or no longer.
    public mutating func setPressed(_ isPressed: Bool, _ target: HitRegion.Target, at time: UInt64) {
        var value = motion.pressure[target] ?? AnimatedValue(0)
        value.animate(to: isPressed ? 1 : 0, from: time, with: timing(isPressed ? .press : .release))
        motion.pressure[target] = value
    }

    /// Whether anything on the bar still moves after a time.
    public func isMoving(at time: UInt64) -> Bool { motion.isMoving(at: time) }

    /// Whether the colours are on their way between light and dark after a time.
    public func changesAppearance(at time: UInt64) -> Bool { motion.darkness.isMoving(at: time) }

    /// A colour of the look at a time, on its way between light and dark.
    public func color(_ token: ColorToken, at time: UInt64) -> Color {
        look.map { AnimatedPalette($0, darkness: motion.darkness.value(at: time))[token] } ?? .clear
    }

    /// How much larger than usual text is, all things considered.
    var effectiveTextScale: Double { textScale ?? look?.textScale ?? 1 }

    private func timing(_ token: MotionToken) -> Timing { timing(look?.motion[token] ?? .immediate) }

    private func timing(_ transition: Transition) -> Timing {
        Timing(transition).reduced(reducesMotion || look?.reducesMotion == true)
    }

    /// Shows something without motion.
    private mutating func rest(on next: BarContent) {
        shown = next
        lastBadges = next.badges
        lastMenu = next.menu
        motion = BarMotion()
        for tab in tabs {
            motion.emphasis[tab.id] = AnimatedValue(tab.id == next.selected ? 1 : 0)
            motion.badges[tab.id] = AnimatedValue(next.badges[tab.id] == nil ? 0 : 1)
            motion.turns[tab.id] = AnimatedValue(next.isOpen(tab.id) ? 1 : 0)
        }
        motion.indicator = AnimatedValue(position(of: next.selected) ?? 0)
        motion.darkness = AnimatedValue(next.appearance == .dark ? 1 : 0)
        motion.fold = AnimatedValue(next.isMinimized ? 1 : 0)
        motion.veil = AnimatedValue(next.sheet == nil || look?.drawsBackground != true ? 0 : 1)
        motion.dim = AnimatedValue(next.menu == nil ? 0 : 1)
        motion.actions = menuActions(of: next.menu).map { _ in AnimatedValue(1) }
    }

    private mutating func move(to next: BarContent, because state: ShellState, at time: UInt64) {
        let before = shown
        shown = next
        if next.selected != before.selected { moveSelection(state) }
        if next.appearance != before.appearance {
            motion.darkness.animate(
                to: next.appearance == .dark ? 1 : 0, from: state.appearance.acceptedAt, with: timing(.appearance))
        }
        if next.isMinimized != before.isMinimized {
            motion.fold.animate(to: next.isMinimized ? 1 : 0, from: state.bar.acceptedAt, with: timing(.minimize))
        }
        if (next.sheet == nil) != (before.sheet == nil), look?.drawsBackground == true {
            motion.veil.animate(to: next.sheet == nil ? 0 : 1, from: state.sheet.acceptedAt, with: timing(.sheet))
        }
        if next.menu != before.menu { moveMenu(at: state.menu.acceptedAt) }
        let opened = next.sheet != before.sheet ? state.sheet.acceptedAt : state.menu.acceptedAt
        let (turning, marking) = (timing(.button), timing(.badge))
        for tab in tabs {
            let isOpen = next.isOpen(tab.id)
            if isOpen != before.isOpen(tab.id) {
                motion.turns[tab.id]?.animate(to: isOpen ? 1 : 0, from: opened, with: turning)
            }
            let badge = next.badges[tab.id]
            lastBadges[tab.id] = badge ?? lastBadges[tab.id]
            if (badge == nil) != (before.badges[tab.id] == nil) {
                motion.badges[tab.id]?.animate(to: badge == nil ? 0 : 1, from: time, with: marking)
            }
        }
    }

    private mutating func moveSelection(_ state: ShellState) {
        guard let selection = state.selection else { return }
        let selecting = timing(selection.transition)
        for tab in tabs {
            motion.emphasis[tab.id]?.animate(
                to: tab.id == selection.tab ? 1 : 0, from: selection.acceptedAt, with: selecting)
        }
        guard let position = position(of: selection.tab) else { return }
        // What is shown without motion is shown so in all of its parts.
        let transition = selection.transition.duration == 0 ? .immediate : look?.motion[.indicator] ?? .immediate
        motion.indicator.animate(to: position, from: selection.acceptedAt, with: timing(transition))
    }

    private mutating func moveMenu(at start: UInt64) {
        let (entering, leaving) = (timing(.menuEnter), timing(.menuLeave))
        guard let menu = shown.menu else {
            for index in motion.actions.indices { motion.actions[index].animate(to: 0, from: start, with: leaving) }
            motion.dim.animate(to: 0, from: start, with: leaving)
            return
        }
        let count = menuActions(of: menu).count
        if menu != lastMenu || motion.actions.count != count {
            motion.actions = Array(repeating: AnimatedValue(0), count: count)
        }
        lastMenu = menu
        let seconds = min(max(look?.menu.stagger ?? 0, 0), 10)
        let stagger = Stagger(interval: UInt64(seconds.isFinite ? seconds * 1e9 : 0))
        for index in motion.actions.indices {
            // What is shown without motion does not come one after another either.
            let delay = entering == .immediate ? 0 : stagger.delay(of: index)
            motion.actions[index].animate(to: 1, from: start, with: entering.delayed(by: delay))
        }
        motion.dim.animate(to: 1, from: start, with: entering)
    }

    /// A tab's place in the row.
    private func position(of tab: TabID?) -> Double? {
        tabs.firstIndex { $0.id == tab }.map(Double.init)
    }

    /// The actions of a tab's menu, from the nearest to the farthest.
    func menuActions(of tab: TabID?) -> [Action] {
        let menu = tabs.first { $0.id == tab }?.menu ?? []
        return menu.compactMap { id in actions.first { $0.id == id } }
    }
}
