import Canvas
import PageKit
import PageTestSupport
import Testing

@testable import StressMonitor

/// The pages at every text scale that a user can choose.
@Suite struct TextScaleTests {
    @Test(arguments: [0, 7, 365]) func textsNeitherOverlapNorLeaveThePage(days: Int) {
        let source = MockData.source(days: days)
        for test in TextScaleCase.all {
            var pages: [(String, any StressPage, PageContext)] = [
                ("home", HomePage(source), test.context), ("flash", FlashPage(source, menu: FlashMenu()), test.context),
                ("growth", GrowthPage(source), test.context),
            ]
            let day = GrowthPage(source)
            if days > 0 { pages.append(("day", day, day.open("2026-11-18", in: test.context))) }
            for (name, page, context) in pages {
                page.settle(context)
                let texts = page.texts(context, at: 0)
                #expect(texts.count >= 3)
                for fault in test.faults(texts) { Issue.record("\(name), \(test): \(fault)") }
            }
        }
    }
}
