// SPDX-License-Identifier: MIT
import ShellModel

/// Makes tabs and actions of what all files together say, and checks that they fit together.
struct ConfigurationBuilder {
    /// Every tab that some file speaks of.
    private var drafts: [TabID: PartialTab] = [:]
    /// The tabs on the bar.
    private var order: [TabID] = []
    /// What decided last which tabs are on the bar.
    private var orderPlace: (path: ConfigPath, layer: Int) = (.root, 0)
    private var actionDrafts: [PartialAction] = []
    private(set) var tabPrograms: [TabID: [String]] = [:]
    private(set) var actionPrograms: [ActionID: [String]] = [:]
    private let problems: Diagnostics
    private let isComplete: Bool
    private let icon: (Located<String>) -> String?

    /// - Parameters:
    ///   - isComplete: whether all files are there; where one is missing, a tab may be missing with it.
    ///   - icon: finds an icon, and notes a problem where there is none.
    init(_ problems: Diagnostics, isComplete: Bool, icon: @escaping (Located<String>) -> String?) {
        self.problems = problems
        self.isComplete = isComplete
        self.icon = icon
    }

    mutating func take(_ layer: ConfigLayer) {
        let reader = TabParser(problems)
        for draft in reader.tabs(layer) {
            if drafts[draft.id]?.take(draft) == nil { drafts[draft.id] = draft }
            if !order.contains(draft.id) {
                order.append(draft.id)
                orderPlace = (draft.place.path, layer.rank)
            }
        }
        for draft in reader.actions(layer) {
            if let index = actionDrafts.firstIndex(where: { $0.id == draft.id }) {
                actionDrafts[index].take(draft)
            } else {
                actionDrafts.append(draft)
            }
        }
        if let entry = layer.entry("order") { reorder(entry) }
    }

    private mutating func reorder(_ entry: Entry) {
        guard let elements = problems.list(entry, of: "tabs") else { return }
        var ids: [TabID] = []
        for element in elements {
            guard let name = problems.text(element) else { continue }
            let id = TabID(rawValue: name)
            if drafts[id] == nil {
                guard isComplete else { continue }
                let known = drafts.keys.map(\.rawValue).sorted()
                problems.add(Self.unknown("tab", name, known), at: element)
            } else if ids.contains(id) {
                problems.add("the tab \"\(name)\" is here twice", at: element)
            } else {
                ids.append(id)
            }
        }
        order = ids
        orderPlace = (entry.path, entry.layer)
    }

    /// The tabs and actions; everything that is wrong with them is noted. What lacks a title or an icon is there
    /// nevertheless, so that nothing is said of those who speak of it.
    mutating func build(look: Look) -> (tabs: [Tab], actions: [Action]) {
        let actions = actionDrafts.map { draft in
            actionPrograms[draft.id] = draft.program
            let title = needed(draft.title, "title", of: "action \"\(draft.id)\"", at: draft.place)
            let icon = needed(draft.icon, "icon", of: "action \"\(draft.id)\"", at: draft.place).flatMap(self.icon)
            return Action(id: draft.id, title: title ?? "", icon: icon ?? "")
        }
        let tabs = order.compactMap { drafts[$0] }.map { tab($0, hint: look.speech.hint) }
        check(look)
        return (tabs, actions)
    }

    private mutating func tab(_ draft: PartialTab, hint: String) -> Tab {
        let role = draft.role?.value ?? .page
        check(draft, role)
        if role != .action {
            let page = draft.appID == nil ? ["tabshell-page", "--tab", draft.id.rawValue] : nil
            tabPrograms[draft.id] = draft.program?.value ?? page
        }
        let title = needed(draft.title, "title", of: "tab \"\(draft.id)\"", at: draft.place)?.value ?? ""
        let icon = needed(draft.icon, "icon", of: "tab \"\(draft.id)\"", at: draft.place).flatMap(self.icon)
        let filledIcon = draft.filledIcon.flatMap(self.icon)
        let isAction = role == .action
        return Tab(
            id: draft.id, title: title, icon: icon ?? "", filledIcon: filledIcon,
            accessibilityLabel: draft.spokenLabel ?? title,
            accessibilityHint: draft.spokenHint ?? hint.replacing("{title}", with: title),
            role: role, isProminent: draft.isProminent?.value ?? false, entrance: draft.entrance ?? .crossFade,
            routes: draft.routes ?? [], action: isAction ? draft.action.map { ActionID(rawValue: $0.value) } : nil,
            menu: isAction ? draft.menu?.value.map { ActionID(rawValue: $0) } ?? [] : [],
            window: role == .page ? draft.window : nil)
    }

