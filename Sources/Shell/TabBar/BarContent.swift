import ShellModel

/// The part of the daemon's state that a bar shows.
struct BarContent: Equatable, Sendable {
    var selected: TabID?
    var appearance = Appearance.light
    var isMinimized = false
    var sheet: TabID?
    var menu: TabID?
    var focus: BarFocus?
    /// True if the page in front blurs the area under the bar, instead of the compositor, and nothing lies between them.
    var isOverBlur = false
    var badges: [TabID: BadgeMark] = [:]
    /// The tabs that need the PIN now.
    var guarded: Set<TabID> = []

    init() {}

    init(_ state: ShellState) {
        selected = state.selection?.tab
        appearance = state.appearance.value
        isMinimized = state.bar.isMinimized
        sheet = state.sheet.tab
        menu = state.menu.tab
        focus = state.isBarFocused ? state.bar.focus : nil
        isOverBlur = state.isBarOverBlur
        badges = state.badges.compactMapValues { BadgeMark($0, state.look?.badge) }
        guarded = Set((state.lock?.rules.tabs ?? []).filter { state.isGuarded($0) })
    }

    /// The content before the last change of each kind that the state shows: a panel that starts in the
    /// middle of a change animates from there. The values that the daemon started with are not a change.
    init(before state: ShellState) {
        self.init(state)
        guard let selection = state.selection else { return }
        selected = selection.previous ?? selection.tab
        let isStart = selection.previous == nil && state.appearance.acceptedAt == selection.acceptedAt
        if state.appearance.acceptedAt > 0, !isStart { appearance = appearance == .light ? .dark : .light }
        if state.bar.acceptedAt > 0 { isMinimized.toggle() }
        sheet = Self.before(state.sheet, candidates: state.tabs.filter(\.role.isSheet))
        menu = Self.before(state.menu, candidates: state.tabs.filter { !$0.menu.isEmpty })
    }

    func isOpen(_ tab: TabID) -> Bool { sheet == tab || menu == tab }

    /// The tab whose sheet or menu was open before: none if one is open now, else the only candidate.
    private static func before(_ presentation: PresentedTab, candidates: [Tab]) -> TabID? {
        guard presentation.tab == nil, presentation.acceptedAt > 0, candidates.count == 1 else { return nil }
        return candidates.first?.id
    }
}

/// The drawn form of a badge.
enum BadgeMark: Equatable, Sendable {
    case count(String)
    case text(String)
    case dot

    /// The text in the badge; nil for a dot.
    var label: String? {
        switch self {
        case .count(let label), .text(let label): label
        case .dot: nil
        }
    }

    var isText: Bool { if case .text = self { true } else { false } }

    /// True for a text, and a count as long as one, which are after a title beside its icon.
    var isLong: Bool { isText || label.map { $0.count > 3 } ?? false }

    /// Nil for an invisible badge.
    init?(_ badge: Badge, _ style: BadgeStyle?) {
        switch badge {
        case .count(let count):
            guard count > 0 else { return nil }
            let maximum = max(style?.maximum ?? .max, 1)
            self = .count(count > maximum ? "\(maximum)" + (style?.hasPlus == true ? "+" : "") : "\(count)")
        case .text(let text):
            guard !text.isEmpty else { return nil }
            self = .text(text)
        case .dot:
            self = .dot
        }
    }
}
