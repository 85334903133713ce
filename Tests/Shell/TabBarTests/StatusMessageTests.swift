import Geometry
@testable import TabBar
import ShellModel
import Testing

@Suite struct StatusMessageTests {
    private let sample = Sample.stressMonitor

    private static func status(
        _ phase: ProgramStatus.Phase, _ reason: String? = nil, restarts: Int = 0, isResponsive: Bool = true,
        isStartable: Bool = true
    ) -> ProgramStatus {
        ProgramStatus(
            program: .page("home"), phase: phase, restarts: restarts, reason: reason, isResponsive: isResponsive,
            isStartable: isStartable)
    }

    private func message(
        _ status: ProgramStatus, listsWindows: Bool = true, change: (inout Tab) -> Void = { _ in }
    ) throws -> StatusMessage? {
        var tabs = sample.tabs
        change(&tabs[0])
        var state = try Sample(look: sample.look, tabs: tabs).state()
        state.programs = [status]
        return StatusMessage(state, listsWindows: listsWindows)
    }

    /// A script that has sent a document need not register, and its own state does not matter.
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

    /// The heading, the detail, the button and the place of the message of a program's state.
    private static let pages: [(ProgramStatus, String?)] = [
        (status(.alive), nil), (status(.starting), "Home is starting|||below"), (status(.restarting, restarts: 2), nil),
        (status(.failed, "it exited with code 2"), "Home cannot be shown|It exited with code 2|Try Again|below"),
        (status(.restarting, "signal 11", restarts: 3), "Home keeps exiting|Signal 11|Try Again|below"),
        // It does not flicker with each start.
        (status(.starting, "signal 11", restarts: 3), "Home keeps exiting|Signal 11|Try Again|below"),
        (status(.starting, "not connected"), nil),
        (status(.absent), "Nothing shows Home yet|Its program has not registered||below"),
        (status(.alive, "it hangs", isResponsive: false), "Home does not answer|It hangs|Start Again|above"),
    ]
    /// The same for a tab with a window.
    private static let windows: [(ProgramStatus, String?)] = [
        (status(.alive), nil), (status(.starting), "Home is starting|||above"),
        (status(.failed, "not found"), "Home cannot be shown|Not found|Try Again|above"),
        // The user has closed it, which is not a failure.
        (status(.absent), "Home is not open||Open|above"),
        (status(.absent, isStartable: false), "Home is not open|||above"),
        (status(.absent, "signal 11"), "Home is not open|Signal 11|Try Again|above"),
        // It runs, and no window comes.
        (status(.starting, "no window"), "Home is not open|No window|Start Again|above"),
    ]
    /// The same if the compositor does not report windows: the window may be open.
    private static let unlisted: [(ProgramStatus, String?)] = [
        (status(.absent), nil), (status(.absent, "it exited"), "Home is not open|It exited|Try Again|below"),
    ]

    @Test func messageSaysWhatIsWrong() throws {
        for (index, cases) in [Self.pages, Self.windows, Self.unlisted].enumerated() {
            for (status, expected) in cases {
                let message = try message(status, listsWindows: index < 2) {
                    if index > 0 { $0.window = WindowBinding(appIDs: ["org.example.Edit"]) }
                }
                let text = message.map {
                    [$0.heading, $0.detail, $0.buttonLabel ?? "", $0.isAboveWindows ? "above" : "below"]
                        .joined(separator: "|")
                }
                #expect(text == expected, "\(status)")
            }
        }
    }

    @Test func messageIsCentredAndGrowsWithTheText() throws {
        let message = try #require(try message(Self.status(.failed, "program \"nothing\" not found")))
        var model = try sample.model()
        func lines() -> [(run: TextRun, box: Rect, color: Color)] {
            model.scene(of: message, size: Size(width: 428, height: 800), at: .max).lines
        }
        let normal = lines()
        #expect(normal.map(\.run.string) == [message.heading, message.detail, "Try Again"])
        #expect(normal.allSatisfy { $0.box.center.x == 214 } && normal[..<2].allSatisfy { $0.run.maximumWidth == 380 })
        // Icon and button are around 45 % of the height.
        let scene = model.scene(of: message, size: Size(width: 428, height: 800), at: .max)
        let icon = try #require(scene.icon(sample.tabs[0].icon)).rect
        #expect(icon.width == 56 && icon.center.x == 214)
        #expect(abs((icon.y + scene.parts[0].rect.maxY) / 2 - 360) <= 1 && normal[0].box.y == icon.maxY + 24)
        #expect(normal[1].box.y == normal[0].box.maxY + 8 && normal[2].box.y >= normal[1].box.maxY + 23)
        model.textScale = 1.6
        #expect(lines().map(\.run.size).map { ($0 * 10).rounded() } == [352, 256, 256])
    }

