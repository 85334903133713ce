import ShellModel
import Testing

@testable import Panel

@Suite struct PanelPartTests {
    /// A finger sends it at 60 Hz: neither surfaces, regions, masks nor other programs' windows are looked at.
    @Test func dragUpdatesNoPart() {
        #expect(PanelPart.following([.drag]).isEmpty)
    }

    @Test func snapshotUpdatesAllParts() {
        #expect(PanelPart.following(Set(PanelProgram.topics + [.kiosk])) == Set(PanelPart.allCases))
    }

    @Test(arguments: PanelProgram.topics.filter { $0 != .drag })
    func everyOtherTopicIsShown(topic: Topic) {
        #expect(!PanelPart.following([topic]).subtracting([.speech]).isEmpty)
    }

    @Test func layersFollowTheMessage() {
        for topic in PanelProgram.topics where PanelPart.following([topic]).contains(.status) {
            #expect(topic == .appearance || PanelPart.following([topic]).contains(.layers))
        }
    }

    @Test func badgeTouchesNoWindowAndNoMessage() {
        #expect(PanelPart.following([.badges]) == [.bars, .layouts, .speech])
    }
}