    /// Whether what a tab says fits to its role. What an earlier file said for an earlier role is only not used.
    private func check(_ draft: PartialTab, _ role: TabRole) {
        let layer = draft.role?.layer ?? 0
        checkWindow(draft, role)
        if role == .action {
            if let program = draft.program, program.layer >= layer {
                problems.add("a tab of the role \"action\" has no page; its action may have an exec", at: program)
            }
            if draft.action == nil, draft.menu?.value.isEmpty ?? true, let place = draft.role {
                problems.add("a tab of the role \"action\" needs an action or a menu", at: place)
            }
            if let menu = draft.menu, draft.action != nil, !menu.value.isEmpty {
                problems.add("a tab has either an action or a menu, not both", at: menu)
            }
            let known = actionDrafts.map(\.id.rawValue)
            if let action = draft.action, !known.contains(action.value) {
                problems.add(Self.unknown("action", action.value, known), at: action)
            }
            for name in draft.menu?.value ?? [] where !known.contains(name) {
                if let menu = draft.menu { problems.add(Self.unknown("action", name, known), at: menu) }
            }
        } else {
            let reason = "only a tab of the role \"action\" has one, and this one is of the role \"\(role.rawValue)\""
            if let action = draft.action, action.layer >= layer { problems.add(reason, at: action) }
            if let menu = draft.menu, menu.layer >= layer { problems.add(reason, at: menu) }
        }
    }

    /// Whether what a tab says of a window fits to it.
    private func checkWindow(_ draft: PartialTab, _ role: TabRole) {
        if let appID = draft.appID, role != .page, appID.layer >= draft.role?.layer ?? 0 {
            problems.add(
                "only a tab of the role \"page\" has a window, and this one is of the role \"\(role.rawValue)\"",
                at: appID)
        }
        guard draft.appID == nil else { return }
        let reason = "this tab has no window; add app_id = \"…\""
        if let title = draft.windowTitle { problems.add(reason, at: title) }
        if let badge = draft.windowBadge { problems.add(reason, at: badge) }
    }

    /// Whether the tabs together make a bar of this look.
    private func check(_ look: Look) {
        let drafts = order.compactMap { self.drafts[$0] }
        let prominent = drafts.filter { $0.isProminent?.value ?? false }
        if let second = prominent.dropFirst().first, let place = second.isProminent {
            problems.add("only one tab may be prominent, and \"\(prominent[0].id)\" is already", at: place)
        }
        var windows: [String: TabID] = [:]
        for draft in drafts {
            guard let appID = draft.appID else { continue }
            if let first = windows[appID.value] {
                problems.add("the window \(appID.value.quoted) is the tab \"\(first)\" already", at: appID)
            }
            windows[appID.value] = windows[appID.value] ?? draft.id
        }
        let ordinary = drafts.filter { !($0.isProminent?.value ?? false) }
        let (path, layer) = orderPlace
        if !drafts.contains(where: { ($0.role?.value ?? .page) == .page }) {
            problems.add("there is no tab with the role \"page\"; a bar needs one at least", at: path, in: layer)
        }
        if look.row.tabs > 0, ordinary.count != look.row.tabs {
            let names = ordinary.map(\.id.rawValue).listed
            problems.add(
                "\(look.name) has exactly \(look.row.tabs) tabs beside its button, and here are \(ordinary.count): "
                    + "\(names); choose with order = [\"…\"]", at: path, in: layer)
        }
        if drafts.count > Diagnostics.longestList {
            problems.add(
                "there are \(drafts.count) tabs; allowed are \(Diagnostics.longestList)", at: path, in: layer)
        }
    }

    private func needed<Value>(_ value: Value?, _ key: String, of what: String, at place: Located<Void>) -> Value? {
        if value == nil { problems.add("the \(what) has no \(key); add \(key) = \"…\"", at: place) }
        return value
    }

    static func unknown(_ what: String, _ name: String, _ known: [String]) -> String {
        let there = known.isEmpty ? "there is none" : "there are: \(known.listed)"
        return "there is no \(what) \(name.quoted); \(there)\(Diagnostics.hint(name, known))"
    }
}

extension String {
    /// With each occurrence of a part replaced.
    func replacing(_ part: String, with replacement: String) -> String {
        var result = ""
        var rest = self[...]
        while let first = part.first, let start = rest.firstIndex(of: first) {
            result += rest[..<start]
            rest = rest[start...]
            if rest.hasPrefix(part) {
                result += replacement
                rest = rest.dropFirst(part.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }
}
