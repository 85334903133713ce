import Icons
import Localization
import ShellModel
import Text

/// Merges the tabs and actions of all files, and checks them against one another and against the look.
struct ConfigurationBuilder {
    private var tabs: [TabID: PartialTab] = [:]
    private var order: [TabID] = []
    /// The last place that changed ``order``.
    private var orderLocation = SourceLocation(path: .root, layer: 0)
    private var actions: [PartialAction] = []
    private(set) var tabPrograms: [TabID: [String]] = [:]
    /// The tabs whose programs may control the shell despite a lock.
    private(set) var shellControllers: [TabID] = []
    private(set) var actionPrograms: [ActionID: [String]] = [:]
    private(set) var controllingActions: [ActionID] = []
    private(set) var networkTabs: [TabID] = []
    private(set) var keptTabs: Set<TabID> = []
    private(set) var directories: [TabID: String] = [:]
    private let diagnostics: Diagnostics
    private let isComplete: Bool
    private let browsers: [String]
    private let iconTheme: String?
    private let icon: (Located<String>) -> String?

    /// - Parameters:
    ///   - isComplete: false if a file is missing, and perhaps tabs with it.
    ///   - browsers: the browsers for the web pages of tabs.
    ///   - iconTheme: the theme of the icons of applications, for the page of an empty tab.
    ///   - icon: resolves an icon, and reports a missing one.
    init(
        _ diagnostics: Diagnostics, isComplete: Bool, browsers: [String], iconTheme: String?,
        icon: @escaping (Located<String>) -> String?
    ) {
        self.diagnostics = diagnostics
        self.isComplete = isComplete
        self.browsers = browsers
        self.iconTheme = iconTheme
        self.icon = icon
    }

    /// Overrides with a layer's. `misplaced` explains a tab without a title or an icon, perhaps a change of another look's tab.
    mutating func apply(_ layer: ConfigLayer, misplaced: (String) -> String?) {
        let parser = TabParser(diagnostics: diagnostics)
        // Missing tabs belong in the topmost file.
        if order.isEmpty { orderLocation = SourceLocation(path: .root, layer: layer.rank) }
        let tables = parser.tables(layer.entry("tabs"), named: "tabs").filter { table in
            guard tabs[TabID(rawValue: table.identifier)] == nil,
                table.members["title"] == nil || table.members["icon"] == nil,
                let reason = misplaced(table.identifier)
            else { return true }
            diagnostics.add(reason, at: table.entry)
            return false
        }
        // A file with its own tabs has all that its author wants; a file without changes the existing ones.
        let inherits = layer.entry("inherit_tabs").flatMap { diagnostics.boolean($0) } ?? layer.isTabsFile
        if !inherits, tables.contains(where: { tabs[TabID(rawValue: $0.identifier)] == nil }) { order = [] }
        for table in tables {
            let id = TabID(rawValue: table.identifier)
            parser.read(table, into: &tabs[id, default: PartialTab(id: id, location: table.entry.location)])
            if !order.contains(id) {
                order.append(id)
                orderLocation = table.entry.location
            }
        }
        for table in parser.tables(layer.entry("actions"), named: "actions") {
            let id = ActionID(rawValue: table.identifier)
            let index = actions.firstIndex { $0.id == id } ?? actions.endIndex
            if index == actions.endIndex { actions.append(PartialAction(id: id, location: table.entry.location)) }
            parser.read(table, into: &actions[index])
        }
        if let entry = layer.entry("order") { reorder(entry, isLenient: layer.isTabsFile) }
    }

    /// - Parameter isLenient: true to ignore an order with missing tabs: it was made in another look.
    private mutating func reorder(_ entry: ConfigEntry, isLenient: Bool) {
        guard let elements = diagnostics.list(entry, of: localized("tabs")) else { return }
        let isMissing = { (element: ConfigEntry) in
            if case .string(let name) = element.value { tabs[TabID(rawValue: name)] == nil } else { false }
        }
        if isLenient, elements.contains(where: isMissing) { return }
        var ids: [TabID] = []
        for element in elements {
            guard let name = diagnostics.text(element) else { continue }
            let id = TabID(rawValue: name)
            if tabs[id] == nil {
                guard isComplete else { continue }
                let known = tabs.keys.map(\.rawValue).sorted()
                diagnostics.add(
                    Diagnostics.unknownName(localized("unknown tab \(name.quoted)"), name, known), at: element)
            } else if ids.contains(id) {
                diagnostics.add(localized("the tab \"\(name)\" is listed twice"), at: element)
            } else {
                ids.append(id)
            }
        }
        order = ids
        orderLocation = entry.location
    }

