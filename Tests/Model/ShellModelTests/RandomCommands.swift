// SPDX-License-Identifier: MIT

import ShellModel
import TestSupport

/// Random commands, some of them with unknown identifiers.
struct RandomCommands {
    private static let names: [TabID] = ["a", "b", "c", "d", "e", "f", "g"]
    private static let routes = [[], ["day"], ["night"], ["day", "7", "edit"], ["day", "7"], ["x"]]
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed &* 31 &+ 7)
    }

    /// Random tabs of random roles, at least one of them a page.
    mutating func setup() throws -> ShellConfiguration {
        var look = Bool.random(using: &random) ? Look() : Sample.folding
        look.icon.size = Double.random(in: 20...30, using: &random).rounded()
        let ids = Self.names.filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
        var tabs = ids.map { tab($0) }
        if !tabs.contains(where: { $0.role == .page }) { tabs.append(Sample.tab("last")) }
        return try ShellConfiguration(tabs: tabs, actions: [Sample.ring, Sample.sing], look: look)
    }

    mutating func next(at time: UInt64, for state: ShellState) throws -> Command {
        let tab = one(of: state.tabs.map(\.id) + state.tabs.map(\.id) + ["unknown"]) ?? "unknown"
        let named = Int.random(in: 0..<3, using: &random) == 0 ? nil : tab
        switch Int.random(in: 0..<28, using: &random) {
        case 0...3: return .select(tab)
        case 4: return .selectNext
        case 5: return .selectPrevious
        case 6: return .badge(tab, badge())
        case 7: return .push(named, one(of: Self.routes) ?? [])
        case 8: return .pop(named)
        case 9: return .popToRoot(named)
        case 10: return .open(tab, one(of: Self.routes) ?? [])
        case 11: return .run(one(of: ["ring", "sing", "fly"]) ?? "fly")
        case 12: return .setSheet(tab)
        case 13: return .setSheet(nil)
        case 14: return .setMenu(tab)
        case 15: return .setMenu(nil)
        case 16: return .minimize(Bool.random(using: &random))
        case 17: return .scrolled(tab, one(of: ScrollDirection.allCases) ?? .down)
        case 18: return .setAppearance(one(of: Appearance.allCases) ?? .light)
        case 19: return .configure(try setup())
        case 20: return .applyPreset(scene(state))
        case 25: return .setPreferences(preferences(), of: state.look ?? Look())
        case 21, 22: return .focus(one(of: FocusMove.allCases) ?? .enter, text: one(of: ["1", "t", ""]))
        case 23:
            let other = one(of: state.tabs.map(\.id)) ?? "unknown"
            return .drag(from: tab, to: other, progress: Double.random(in: -1...2, using: &random))
        case 24: return .endDrag(velocity: one(of: [nil, 0, 3, -3] as [Double?]) ?? nil)
        default: return .setProgramStatus(status(tab, at: time))
        }
    }

    private mutating func tab(_ id: TabID) -> Tab {
        let routes = Bool.random(using: &random) ? [] : ["day", "day/*/edit", "night"]
        switch Int.random(in: 0..<7, using: &random) {
        case 0: return Sample.tab(id, role: .search, routes: routes)
        case 1: return Sample.tab(id, role: .compose, isProminent: true)
        case 2: return Sample.tab(id, role: .action, action: "ring")
        case 3: return Sample.tab(id, role: .action, menu: ["ring", "sing"])
        default: return Sample.tab(id, routes: routes)
        }
    }

    private mutating func scene(_ state: ShellState) -> ScenePreset {
        var scene = ScenePreset(name: "scene", isMinimized: Bool.random(using: &random))
        let ids = state.tabs.map(\.id)
        if Bool.random(using: &random) { scene.tab = one(of: ids) }
        if Bool.random(using: &random) { scene.appearance = one(of: Appearance.allCases) }
        if Bool.random(using: &random) { scene.sheet = one(of: state.tabs.filter(\.role.isSheet).map(\.id)) }
        if Bool.random(using: &random) { scene.menu = one(of: state.tabs.filter { !$0.menu.isEmpty }.map(\.id)) }
        if Bool.random(using: &random), let id = one(of: ids) { scene.badges = [id: badge() ?? .count(0)] }
        if Bool.random(using: &random), let id = one(of: ids) { scene.paths = [id: one(of: Self.routes) ?? []] }
        return scene
    }

    private mutating func preferences() -> Preferences {
        Preferences(
            contrast: one(of: Contrast.allCases), motion: one(of: Reduction.allCases + Reduction.allCases),
            textScale: one(of: [0.8, 3]), speech: one(of: [true, false]))
    }

    private mutating func badge() -> Badge? {
        one(of: [nil, .count(0), .count(3), .text("new"), .dot] as [Badge?]) ?? nil
    }

    private mutating func status(_ tab: TabID, at time: UInt64) -> ProgramStatus {
        ProgramStatus(
            program: Bool.random(using: &random) ? .panel : .page(tab),
            phase: one(of: ProgramStatus.Phase.allCases) ?? .absent,
            pid: Bool.random(using: &random) ? Int32(time) : nil, restarts: Int.random(in: 0...1, using: &random))
    }

    private mutating func one<Element>(of elements: [Element]) -> Element? {
        elements.randomElement(using: &random)
    }
}
