import Geometry
import Motion
import ShellModel

/// The model of a bar and of the menu over it, as a function of time: the daemon's state and the animations between
/// states.
///
/// Times are CLOCK_MONOTONIC, ns. Widths and heights are the surface's; its height only matters to a rail,
/// or if it is more than the look needs. `screen` is nil where it is unknown, and `scale` is buffer pixels per logical
/// pixel, to which items at rest are aligned.
///
/// Looks differ in the values of ``Look`` only; no code is for a particular one.
public struct BarModel: Equatable, Sendable {
    /// True if changes are not animated, whatever the look says.
    public var reducesMotion = false
    /// The factor of the text size that the user requests; nil for the look's own.
    public var textScale: Double?
    /// True while the daemon is connected; a small mark shows that it is not.
    public var isConnected = true
    /// True if the bar is in its own window, where it looks as at the lower edge of a screen.
    public var isInWindow = false
    /// True if the compositor blurs the background of a translucent bar.
    public var supportsBackgroundBlur = true
    /// True if the pages are on the bar's screen, and no unreported window can cover them.
    public var isAbovePages = false

    private(set) var tabs: [Tab] = []
    private(set) var actions: [Action] = []
    private(set) var menus: [TabID: [ActionID]] = [:]
    private var mayChangeTabs = true
    /// The look, once the daemon has sent it.
    public private(set) var look: Look?
    private(set) var content = BarContent()
    var motion = BarMotion()
    /// The last visible badges, while they disappear.
    private(set) var lastBadges: [TabID: BadgeMark] = [:]
    /// The badges as the daemon has them, for speech.
    private(set) var spokenBadges: [TabID: Badge] = [:]
    /// The windows that are pages of tabs.
    private(set) var windows: [TabID: WindowState] = [:]
    private(set) var lastMenu: TabID?
    var drag: SelectionDrag?
    var largeContent: LargeContent?
    private var hasState = false

    public init() {}

    public var isMinimized: Bool { content.isMinimized }

    /// Applies a new state of the daemon. Changes are animated, from `time` if they have none of their own; a new look or
    /// new tabs are shown at once, with nothing pressed.
    public mutating func update(to state: ShellState, at time: UInt64) {
        let visible = state.tabs.contains(where: \.isHidden) ? state.tabs.filter { !$0.isHidden } : state.tabs
        let isReplaced = state.look != look || visible != tabs || state.actions != actions
        look = state.look
        guard state.look != nil, state.selection != nil else { return }
        tabs = visible
        actions = state.actions
        if isReplaced || state.mayChangeTabs != mayChangeTabs {
            mayChangeTabs = state.mayChangeTabs
            menus = Dictionary(uniqueKeysWithValues: tabs.map { ($0.id, state.menu(of: $0.id)) })
        }
        spokenBadges = state.badges
        windows = state.windows
        let next = BarContent(state)
        if hasState, isReplaced { return snap(to: next) }
        if !hasState { snap(to: BarContent(before: state)) }
        hasState = true
        animate(to: next, from: state, at: time)
    }

    public mutating func setPressed(_ isPressed: Bool, _ target: BarPart.Target, at time: UInt64) {
        motion.pressProgress[target, default: AnimatedValue(0)].animate(
            to: isPressed ? 1 : 0, from: time, with: timing(isPressed ? .press : .release))
    }

    /// Animates the raising of a target under the pointer.
    public mutating func setHovered(_ isHovered: Bool, _ target: BarPart.Target, at time: UInt64) {
        motion.hoverProgress[target, default: AnimatedValue(0)].animate(
            to: isHovered ? 1 : 0, from: time, with: timing(.release))
    }

    /// True if the bar is still animating after a time.
    public func isAnimating(at time: UInt64) -> Bool { motion.isAnimating(at: time) }

    /// True if the colours are still changing between light and dark after a time.
    public func isAppearanceAnimating(at time: UInt64) -> Bool { motion.darkFraction.isMoving(at: time) }

    /// A colour of the look at a time, possibly between light and dark.
    public func color(_ token: ColorToken, at time: UInt64) -> Color {
        look.map { palette(of: $0, at: time)[token] } ?? .clear
    }

    func palette(of look: Look, at time: UInt64) -> AnimatedPalette {
        AnimatedPalette(look, darkFraction: motion.darkFraction.value(at: time))
    }

    /// The opaque ground of a card in one of the look's colours.
    func ground(_ token: ColorToken, at time: UInt64) -> Color {
        var ground = color(token, at: time)
        ground.alpha = 1
        return ground
    }

    func run(_ string: String, _ look: Look, weight: Int, size: Double, maximumWidth: Double? = nil) -> TextRun {
        TextRun(
            string: string, families: look.title.families, weight: weight, size: size * effectiveTextScale,
            maximumWidth: maximumWidth)
    }

    /// The factor of the text size: the user's, or the look's.
    var effectiveTextScale: Double { textScale ?? look?.textScale ?? 1 }

    func timing(_ token: MotionToken) -> Timing { timing(look?.motion[token] ?? .immediate) }

    func timing(_ transition: Transition) -> Timing { Timing(transition).reduced(isMotionReduced) }

