// SPDX-License-Identifier: MIT

import Geometry
import TabBar
import ShellModel
import Testing

@Suite struct StatusMessageTests {
    private let sample = Sample.stressMonitor

    private func message(_ phase: ProgramStatus.Phase, restarts: Int = 0, reason: String? = nil) throws
        -> StatusMessage?
    {
        var state = try sample.state()
        let tab = try #require(state.selection?.tab)
        let status = ProgramStatus(program: .page(tab), phase: phase, restarts: restarts, reason: reason)
        try state.apply(StateEvent(revision: state.revision, value: .programs([status])))
        return StatusMessage(state)
    }

    @Test func presentPageHasNoMessage() throws {
        #expect(try message(.alive) == nil && message(.starting) == nil && message(.restarting, restarts: 2) == nil)
    }

    @Test func messageHasAHeadingAndAReason() throws {
        let failed = try #require(try message(.failed, reason: "it exited with code 2"))
        #expect(failed.heading == "Home cannot be shown" && failed.detail == "It exited with code 2")
        #expect(try message(.restarting, restarts: 3, reason: "signal 11")?.heading == "Home keeps exiting")
        let absent = try #require(try message(.absent))
        #expect(absent.heading == "Nothing shows Home yet" && absent.detail == "Its program has not registered")
    }

    @Test func messageIsCentredAndGrowsWithTheText() throws {
        let message = try #require(try message(.failed, reason: "there is no program \"nothing\""))
        var model = try sample.model()
        func boxes() -> [(TextRun, Rect)] {
            model.scene(of: message, size: Size(width: 428, height: 800), at: .max).items.compactMap {
                if case .text(let run, let box, .center, _) = $0 { (run, box) } else { nil }
            }
        }
        let normal = boxes()
        #expect(normal.map(\.0.string) == [message.heading, message.detail])
        #expect(normal.allSatisfy { $0.1.center.x == 214 && $0.0.maximumWidth == 380 })
        #expect(abs(normal[0].1.center.y - 400) < 1e-9 && normal[1].1.center.y > normal[0].1.center.y + 20)
        model.textScale = 1.6
        #expect(boxes().map(\.0.size) == [32, 24])
    }
}
