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

    /// Whoever asks for larger text gets none that is smaller. The dial's figure is as large as the dial.
    @Test(arguments: [320.0, 360, 428, 1280], [1.15, 1.5, 2])
    func noTextShrinksAsTextGrows(width: Double, scale: Double) {
        let source = MockData.source(days: 365)
        for page in [HomePage(source), GrowthPage(source)] as [any StressPage] {
            func heights(_ scale: Double) -> [String: Double] {
                var test = TextScaleCase.all[0]
                (test.width, test.height, test.scale) = (width, 3000, scale)
                page.settle(test.context)
                let texts = page.texts(test.context, at: 0)
                return Dictionary(texts.map { ($0.text, $0.box.height) }, uniquingKeysWith: { min($0, $1) })
            }
            let scaled = heights(scale)
            for (text, height) in heights(1) where height < 40 {
                #expect(scaled[text] ?? height >= height - 0.5, "\"\(text)\"")
            }
        }
    }
}
