import ShellModel
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
}
