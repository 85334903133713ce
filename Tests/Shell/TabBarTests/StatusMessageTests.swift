// SPDX-License-Identifier: MIT

import Geometry
import TabBar
import ShellModel
import Testing

@Suite struct NoticeTests {
    private let sample = Sample.stressMonitor

    private func notice(_ phase: ProgramStatus.Phase, restarts: Int = 0, reason: String? = nil) throws -> StatusMessage?
    {
        var state = try sample.state()
        let tab = try #require(state.selection?.tab)
        let status = ProgramStatus(program: .page(tab), phase: phase, restarts: restarts, reason: reason)
        try state.apply(StateEvent(revision: state.revision, value: .programs([status])))
        return StatusMessage(state)
    }

    @Test func presentPageHasNoMessage() throws {
        #expect(try notice(.alive) == nil && notice(.starting) == nil && notice(.restarting, restarts: 2) == nil)
    }

    @Test func messageHasAHeadingAndAReason() throws {
        let failed = try #require(try notice(.failed, reason: "it exited with code 2"))
        #expect(failed.heading == "Home cannot be shown" && failed.detail == "It exited with code 2")
        #expect(try notice(.restarting, restarts: 3, reason: "signal 11")?.heading == "Home ends again and again")
        let absent = try #require(try notice(.absent))
        #expect(absent.heading == "Nothing shows Home yet" && absent.detail == "Its program has not registered")
    }

    @Test func messageIsCentredAndGrowsWithTheText() throws {
        let notice = try #require(try notice(.failed, reason: "there is no program \"nothing\""))
        var model = try sample.model()
        func boxes() -> [(TextRun, Rect)] {
            model.scene(of: notice, size: Size(width: 428, height: 800), at: .max).items.compactMap {
                if case .text(let run, let box, .center, _) = $0 { (run, box) } else { nil }
            }
        }
        let usual = boxes()
        #expect(usual.map(\.0.string) == [notice.heading, notice.detail])
        #expect(usual.allSatisfy { $0.1.center.x == 214 && $0.0.maximumWidth == 380 })
        #expect(abs(usual[0].1.center.y - 400) < 1e-9 && usual[1].1.center.y > usual[0].1.center.y + 20)
        model.textScale = 1.6
        #expect(boxes().map(\.0.size) == [32, 24])
    }
}
