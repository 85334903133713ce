// SPDX-License-Identifier: MIT

import Geometry
@testable import TabBar
import ShellModel
import Testing

@Suite struct StatusMessageTests {
    private let sample = Sample.stressMonitor

    private func message(
        _ phase: ProgramStatus.Phase, restarts: Int = 0, reason: String? = nil, isResponsive: Bool = true,
        isStartable: Bool = true, listsWindows: Bool = true, change: (inout Tab) -> Void = { _ in }
    ) throws -> StatusMessage? {
        var tabs = sample.tabs
        change(&tabs[0])
        var state = try Sample(look: sample.look, tabs: tabs).state()
        let tab = try #require(state.selection?.tab)
        let status = ProgramStatus(
            program: .page(tab), phase: phase, restarts: restarts, reason: reason, isResponsive: isResponsive,
            isStartable: isStartable)
        state.programs = [status]
        return StatusMessage(state, listsWindows: listsWindows)
    }

    @Test func presentPageHasNoMessage() throws {
        #expect(try message(.alive) == nil && message(.starting) == nil && message(.restarting, restarts: 2) == nil)
    }

    /// A script that has sent a document need not register, and its own state is of no concern.
    @Test func documentIsThereWithItsViewer() throws {
        var state = try sample.state()
        let tab = try #require(state.selection?.tab)
        let starting = ProgramStatus(program: .page(tab), phase: .absent)
        state.programs = [starting, ProgramStatus(program: .viewer(tab), phase: .alive)]
        #expect(StatusMessage(state, listsWindows: true) == nil)
        state.programs = [starting, ProgramStatus(program: .viewer(tab), phase: .failed, reason: "it is missing")]
        #expect(StatusMessage(state, listsWindows: true)?.detail == "It is missing")
    }

    @Test func windowWithoutATabIsNamed() throws {
        var state = try sample.state()
        let tab = try #require(state.selection?.tab)
        state.programs = [ProgramStatus(program: .page(tab), phase: .starting, reason: "r", window: "org.gnome.gedit")]
        let message = try #require(StatusMessage(state, listsWindows: true))
        #expect(message.heading == "Home opened a window" && message.buttonLabel == "Use the Window")
        #expect(message.detail == "Add app_id = \"org.gnome.gedit\"")
    }

    @Test func messageHasAHeadingAndAReason() throws {
        let failed = try #require(try message(.failed, reason: "it exited with code 2"))
        #expect(failed.heading == "Home cannot be shown" && failed.detail == "It exited with code 2")
        #expect(try message(.restarting, restarts: 3, reason: "signal 11")?.heading == "Home keeps exiting")
        // It does not flicker with each start.
        #expect(try message(.starting, restarts: 3, reason: "signal 11")?.heading == "Home keeps exiting")
        #expect(try message(.starting, restarts: 3) == nil)
        let absent = try #require(try message(.absent))
        #expect(absent.heading == "Nothing shows Home yet" && absent.detail == "Its program has not registered")
    }

