import Geometry
import PageKit
import ShellModel
import Testing

@testable import StressMonitor

@Suite
struct ColorTests {
    private func context(_ appearance: Appearance, _ contrast: Contrast) -> PageContext {
        PageContext(size: phone.size, appearance: appearance, contrast: contrast)
    }

    /// More contrast outlines the categories' colours: brown and brick are not among their colours.
    @Test(arguments: Appearance.allCases)
    func moreContrastKeepsTheHues(appearance: Appearance) throws {
        let standard = Theme(ownColors: context(appearance, .standard))
        let more = Theme(ownColors: context(appearance, .more))
        for category in StressLevel.Category.allCases {
            #expect(more.color(of: category) == standard.color(of: category))
        }
        #expect(standard.outline == nil)
        #expect(try #require(more.outline).contrast(with: more.card) >= 4.5)
    }

    /// A number is before its unit from left to right, on the card as in the list.
    @Test func unitsFollowTheirNumbersInEveryDirection() throws {
        for isRightToLeft in [false, true] {
            var context = phone
            context.isRightToLeft = isRightToLeft
            let page = HomePage(MockData.source()).settle(context)
            // The canvas of the tests is not mirrored: on a mirrored page, the first parts are at the right.
            let texts = page.texts(context, at: 0)
            let (unit, number) = (texts.first { $0.text == "ms" }, texts.first { $0.text == "49" })
            let isBefore = try #require(number).box.x < (try #require(unit)).box.x
            #expect(isBefore != isRightToLeft)
        }
    }
}
