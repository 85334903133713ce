// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@Suite struct SceneTests {
    private let busy: ShellState

    init() throws {
        busy = try Sample.full().after(
            .select("c"), at: 1
        ).after(.badge("c", .count(2)), .push("c", ["x"]), .setAppearance(.dark), at: 2).after(.minimize(true), at: 3)
            .after(.setSheet("find"), at: 4).after(.setMenu("fan"), at: 5)
    }

    @Test func presetResetsUnnamedState() throws {
        let state = try busy.after(.applyPreset(ScenePreset(name: "plain")), at: 9)
        #expect(state.selection?.tab == "a")
        #expect(state.badges.isEmpty && state.paths.isEmpty)
        #expect(state.sheet.tab == nil && state.menu.tab == nil && !state.bar.isMinimized)
        #expect(state.appearance == busy.appearance)
    }

    @Test func presetSetsWholeState() throws {
        let scene = ScenePreset(
            name: "all", tab: "b", appearance: .light, badges: ["a": .dot, "c": .count(0)], paths: ["b": ["day"]],
            sheet: "new", menu: "fan", isMinimized: true)
        let state = try busy.after(.applyPreset(scene), at: 9)
        #expect(state.selection?.tab == "b" && state.selection?.acceptedAt == 9)
        #expect(state.appearance == AppearanceState(value: .light, acceptedAt: 9))
        #expect(state.badges == ["a": .dot])
        #expect(state.paths == ["b": ["day"]])
        #expect(state.sheet == PresentedTab(tab: "new", acceptedAt: 9))
        #expect(state.menu == busy.menu)
        #expect(state.bar == busy.bar)
        // Applying the preset again has no effect.
        #expect(try state.ignores(.applyPreset(scene), at: 10))
    }

    @Test func eachTopicIsPublishedOnce() throws {
        let scene = ScenePreset(name: "s", paths: ["a": ["x"], "c": ["y"], "find": ["z"]], sheet: "new")
        #expect(
            try busy.topics(of: .applyPreset(scene), at: 9) == [.badges, .paths, .sheet, .menu, .bar, .selection])
    }

    @Test func presetWithASheetOrMenuTabOpensIt() throws {
        let state = try Sample.full()
        #expect(try state.topics(of: .applyPreset(ScenePreset(name: "s", tab: "find")), at: 9) == [.sheet])
        #expect(try state.topics(of: .applyPreset(ScenePreset(name: "s", tab: "fan")), at: 9) == [.menu])
        // A scene runs no program.
        #expect(try state.ignores(.applyPreset(ScenePreset(name: "s", tab: "bell")), at: 9))
    }

    @Test func invalidPresetIsRefused() throws {
        let known = Sample.tabs.map(\.id)
        let refusals: [(ScenePreset, CommandError)] = [
            (ScenePreset(name: "s", tab: "x"), .unknownTab("x", known: known)),
            (ScenePreset(name: "s", badges: ["x": .dot]), .unknownTab("x", known: known)),
            (ScenePreset(name: "s", paths: ["x": ["y"]]), .unknownTab("x", known: known)),
            (ScenePreset(name: "s", sheet: "x"), .unknownTab("x", known: known)),
            (ScenePreset(name: "s", menu: "x"), .unknownTab("x", known: known)),
            (ScenePreset(name: "s", sheet: "a"), .noSheet("a")), (ScenePreset(name: "s", menu: "a"), .noMenu("a")),
            (ScenePreset(name: "s", paths: ["bell": ["y"]]), .noPath("bell")),
            (
                ScenePreset(name: "s", paths: ["b": ["y"]]),
                .unknownRoute("b", ["y"], known: ["day", "day/*/edit", "night"])
            ),
        ]
        for (scene, refusal) in refusals { #expect(throws: refusal) { try busy.reduce(.applyPreset(scene), at: 9) } }
        #expect(throws: CommandError.notMinimizable(look: "stress-monitor")) {
            try Sample.state().reduce(.applyPreset(ScenePreset(name: "s", isMinimized: true)), at: 9)
        }
    }
}