    /// True if the user or the look disables animations.
    public var isMotionReduced: Bool { reducesMotion || look?.reducesMotion == true }

    private mutating func snap(to next: BarContent) {
        content = next
        drag = nil
        lastBadges = next.badges
        lastMenu = next.menu
        motion = BarMotion()
        for tab in tabs {
            motion.selectionProgress[tab.id] = AnimatedValue(tab.id == next.selected ? 1 : 0)
            motion.badges[tab.id] = AnimatedValue(next.badges[tab.id] == nil ? 0 : 1)
            motion.buttonRotation[tab.id] = AnimatedValue(next.isOpen(tab.id) ? 1 : 0)
        }
        motion.indicator = AnimatedValue(position(of: next.selected) ?? 0)
        motion.selectedPosition = motion.indicator
        motion.darkFraction = AnimatedValue(next.appearance == .dark ? 1 : 0)
        motion.minimizeProgress = AnimatedValue(next.isMinimized ? 1 : 0)
        motion.menuDim = AnimatedValue(next.menu == nil ? 0 : 1)
        motion.actions = menuActions(of: next.menu).map { _ in AnimatedValue(1) }
    }

    private mutating func animate(to next: BarContent, from state: ShellState, at time: UInt64) {
        let before = content
        content = next
        let settles = follow(state)
        if next.selected != before.selected {
            if !settles { animateSelection(state) }
            if let selection = state.selection, selection.transition.duration > 0 {
                motion.bounces[selection.tab, default: Bounce()].start(
                    from: selection.acceptedAt, with: timing(.bounce))
            }
        }
        if next.appearance != before.appearance {
            motion.darkFraction.animate(
                to: next.appearance == .dark ? 1 : 0, from: state.appearance.acceptedAt, with: timing(.appearance))
        }
        if next.isMinimized != before.isMinimized {
            motion.minimizeProgress.animate(
                to: next.isMinimized ? 1 : 0, from: state.bar.acceptedAt, with: timing(.minimize))
        }
        if let tab = next.focus?.tab, tab != before.focus?.tab, let position = position(of: tab) {
            motion.scrollRow(to: position, from: time, with: timing(.indicator))
        }
        if next.menu != before.menu { animateMenu(at: state.menu.acceptedAt) }
        let opened = next.sheet != before.sheet ? state.sheet.acceptedAt : state.menu.acceptedAt
        let (turning, marking) = (timing(.button), timing(.badge))
        for tab in tabs {
            let isOpen = next.isOpen(tab.id)
            if isOpen != before.isOpen(tab.id) {
                motion.buttonRotation[tab.id]?.animate(to: isOpen ? 1 : 0, from: opened, with: turning)
            }
            let badge = next.badges[tab.id]
            lastBadges[tab.id] = badge ?? lastBadges[tab.id]
            if (badge == nil) != (before.badges[tab.id] == nil) {
                motion.badges[tab.id]?.animate(to: badge == nil ? 0 : 1, from: time, with: marking)
            }
        }
    }

    private mutating func animateSelection(_ state: ShellState) {
        guard let selection = state.selection else { return }
        let selecting = timing(selection.transition)
        for tab in tabs {
            let target = tab.id == selection.tab ? 1.0 : 0
            // A tab that keeps its target continues as before: another curve to the same target would hurry it.
            guard motion.selectionProgress[tab.id]?.target != target else { continue }
            motion.selectionProgress[tab.id]?.animate(to: target, from: selection.acceptedAt, with: selecting)
        }
        guard let position = position(of: selection.tab) else { return }
        // A change that is not animated moves no part.
        let sliding = selection.transition.duration == 0 ? .immediate : timing(.indicator)
        motion.indicator.animate(to: position, from: selection.acceptedAt, with: sliding)
        motion.scrollRow(to: position, from: selection.acceptedAt, with: sliding)
    }

    private mutating func animateMenu(at start: UInt64) {
        let (entering, leaving) = (timing(.menuEnter), timing(.menuLeave))
        guard let menu = content.menu else {
            for index in motion.actions.indices { motion.actions[index].animate(to: 0, from: start, with: leaving) }
            motion.menuDim.animate(to: 0, from: start, with: leaving)
            return
        }
        let count = menuActions(of: menu).count
        if menu != lastMenu || motion.actions.count != count {
            motion.actions = Array(repeating: AnimatedValue(0), count: count)
        }
        lastMenu = menu
        let seconds = min(max(look?.menu.stagger ?? 0, 0), 10)
        // Without animation, nothing is staggered either.
        let interval = seconds.isFinite && entering != .immediate ? UInt64(seconds * 1e9) : 0
        for index in motion.actions.indices {
            let delay = interval * UInt64(index)
            motion.actions[index].animate(to: 1, from: start, with: entering.delayed(by: delay))
        }
        motion.menuDim.animate(to: 1, from: start, with: entering)
    }

    func position(of tab: TabID?) -> Double? {
        tabs.firstIndex { $0.id == tab }.map(Double.init)
    }

    func menuActions(of tab: TabID?) -> [Action] {
        tab.flatMap { menus[$0] }?.compactMap { action($0, of: tab) } ?? []
    }
}
