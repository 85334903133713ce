// SPDX-License-Identifier: MIT

import Geometry
import ShellModel
import Testing

@testable import TabBar

@Suite struct ConfigurationNoticeTests {
    @Test func noticeNamesTheFirstErrorAndWhatIsInForce() throws {
        #expect(ConfigurationNotice(ConfigurationStatus(source: .saved)) == nil)
        let one = try #require(
            ConfigurationNotice(ConfigurationStatus(source: .builtIn, errors: ["/home/me/config.toml:1: a/b"])))
        #expect(one.heading == "The configuration has errors; the default is in force")
        #expect(one.detail == "config.toml:1: a/b")
        let more = try #require(ConfigurationNotice(ConfigurationStatus(source: .saved, errors: ["a", "b", "c"])))
        #expect(more.detail == "a (and 2 more)")
    }

    @Test(arguments: Sample.all, Appearance.allCases)
    func noticeFitsIntoItsHeightAndIsReadable(sample: Sample, appearance: Appearance) throws {
        let notice = try #require(ConfigurationNotice(ConfigurationStatus(errors: ["a"])))
        var model = try sample.model(nil, appearance)
        for scale in [1.0, 1.6] {
            model.textScale = scale
            let height = model.configurationNoticeHeight
            let scene = model.scene(of: notice, size: Size(width: 428, height: height), at: .max)
            guard case .fill(_, let ground)? = scene.items.first else {
                Issue.record("the notice has no ground")
                return
            }
            let texts = scene.items.compactMap { item -> (Rect, Color)? in
                if case .text(_, let box, _, let color) = item { (box, color) } else { nil }
            }
            #expect(texts.count == 2)
            for (box, color) in texts {
                #expect(box.y >= 0 && box.maxY <= height && box.maxX <= 428)
                #expect(color.contrast(with: ground) >= 4.5)
            }
        }
    }
}