    /// The user can act on the words of a reason: none is cut off.
    @Test(arguments: [320.0, 428, 1280]) func reasonIsShownInLines(width: Double) throws {
        let reason =
            "web pages need Chromium, Firefox or Cog. Install one: " + "sudo apt install cog firefox-esr chromium"
        let message = try #require(try message(Self.status(.failed, reason)))
        let scene = try sample.model().scene(of: message, size: Size(width: width, height: 800), at: .max)
        let lines = scene.lines.map(\.run).dropFirst().dropLast()
        #expect(lines.map(\.string).joined(separator: " ") == message.detail)
        #expect(lines.allSatisfy { Double($0.string.count) * 0.5 * $0.size <= width - 48 })
        #expect(width < 1000 ? lines.count > 1 : lines.count == 1)
    }

    /// A program that the daemon can start has a button.
    @Test(arguments: [1, 1.6]) func failureHasAButtonBelowItsLines(textScale: Double) throws {
        let size = Size(width: 320, height: 400)
        var model = try sample.model()
        model.textScale = textScale
        let failed = try #require(try message(Self.status(.failed, "program \"nothing\" not found")))
        let scene = model.scene(of: failed, size: size, at: .max)
        let button = try #require(scene.parts.first)
        #expect(button.target == .retry && button.node.label == "Try Again" && scene.parts.count == 1)
        #expect(button.rect.height >= 44 && button.rect.width >= 44 && button.rect.center.x == 160)
        #expect(button.rect.maxY <= size.height)
        #expect(scene.lines.dropLast().allSatisfy { $0.box.maxY <= button.rect.y })
        let manual = try #require(try message(Self.status(.failed, isStartable: false)))
        #expect(model.scene(of: manual, size: size, at: .max).parts.isEmpty)
        let absent = try #require(try message(Self.status(.absent)))
        #expect(model.scene(of: absent, size: size, at: .max).parts.isEmpty)
    }

    @Test(arguments: Sample.all, Appearance.allCases)
    func messageIsReadableOnItsOwnGround(sample: Sample, appearance: Appearance) throws {
        let message = try #require(try message(Self.status(.failed, "program \"nothing\" not found")))
        let model = try sample.model(nil, appearance)
        let scene = model.scene(of: message, size: Size(width: 428, height: 800), at: .max)
        guard case .fill(let area, let ground) = try #require(scene.items.first) else {
            Issue.record("the message has no ground")
            return
        }
        #expect(area == Rect(x: 0, y: 0, width: 428, height: 800) && ground.alpha == 1)
        #expect(ground.rgb == Color(sample.look[palette: appearance][.page]).rgb)
        let (texts, button) = (scene.lines.map(\.color), try #require(scene.capsules.first?.color))
        #expect(texts.count == 3 && button.rgb == Color(sample.look[palette: appearance][.accent]).rgb)
        for (color, ground) in texts.dropLast().map({ ($0, ground) }) + [(texts[2], button)] {
            #expect(color.contrast(with: ground) >= 4.5, "\(sample) \(appearance): \(color)")
        }
    }

    /// The mark moves to and fro within its bar while it can be seen. Before the message is due, there is the pages' colour alone.
    @Test func startingProgramHasAMovingBar() throws {
        var message = try #require(try message(Self.status(.starting)))
        var model = try sample.model()
        func scene(at time: UInt64) -> Scene { model.scene(of: message, size: Size(width: 428, height: 800), at: time) }
        let places = (0..<160).map { scene(at: $0 * 10_000_000).capsules.map(\.rect) }
        #expect(places.allSatisfy { $0[0].width == 120 && $0[0].x == 154 && $0[1].x >= 154 && $0[1].maxX <= 274 })
        #expect(Set(places.map { $0[1].x.rounded() }).count > 60 && scene(at: 0) == scene(at: 1_600_000_000))
        #expect(model.isMoving(message, at: 0) && !model.isMoving(message, at: .max))
        var state = try sample.state()
        state.programs = [Self.status(.starting)]
        state.selection?.isCovered = true
        #expect(try !model.isMoving(#require(StatusMessage(state, listsWindows: true)), at: 0))
        model.reducesMotion = true
        #expect(!model.isMoving(message, at: 0) && scene(at: 0) == scene(at: 50_000_000))
        message.isDue = false
        #expect(scene(at: 0).items.count == 1)
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
        let message = try #require(try message(Self.status(.failed)) { $0.title = "\u{202E}א\u{2069}b" })
        #expect(message.heading == "\u{2068}אb\u{2069} cannot be shown")
    }
}

extension Color {
    fileprivate var rgb: [Double] { [red, green, blue] }
}
