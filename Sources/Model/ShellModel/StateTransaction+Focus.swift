extension StateTransaction {
    /// Moves the bar's focus, which is in a menu while one is open. All that selects, presents or runs takes it away.
    mutating func moveFocus(_ move: FocusMove, to text: String?) throws(CommandError) {
        if move == .page || move == .field { return focusPage(isField: move == .field) }
        let items = focusItems
        guard let focus = state.bar.focus, let index = items.firstIndex(of: focus) else {
            switch move {
            case .activate, .menu, .leave: state.bar.focus = nil
            case .first, .last, .find: enter(items, at: target(of: move, from: nil, among: items, text: text))
            case .enter, .next, .previous, .page, .field: enter(items, at: nil)
            }
            if state.bar.focus == nil, items.isEmpty, move != .leave { throw .noTabs }
            return
        }
        switch move {
        case .activate: try activate(focus)
        case .menu:
            guard focus.action == nil else { return }
            try apply(.setMenu(focus.tab))
            state.bar.focus = focusItems.first
        case .leave:
            setMenu(nil)
            state.bar.focus = focus.action == nil ? nil : BarFocus(focus.tab)
        default:
            if let target = target(of: move, from: index, among: items, text: text) { state.bar.focus = items[target] }
        }
    }

    /// Gives the page in front the focus. A window or an open sheet gets it from the compositor.
    private mutating func focusPage(isField: Bool) {
        setMenu(nil)
        guard let tab = state.selection.flatMap({ state.tab($0.tab) }), tab.window == nil, state.sheet.tab == nil else {
            state.bar.focus = nil
            return
        }
        // A focus without a press outlasts a field's focus.
        if state.bar.focus?.isPage != true { state.bar.focus = BarFocus(tab.id, isPage: true, isField: isField) }
    }

    mutating func pruneFocus() {
        guard let focus = state.bar.focus else { return }
        let isThere =
            focus.isPage
            ? state.selection?.tab == focus.tab && state.tab(focus.tab)?.window == nil : focusItems.contains(focus)
        if !isThere { state.bar.focus = nil }
    }

    private var focusItems: [BarFocus] {
        guard let menu = state.menu.tab else {
            return state.tabs.filter { !$0.isHidden }.map { BarFocus($0.id) }
        }
        return state.menu(of: menu).map { BarFocus(menu, action: $0) }
    }

    private mutating func enter(_ items: [BarFocus], at index: Int?) {
        let current = BarFocus(state.sheet.tab ?? state.selection?.tab ?? "")
        setMinimized(false)
        state.bar.focus = index.map { items[$0] } ?? (items.contains(current) ? current : items.first)
    }

    private func target(of move: FocusMove, from index: Int?, among items: [BarFocus], text: String?) -> Int? {
        guard !items.isEmpty else { return nil }
        switch move {
        case .next: return index.map { ($0 + 1) % items.count }
        case .previous: return index.map { ($0 + items.count - 1) % items.count }
        case .first: return 0
        case .last: return items.count - 1
        case .find:
            guard let text = text?.lowercased(), !text.isEmpty else { return nil }
            // Digits of any script.
            if let number = text.first?.wholeNumberValue, text.count == 1 {
                return items.indices.contains(number - 1) ? number - 1 : nil
            }
            let start = index.map { $0 + 1 } ?? 0
            return items.indices.map { (start + $0) % items.count }
                .first { title(of: items[$0]).lowercased().hasPrefix(text) }
        case .enter, .activate, .menu, .page, .field, .leave: return nil
        }
    }

    private func title(of item: BarFocus) -> String {
        guard let id = item.action else { return state.tab(item.tab)?.title ?? "" }
        return state.actions.first { $0.id == id }?.title ?? ""
    }

    private mutating func activate(_ focus: BarFocus) throws(CommandError) {
        if let action = focus.action { return try apply(.run(action)) }
        state.bar.focus = nil
        // As with a press, the tab of an open sheet closes it.
        if state.sheet.tab == focus.tab { return setSheet(nil) }
        try apply(.select(focus.tab))
        if state.menu.tab == focus.tab { state.bar.focus = focusItems.first }
    }
}
