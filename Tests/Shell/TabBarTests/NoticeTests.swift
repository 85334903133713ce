// SPDX-License-Identifier: MIT

import Geometry
import ShellModel
import Testing

@testable import TabBar

@Suite struct NoticeTests {
    @Test func noticeCountsTheErrorsAndNamesTheFirst() throws {
        #expect(Notice(ConfigurationStatus(source: .saved)) == nil)
        let one = try #require(
            Notice(ConfigurationStatus(source: .builtIn, errors: ["/home/me/config.toml:1: a/b"])))
        #expect(one.heading == "An error in config.toml" && one.subject == .errors(file: "/home/me/config.toml"))
        #expect(one.detail == "Line 1: a/b")
        let whole = try #require(Notice(ConfigurationStatus(errors: ["/tabs.toml: 2 tabs: no space"])))
        #expect(whole.heading == "An error in tabs.toml" && whole.detail == "2 tabs: no space")
        let more = try #require(Notice(ConfigurationStatus(source: .saved, errors: ["a", "b", "c"])))
        #expect(
            more.heading == "3 errors in the configuration" && more.detail == "a" && more.subject == .errors(file: nil))
    }

    private static let long =
        "/etc/config.toml:13: tab \"news\": unknown icon \"newspaper\": it is not built in, and it is in no theme; "
        + "did you mean \"news\"?"

    /// What stands at the end of an error, the suggestion, is not cut.
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

    @Test(arguments: Sample.all, Appearance.allCases)
    func messageFitsIntoItsHeightAndIsReadable(sample: Sample, appearance: Appearance) throws {
        var model = try sample.model(nil, appearance)
        for (text, tab, count) in [
            ("Closing at six", nil, 2), ("Somebody rings at the door", "camera", 3),
            (String(repeating: "word ", count: 100), "camera", 6),
        ] as [(String, TabID?, Int)] {
            let notice = Notice(ShownMessage(text, tab: tab, acceptedAt: 1))
            for scale in [1.0, 1.6] {
                model.textScale = scale
                let height = model.height(of: notice, width: 428)
                let scene = model.scene(of: notice, size: Size(width: 428, height: height), at: .max)
                let card = try #require(scene.items.compactMap(\.card).first)
                let texts = scene.items.compactMap { item -> (Rect, Color)? in
                    if case .text(_, let box, _, let color) = item { (box, color) } else { nil }
                }
                #expect(scale > 1 || texts.count == count)
                #expect(scene.parts.map(\.target) == (tab == nil ? [] : [.openMessage]) + [.closeMessage])
                #expect(scene.parts.allSatisfy { $0.rect.width >= 44 && $0.rect.height >= 44 })
                for (box, color) in texts {
                    #expect(box.y >= 0 && box.maxY <= height && box.maxX <= 428)
                    #expect(color.contrast(with: card) >= 4.5)
                }
            }
        }
    }

    @Test(arguments: Sample.all, Appearance.allCases)
    func noticeFitsIntoItsHeightAndIsReadable(sample: Sample, appearance: Appearance) throws {
        let notice = try #require(Notice(ConfigurationStatus(errors: [Self.long])))
        var model = try sample.model(nil, appearance)
        for scale in [1.0, 1.6] {
            model.textScale = scale
            let height = model.height(of: notice, width: 428)
            let scene = model.scene(of: notice, size: Size(width: 428, height: height), at: .max)
            guard case .rounded(let card, 14, let ground, _)? = scene.items.first(where: { $0.isCard }) else {
                Issue.record("the notice has no ground")
                return
            }
            let texts = scene.items.compactMap { item -> (Rect, Color)? in
                if case .text(_, let box, _, let color) = item { (box, color) } else { nil }
            }
            #expect(card.x == 12 && card.y == 12 && card.maxX == 416 && card.maxY == height)
            // The heading, two lines, and the labels of both buttons.
            #expect(texts.count == 5 && scene.parts.map(\.target) == [.openConfiguration, .closeNotice])
            #expect(scene.parts.allSatisfy { $0.rect.width >= 44 && $0.rect.height >= 44 && $0.rect.maxX <= 416 })
            for (box, color) in texts {
                #expect(box.y >= 0 && box.maxY <= height && box.maxX <= 428)
                #expect(color.contrast(with: ground) >= 4.5)
            }
        }
    }
}

extension Scene.Item {
    fileprivate var isCard: Bool { card != nil }
    /// The colour of a card.
    fileprivate var card: Color? { if case .rounded(_, _, let ground, _) = self { ground } else { nil } }
}
