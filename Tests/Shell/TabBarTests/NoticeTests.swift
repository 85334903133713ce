import Geometry
import ShellModel
import Testing
import Text

@testable import TabBar

@Suite struct NoticeTests {
    @Test func noticeCountsTheErrorsAndNamesTheFirst() throws {
        #expect(Notice(ConfigurationStatus(source: .saved)) == nil)
        let status = ConfigurationStatus(source: .builtIn, errors: ["/home/me/config.toml:1: a/b"])
        let one = try #require(Notice(status))
        #expect(one.heading == "An error in config.toml" && one.subject == .errors(file: "/home/me/config.toml"))
        // Nobody may edit it while the shell is locked.
        #expect(Notice(status, isLocked: true)?.subject == .errors(file: nil))
        #expect(one.detail == "Line 1: a/b")
        let whole = try #require(Notice(ConfigurationStatus(errors: ["/tabs.toml: 2 tabs: no space"])))
        #expect(whole.heading == "An error in tabs.toml" && whole.detail == "2 tabs: no space")
        let more = try #require(Notice(ConfigurationStatus(source: .saved, errors: ["a", "b", "c"])))
        #expect(
            more.heading == "3 errors in the configuration" && more.detail == "a" && more.subject == .errors(file: nil))
    }

    /// The longest PIN of the configuration.
    @Test func padTakesEachPIN() throws {
        var pad = PinPad(.tab("home"), title: "Home")
        for _ in 0..<70 { #expect(pad.press(.digit(7)) == nil) }
        let scene = try Sample.stressMonitor.model().scene(of: pad, size: Size(width: 320, height: 480), at: .max)
        let dots = scene.items.compactMap { if case .ellipse(let dot, _) = $0, dot.width < 20 { dot } else { nil } }
        #expect(dots.count == 64 && dots.allSatisfy { $0.x > 16 && $0.maxX < 304 })
        #expect(pad.press(.enter) == .submit(String(repeating: "7", count: 64)))
    }

    /// The window of a guarded tab may be in front.
    @Test(arguments: [false, true]) func padHidesAWindow(isOpaque: Bool) throws {
        let pad = PinPad(.tab("home"), title: "Home", isOpaque: isOpaque)
        let scene = try Sample.stressMonitor.model().scene(of: pad, size: Size(width: 428, height: 800), at: .max)
        guard case .fill(let area, let color) = try #require(scene.items.first) else {
            Issue.record("nothing is behind it")
            return
        }
        #expect(area == Rect(x: 0, y: 0, width: 428, height: 800) && (color.alpha == 1) == isOpaque)
    }

    private static let long =
        "/etc/config.toml:13: tab \"news\": unknown icon \"newspaper\": it is not built in, and it is in no theme; "
        + "did you mean \"news\"?"

    /// The end of an error, the suggestion, is not cut.
    @Test func linesKeepTheEnd() {
        func lines(_ text: String, _ width: Int) -> [String] { BarModel.lines(of: text) { $0.count <= width } }
        #expect(lines("one two", 10) == ["one two"])
        #expect(lines("one two three", 8) == ["one two", "three"])
        #expect(lines("aa bb cc dd ee ff gg", 7) == ["aa bb", "… ff gg"])
        #expect(lines("aaaaaaaaa", 5) == ["aaaaaaaaa"])
    }

    /// The end of a message is cut rather than its middle, and scripts without spaces are broken, too.
    @Test func linesOfAMessage() {
        func lines(_ text: String, _ width: Int) -> [String] {
            BarModel.lines(of: text, maximum: 3, keepsEnd: false) { $0.count <= width }
        }
        #expect(lines("one two three", 5) == ["one", "two", "three"])
        #expect(lines("aa bb cc dd ee", 5) == ["aa bb", "cc dd", "ee"])
        #expect(lines("a b c d e f g h", 3) == ["a b", "c d", "e f g h"])
        #expect(lines("六時に閉館", 3) == ["六時に", "閉館"])
        #expect(lines("a  b", 9) == ["a b"] && lines("", 9) == [""])
    }

    /// Checks the card of a notice at two text sizes.
    ///
    /// - Parameters:
    ///   - targets: the targets of its buttons.
    ///   - texts: the number of its texts at the usual size.
    private func check(
        _ notice: Notice, _ targets: [BarPart.Target], texts count: Int, _ sample: Sample, _ appearance: Appearance
    ) throws {
        var model = try sample.model(nil, appearance)
        for scale in [1.0, 1.6] {
            model.textScale = scale
            let card = try #require(model.cards(of: [notice], width: 428).first)
            let scene = model.scene(of: [notice], width: 428, at: .max)
            guard case .rounded(card, radius: 20, let ground, _) = scene.items[1] else {
                Issue.record("the notice has no ground")
                return
            }
            #expect(card.x == 12 && card.y == 12 && card.maxX == 416)
            #expect((scale > 1 && targets.contains(.closeMessage)) || scene.lines.count == count)
            #expect(scene.parts.map(\.target) == targets)
            #expect(scene.parts.allSatisfy { $0.rect.width >= 44 && $0.rect.height >= 44 && $0.rect.maxX <= 416 })
            for (_, box, color) in scene.lines {
                #expect(box.y >= 12 && box.maxY <= card.maxY && box.maxX <= 428)
                #expect(color.contrast(with: ground) >= 4.5)
            }
            // Another one is 12 px below it, and the surface has room for the shadow of the last one.
            let cards = model.cards(of: [notice, notice], width: 428)
            #expect(cards[0] == card && cards[1].y == card.maxY + 12 && cards[1].height == card.height)
            let nodes = model.accessibilityNodes(of: [notice, notice], width: 428)
            let label = notice.heading.nonEmpty ?? notice.detail
            #expect(nodes.allSatisfy { $0.role == .alert && $0.label == label && $0.children.count == targets.count })
            let height = model.height(of: [notice, notice], width: 428)
            #expect(model.scene(of: [notice, notice], width: 428, at: .max).parts.count == 2 * targets.count)
            #expect((20...30).contains(height - cards[1].maxY))
        }
    }

    @Test(arguments: Sample.all, Appearance.allCases)
    func noticeFitsIntoItsHeightAndIsReadable(sample: Sample, appearance: Appearance) throws {
        for (text, tab, count) in [
            ("Closing at six", nil, 2), ("Somebody rings at the door", "camera", 3),
            (String(repeating: "word ", count: 100), "camera", 6),
        ] as [(String, TabID?, Int)] {
            let targets = (tab == nil ? [] : [BarPart.Target.openMessage]) + [.closeMessage]
            try check(Notice(ShownMessage(text, tab: tab, acceptedAt: 1)), targets, texts: count, sample, appearance)
        }
        // The heading, two lines, and the labels of both buttons.
        let errors = try #require(Notice(ConfigurationStatus(errors: [Self.long])))
        try check(errors, [.openConfiguration, .closeNotice], texts: 5, sample, appearance)
    }
}
