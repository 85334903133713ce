// SPDX-License-Identifier: MIT

import ShellModel
import TestSupport
import Testing

@Suite struct ReplicationTests {
    @Test func snapshotReproducesState() throws {
        let state = try Sample.full().after(
            .select("b"), at: 9
        ).after(.select("b"), at: 10).after(.badge("c", .dot), .push("b", ["day"]), .run("ring"), at: 11).after(
            .minimize(true), at: 12
        ).after(.setAppearance(.dark), .setPreferences(Preferences(contrast: .more, textScale: 2), of: Look()), at: 13)
            .after(.setSheet("find"), at: 14).after(.setMenu("fan"), at: 15)
        let events = state.replicate()
        #expect(events.map(\.topic) == Topic.allCases)
        #expect(events.allSatisfy { $0.revision == state.revision })
        var replica = ShellState()
        for event in events { try replica.apply(event) }
        #expect(replica == state)
        // Each event is the whole value, so applying it again has no effect.
        for event in events.reversed() { try replica.apply(event) }
        #expect(replica == state)
    }

    @Test func staleEventIsRefused() throws {
        var replica = ShellState()
        let state = try Sample.state().after(.select("b"), at: 9)
        for event in state.replicate() { try replica.apply(event) }
        let stale = StateEvent(revision: 1, .tabs, of: ShellState())
        #expect(throws: ReplicationError.staleRevision(event: 1, replica: 2)) { try replica.apply(stale) }
        #expect(replica == state)
    }

    @Test func everyTopicIsPublished() {
        #expect(Topic.publicationOrder.count == Topic.allCases.count)
        #expect(Set(Topic.publicationOrder) == Set(Topic.allCases))
    }

    @Test func emptyReplicaHasNoLookAndSelection() {
        #expect(ShellState().replicate().map(\.topic) == Topic.allCases.filter { $0 != .look && $0 != .selection })
    }

    /// Any sequence of commands keeps replicas in sync, publishes only changes, saves what is persistent, and leaves a state
    /// that a bar and its pages can show.
    @Test(arguments: 0..<60 as Range<UInt64>) func randomCommandsKeepReplicasInSync(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var commands = RandomCommands(seed: seed)
        var state = ShellState(try commands.setup(), now: 5)
        let topics = Topic.allCases.filter { _ in Bool.random(using: &random) }
        var whole = try replica(of: state, Topic.allCases)
        var some = try replica(of: state, topics)

        for time in UInt64(10)..<300 {
            let before = state
            let command = try commands.next(at: time, for: state)
            var effects: [Effect] = []
            do {
                (state, effects) = try state.reduce(command, at: time)
            } catch {
                #expect(state == before)
            }
            let events = effects.compactMap { if case .publish(let event) = $0 { event } else { nil } }
            #expect(events.map(\.revision) == Array((before.revision + 1)..<(state.revision + 1)))
            #expect(Set(events.map(\.topic)).count == events.count)
            #expect(
                effects.filter { $0 == .persist }.count == (before.persistentState == state.persistentState ? 0 : 1))
            #expect(effects.isEmpty || (effects.first == .persist) == (before.persistentState != state.persistentState))
            expectRuns(effects, before, state, command)
            for event in events {
                #expect(StateEvent(revision: event.revision, event.topic, of: before) != event, "\(command)")
                try whole.apply(event)
                if topics.contains(event.topic) { try some.apply(event) }
            }
            #expect(whole == state, "\(command)")
            #expect(values(of: some, topics) == values(of: state, topics))
            // A new replica is equal.
            #expect(try replica(of: state, Topic.allCases) == state)
            expectValid(of: state, after: command)
            expectSelectionKept(before, state, command)
        }
    }

    /// Expects a program for each invocation, and only for commands that may run one.
    private func expectRuns(_ effects: [Effect], _ before: ShellState, _ after: ShellState, _ command: Command) {
        let runs = effects.compactMap { if case .run(let action) = $0 { action } else { nil } }
        #expect(UInt64(runs.count) == after.action.count - before.action.count)
        guard let action = runs.first else { return }
        #expect(runs.count == 1 && after.action.action == action)
        switch command {
        case .run, .select, .focus(.activate, _): break
        default: Issue.record("\(command) ran \(action)")
        }
    }

    private func expectValid(of state: ShellState, after command: Command) {
        #expect(state.selection.flatMap { state.tab($0.tab) }?.role == .page, "\(command)")
        #expect(state.sheet.tab.map { state.tab($0)?.role.isSheet == true } ?? true, "\(command)")
        #expect(state.menu.tab.map { state.tab($0)?.menu.isEmpty == false } ?? true, "\(command)")
        #expect(!state.bar.isMinimized || state.look?.minimized.policy != .never, "\(command)")
        if let focus = state.bar.focus, focus.isPage {
            #expect(focus.tab == state.selection?.tab && state.menu.tab == nil && state.sheet.tab == nil, "\(command)")
            #expect(state.tab(focus.tab)?.window == nil, "\(command)")
        } else if let focus = state.bar.focus {
            #expect(state.tab(focus.tab)?.isHidden == false && !state.bar.isMinimized, "\(command)")
            #expect(state.menu.tab == (focus.action == nil ? nil : focus.tab), "\(command)")
            #expect(focus.action.map { state.tab(focus.tab)?.menu.contains($0) == true } ?? true, "\(command)")
        }
        if let drag = state.drag {
            #expect(drag.from != drag.to && [drag.from, drag.to].allSatisfy { state.tab($0)?.role == .page })
        }
        #expect(state.badges.allSatisfy { state.tab($0.key) != nil && $0.value != .count(0) }, "\(command)")
        for (id, path) in state.paths {
            let tab = state.tab(id)
            #expect(
                tab != nil && tab?.role != .action && !path.isEmpty && tab?.accepts(route: path) == true, "\(command)")
            #expect(path.count <= ShellState.maximumPathComponents)
        }
    }

    /// Expects that a tab of another role keeps the selection.
    private func expectSelectionKept(_ before: ShellState, _ after: ShellState, _ command: Command) {
        switch command {
        case .select(let tab, _, _) where before.tab(tab)?.role != .page,
            .open(let tab, _)
        where before.tab(tab)?.role != .page:
            #expect(after.selection == before.selection)
            #expect(after.reselect == before.reselect)
        case .select, .selectNext, .selectPrevious, .open, .endDrag, .configure, .applyPreset, .focus(.activate, _):
            break
        default:
            #expect(after.selection == before.selection, "\(command)")
            #expect(after.reselect == before.reselect, "\(command)")
        }
    }

    private func replica(of state: ShellState, _ topics: [Topic]) throws -> ShellState {
        var replica = ShellState()
        for event in state.replicate(topics) { try replica.apply(event) }
        return replica
    }

    private func values(of state: ShellState, _ topics: [Topic]) -> [StateEvent] {
        topics.map { StateEvent(revision: 0, $0, of: state) }
    }
}