    /// Builds the tabs and actions, and reports all errors. Ones without title or icon are built: references to them are valid.
    mutating func build(look: Look) -> (tabs: [Tab], actions: [Action]) {
        let actions = actions.map { action in
            actionPrograms[action.id] = action.program?.value
            if action.controlsShell?.value == true { controllingActions.append(action.id) }
            let owner = localized("the action \"\(action.id)\"")
            let title = required(action.title, "title", of: owner, action.keys, at: action.location)?.value
            let icon = required(action.icon, "icon", of: owner, action.keys, at: action.location).flatMap(self.icon)
            return Action(
                id: action.id, title: title ?? "", icon: icon ?? "", iconRendering: action.iconRendering?.value)
        }
        for id in order { self.tabs[id]?.showContent(in: browsers) }
        let tabs = order.compactMap { self.tabs[$0] }.map { tab($0, hint: look.speech.hint) }
        checkBar(look)
        return (tabs, actions)
    }

    private mutating func tab(_ tab: PartialTab, hint: String) -> Tab {
        let role = tab.role?.value ?? .page
        checkRole(tab, role)
        checkInterval(tab)
        checkDirectory(tab)
        if role != .action {
            let icons = iconTheme.map { ["--icon-theme", $0] } ?? []
            let page = tab.appIDs == nil ? ["tabshell-page"] + icons + ["--tab", tab.id.rawValue] : nil
            tabPrograms[tab.id] = tab.program?.value ?? page
        }
        if tab.needsNetwork?.value == true { networkTabs.append(tab.id) }
        if tab.isKeptOpen?.value == true { keptTabs.insert(tab.id) }
        directories[tab.id] = tab.directory?.value
        if tab.controlsShell?.value == true { shellControllers.append(tab.id) }
        let owner = localized("the tab \"\(tab.id)\"")
        let title = required(tab.title, "title", of: owner, tab.keys, at: tab.location)?.value ?? ""
        let icon = required(tab.icon, "icon", of: owner, tab.keys, at: tab.location).flatMap(self.icon)
        let builtIn = icon.map { $0 + ".fill" }.flatMap { Icons.names.contains($0) ? $0 : nil }
        let filledIcon = tab.filledIcon.map(self.icon) ?? builtIn
        let isAction = role == .action
        return Tab(
            id: tab.id, title: title, icon: icon ?? "", filledIcon: filledIcon == icon ? nil : filledIcon,
            iconRendering: tab.iconRendering?.value,
            accessibilityLabel: tab.spokenLabel?.value ?? title,
            accessibilityHint: tab.spokenHint?.value ?? hint.parts(separatedBy: "{title}").joined(separator: title),
            role: role, isProminent: tab.isProminent?.value ?? false, width: tab.width?.value,
            isHidden: tab.isHidden?.value ?? false, entrance: tab.entrance?.value ?? .crossFade,
            routes: tab.routes?.value ?? [],
            action: isAction ? tab.action.map { ActionID(rawValue: $0.value) } : nil,
            menu: (isAction ? tab.menu : tab.actions)?.value.map { ActionID(rawValue: $0) } ?? [],
            window: role == .page ? tab.window : nil)
    }

    /// Checks the keys of a tab against its role. Values of a file below the one that sets the role are ignored, not wrong.
    private func checkRole(_ tab: PartialTab, _ role: TabRole) {
        let layer = tab.role?.location.layer ?? 0
        checkWindow(tab, role, layer)
        guard role == .action else {
            refuse(
                tab.action, from: layer,
                localized("only a tab with the role \"action\" has one; the role of this one is \"\(role.rawValue)\"")
            )
            refuse(
                tab.menu, from: layer,
                localized(
                    """
                    a tab with the role "\(role.rawValue)" has `actions`, the menu of a long press; `menu` is for the role \
                    "action"
                    """
                ))
            checkActions(tab.actions)
            return
        }
        refuse(
            tab.actions, from: layer,
            localized("a tab with the role \"action\" has a menu instead, which a press opens"))
        refuse(
            tab.program, from: layer,
            localized("a tab with the role \"action\" has no page; its action may have an exec"))
        let hasMenu = tab.menu?.value.isEmpty == false
        if tab.action == nil, !hasMenu {
            refuse(tab.role, localized("a tab with the role \"action\" needs an action or a menu"))
        }
        if tab.action != nil, hasMenu { refuse(tab.menu, localized("a tab has either an action or a menu, not both")) }
        checkActions(tab.action.map { Located(value: [$0.value], location: $0.location) })
        checkActions(tab.menu)
    }

