// SPDX-License-Identifier: MIT

import TabModel
import TestSupport
import Testing

@Suite struct ReplicationTests {
    @Test func aSnapshotGivesTheState() throws {
        let state = try Sample.state(selected: "b").reduce(.select("b", at: 9)).state
        let events = state.replicate()
        #expect(events.map(\.topic) == Topic.allCases)
        #expect(events.allSatisfy { $0.revision == state.revision })
        var replica = ShellState()
        for event in events { try replica.apply(event) }
        #expect(replica == state)
        // Each event is the whole value: once more changes nothing.
        for event in events.reversed() { try replica.apply(event) }
        #expect(replica == state)
    }

    @Test func aStaleEventChangesNothing() throws {
        var replica = ShellState()
        let state = try Sample.state().reduce(.select("b", at: 9)).state
        for event in state.replicate() { try replica.apply(event) }
        let stale = StateEvent(revision: 1, value: .tabs([]))
        #expect(throws: ReplicationError.staleRevision(event: 1, replica: 2)) { try replica.apply(stale) }
        #expect(replica == state)
    }

    @Test func anEmptyReplicaHasNothingToTellOfLookAndSelection() {
        #expect(ShellState().replicate().map(\.topic) == [.tabs, .reselect, .programs])
    }

    @Test(arguments: 0..<40 as Range<UInt64>) func replicasStayInStep(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let ids = (0..<Int.random(in: 1...6, using: &random)).map { TabID(rawValue: "tab\($0)") }
        var state = try Sample.state(ids)
        let topics = Topic.allCases.filter { _ in Bool.random(using: &random) }
        var whole = try replica(of: state, Topic.allCases)
        var some = try replica(of: state, topics)

        for time in UInt64(10)..<200 {
            let before = state
            var events: [StateEvent] = []
            do {
                let (next, effects) = try state.reduce(command(ids, at: time, &random))
                state = next
                events = effects.compactMap { if case .publish(let event) = $0 { event } else { nil } }
                #expect(effects.contains(.persist) == (before.selection?.tab != state.selection?.tab))
            } catch {
                #expect(state == before)
            }
            #expect(events.map(\.revision) == Array((before.revision + 1)..<(state.revision + 1)))
            #expect(state.revision == before.revision + UInt64(events.count))
            for event in events {
                try whole.apply(event)
                if topics.contains(event.topic) { try some.apply(event) }
            }
            #expect(whole == state)
            #expect(values(of: some, topics) == values(of: state, topics))
            // A replica that began only now is the same.
            #expect(try replica(of: state, Topic.allCases) == state)
        }
    }

    private func replica(of state: ShellState, _ topics: [Topic]) throws -> ShellState {
        var replica = ShellState()
        for event in state.replicate(topics) { try replica.apply(event) }
        return replica
    }

    private func values(of state: ShellState, _ topics: [Topic]) -> [StateEvent.Value] {
        state.replicate(topics).map(\.value)
    }

    private func command(_ ids: [TabID], at time: UInt64, _ random: inout SeededGenerator) -> Command {
        let tab = Int.random(in: 0..<10, using: &random) == 0 ? "unknown" : ids.randomElement(using: &random) ?? "none"
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1: return .select(tab, at: time)
        case 2: return .selectNext(at: time)
        case 3: return .selectPrevious(at: time)
        default:
            return .report(
                ProgramStatus(
                    program: Bool.random(using: &random) ? .panel : .page(tab),
                    phase: ProgramStatus.Phase.allCases.randomElement(using: &random) ?? .absent,
                    pid: Bool.random(using: &random) ? Int32(time) : nil,
                    restarts: Int.random(in: 0...1, using: &random)))
        }
    }
}