    @Test func messageCoversPageThatDoesNotAnswer() throws {
        let message = try #require(
            try message(.alive, reason: "it has not answered for 5 s", isResponsive: false))
        #expect(message.heading.contains("does not answer") && message.detail == "It has not answered for 5 s")
        #expect(message.isAboveWindows)
        #expect(try self.message(.failed)?.isAboveWindows == false)
    }

    @Test func messageIsCentredAndGrowsWithTheText() throws {
        let message = try #require(try message(.failed, reason: "program \"nothing\" not found"))
        var model = try sample.model()
        func boxes() -> [(TextRun, Rect)] {
            model.scene(of: message, size: Size(width: 428, height: 800), at: .max).items.compactMap {
                if case .text(let run, let box, .center, _) = $0 { (run, box) } else { nil }
            }
        }
        let normal = boxes()
        #expect(normal.map(\.0.string) == [message.heading, message.detail, "Try Again"])
        #expect(normal.allSatisfy { $0.1.center.x == 214 } && normal[..<2].allSatisfy { $0.0.maximumWidth == 380 })
        #expect(abs(normal[0].1.center.y - 400) < 1e-9 && normal[1].1.center.y > normal[0].1.center.y + 20)
        model.textScale = 1.6
        #expect(boxes().map(\.0.size) == [32, 24, 25.6])
    }

    /// Words of a reason are what the user can act on: none is cut off.
    @Test(arguments: [320.0, 428, 1280]) func reasonIsShownInLines(width: Double) throws {
        let names = ["chromium", "chromium-browser", "google-chrome-stable", "firefox", "firefox-esr", "cog"]
        let reason = "no browser is installed; searched for: " + names.joined(separator: ", ")
        let message = try #require(try message(.failed, reason: reason))
        let runs = try sample.model().scene(of: message, size: Size(width: width, height: 800), at: .max).items
            .compactMap { if case .text(let run, _, .center, _) = $0 { run } else { nil } }
        let lines = runs.dropFirst().dropLast()
        #expect(lines.map(\.string).joined(separator: " ") == message.detail)
        #expect(lines.allSatisfy { Double($0.string.count) * 0.5 * $0.size <= width - 48 })
        #expect(width < 1000 ? lines.count > 1 : lines.count == 1)
    }

    /// A program that the daemon can start has a button.
    @Test(arguments: [1, 1.6]) func failureHasAButtonBelowItsLines(textScale: Double) throws {
        let size = Size(width: 320, height: 400)
        var model = try sample.model()
        model.textScale = textScale
        let failed = try #require(try message(.failed, reason: "program \"nothing\" not found"))
        let scene = model.scene(of: failed, size: size, at: .max)
        let button = try #require(scene.parts.first)
        #expect(button.target == .retry && button.node.label == "Try Again" && scene.parts.count == 1)
        #expect(button.rect.height >= 44 && button.rect.width >= 44 && button.rect.center.x == 160)
        #expect(button.rect.maxY <= size.height)
        let lines = scene.items.compactMap { if case .text(_, let box, _, _) = $0 { box } else { nil } }
        #expect(lines.dropLast().allSatisfy { $0.maxY <= button.rect.y })
        #expect(try message(.restarting, restarts: 3)?.buttonLabel == "Try Again")
        #expect(try message(.alive, isResponsive: false)?.buttonLabel == "Start Again")
        let manual = try #require(try message(.failed, isStartable: false))
        #expect(model.scene(of: manual, size: size, at: .max).parts.isEmpty)
        let absent = try #require(try message(.absent))
        #expect(model.scene(of: absent, size: size, at: .max).parts.isEmpty)
    }

    @Test func windowTabSaysThatItIsNotOpen() throws {
        func message(
            _ phase: ProgramStatus.Phase, reason: String? = nil, isStartable: Bool = true, listsWindows: Bool = true
        ) throws -> StatusMessage? {
            try self.message(phase, reason: reason, isStartable: isStartable, listsWindows: listsWindows) {
                $0.window = WindowBinding(appIDs: ["org.example.Edit"])
            }
        }
        #expect(try message(.alive) == nil && message(.starting) == nil)
        let failed = try #require(try message(.failed, reason: "program \"edit\" not found"))
        #expect(failed.heading == "Home cannot be shown" && failed.isAboveWindows)
        // The user has closed it, which is no fault.
        let closed = try #require(try message(.absent))
        #expect(closed.heading == "Home is not open" && closed.detail.isEmpty && closed.isAboveWindows)
        #expect(closed.buttonLabel == "Open")
        #expect(try message(.absent, isStartable: false)?.buttonLabel == .some(nil))
        let crashed = try #require(try message(.absent, reason: "it was killed by signal 11"))
        #expect(crashed.heading == "Home is not open" && crashed.detail == "It was killed by signal 11")
        // It may be open where nobody tells of windows.
        #expect(try message(.absent, listsWindows: false) == nil)
        #expect(try message(.absent, reason: "it exited", listsWindows: false)?.isAboveWindows == false)
        // It runs, and no window comes.
        let silent = try #require(try message(.starting, reason: "no window has the app-id \"org.example.Edit\""))
        #expect(silent.heading == "Home has not opened a window" && silent.buttonLabel == "Start Again")
    }

    @Test(arguments: Sample.all, Appearance.allCases)
    func messageIsReadableOnItsOwnGround(sample: Sample, appearance: Appearance) throws {
        let message = try #require(try message(.failed, reason: "program \"nothing\" not found"))
        let model = try sample.model(nil, appearance)
        let items = model.scene(of: message, size: Size(width: 428, height: 800), at: .max).items
        guard case .fill(let area, let ground) = try #require(items.first) else {
            Issue.record("the message has no ground")
            return
        }
        #expect(area == Rect(x: 0, y: 0, width: 428, height: 800) && ground.alpha == 1)
        #expect(ground.rgb == Color(sample.look[palette: appearance][.page]).rgb)
        let texts = items.compactMap { if case .text(_, _, _, let color) = $0 { color } else { nil } }
        // The button's label has the colour of the ground.
        let buttons = items.compactMap { if case .capsule(_, let color) = $0 { color } else { nil } }
        #expect(texts.count == 3 && texts.last == ground && buttons.count == 1)
        let colors = texts.dropLast() + buttons
        for color in colors { #expect(color.contrast(with: ground) >= 4.5, "\(sample) \(appearance): \(color)") }
    }

    @Test func contrastIsThatOfWCAG() {
        #expect(abs(Color.black.contrast(with: .white) - 21) < 1e-9)
        #expect(Color.white.contrast(with: .white) == 1)
        // The classic grey that just passes on white.
        #expect(abs(Color(rgb: 0x767676).contrast(with: .white) - 4.54) < 0.01)
        #expect(Color(rgb: 0x777777).readable(on: .white, .standard) == .black)
        #expect(Color(rgb: 0, alpha: 0.1).readable(on: .white, .standard).alpha < 0.7)
    }

    @Test func titleOfAnyScriptLeavesTheSentenceInOrder() throws {
        let message = try #require(try message(.failed) { $0.title = "\u{202E}א\u{2069}b" })
        #expect(message.heading == "\u{2068}אb\u{2069} cannot be shown")
    }
}

extension Color {
    fileprivate var rgb: [Double] { [red, green, blue] }
}