    /// Reports a forbidden value, in a file of at least a rank.
    private func refuse<Value>(_ value: Located<Value>?, from layer: Int = 0, _ reason: @autoclosure () -> String) {
        if let value, value.location.layer >= layer { diagnostics.add(reason(), at: value) }
    }

    private func checkActions(_ menu: Located<[String]>?) {
        guard let menu else { return }
        let known = actions.map(\.id.rawValue)
        for name in menu.value where !known.contains(name) {
            diagnostics.add(
                Diagnostics.unknownName(localized("unknown action \(name.quoted)"), name, known), at: menu)
        }
    }

    private func checkWindow(_ tab: PartialTab, _ role: TabRole, _ roleLayer: Int) {
        if role != .page {
            refuse(
                tab.appIDs, from: roleLayer,
                localized(
                    "only a tab with the role \"page\" has a window; the role of this one is \"\(role.rawValue)\""))
        }
        guard tab.appIDs == nil else { return }
        let reason = localized("this tab has no window; add app_id = \"…\"")
        refuse(tab.windowTitle, reason)
        refuse(tab.windowBadge, reason)
        refuse(tab.fills, reason)
        refuse(tab.isKeptOpen, reason)
    }

    private func checkDirectory(_ tab: PartialTab) {
        if case .command? = tab.content?.value { return }
        guard tab.program == nil || tab.content != nil else { return }
        refuse(
            tab.directory, from: tab.content?.location.layer ?? 0,
            localized("only a program or a command has a directory; add exec = [\"…\"] or command = \"…\""))
    }

    private func checkInterval(_ tab: PartialTab) {
        if case .command? = tab.content?.value { return }
        refuse(
            tab.interval, from: tab.content?.location.layer ?? 0,
            localized("only a command is repeated; add command = \"…\""))
    }

    private func checkBar(_ look: Look) {
        let tabs = order.compactMap { self.tabs[$0] }
        let visible = tabs.filter { $0.isHidden?.value != true }
        let prominent = visible.filter { $0.isProminent?.value == true }
        let ordinary = visible.filter { $0.isProminent?.value != true }
        if let second = prominent.dropFirst().first?.isProminent {
            diagnostics.add(
                localized("only one tab may be prominent, and \"\(prominent[0].id)\" is already"), at: second)
        }
        var windows: [AppIDPattern: TabID] = [:]
        for tab in tabs {
            guard let appIDs = tab.appIDs else { continue }
            for pattern in appIDs.value {
                guard let first = windows[pattern] else {
                    windows[pattern] = tab.id
                    continue
                }
                let isPage = if case .page? = tab.content?.value { true } else { false }
                diagnostics.add(
                    isPage
                        ? localized("the tab \"\(first)\" shows this page already")
                        : localized("the window \(pattern.text.quoted) is the tab \"\(first)\" already"), at: appIDs)
                break
            }
        }
        if !visible.contains(where: { ($0.role?.value ?? .page) == .page }) {
            diagnostics.add(localized("a bar needs at least one tab with the role \"page\""), at: orderLocation)
        }
        if look.row.tabs > 0, ordinary.count != look.row.tabs {
            let names = ordinary.map(\.id.rawValue).listed
            diagnostics.add(
                localized(
                    """
                    \(look.name) has exactly \(look.row.tabs) tabs beside its button, not \(ordinary.count): \
                    \(names); choose them with order = ["…"]
                    """), at: orderLocation)
        }
        if look.row.tabs > 0, ordinary.count == look.row.tabs, prominent.count == 1, ordinary.count.isMultiple(of: 2) {
            let before = visible.prefix { $0.isProminent?.value != true }.count
            if before != ordinary.count / 2 {
                diagnostics.add(
                    localized(
                        """
                        \(look.name) has \(ordinary.count / 2) tabs on either side of "\(prominent[0].id)", not \
                        \(before) before it and \(ordinary.count - before) after it; arrange them with order = ["…"]
                        """), at: orderLocation)
            }
        }
        if tabs.count > Diagnostics.maximumListCount {
            diagnostics.add(
                localized("there are \(tabs.count) tabs; allowed: \(Diagnostics.maximumListCount)"),
                at: orderLocation)
        }
    }

    /// Reports a missing value. A refused one is not missing, and was reported.
    private func required<Value>(
        _ value: Value?, _ key: String, of owner: String, _ keys: Set<String>, at location: SourceLocation
    ) -> Value? {
        if value == nil, !keys.contains(key) {
            diagnostics.add(localized("\(owner) has no \(key); add \(key) = \"…\""), at: location)
        }
        return value
    }
}
