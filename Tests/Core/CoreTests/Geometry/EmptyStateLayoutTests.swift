import Geometry
import Testing

@Suite struct EmptyStateLayoutTests {
    @Test func partsAreBelowEachOtherAround45Percent() {
        let area = Rect(x: 10, y: 20, width: 400, height: 800)
        let layout = EmptyStateLayout(in: area, title: 30, text: 40, rest: 44)
        #expect(layout.icon.center.x == 210 && layout.icon.width == 56 && layout.icon.height == 56)
        #expect([layout.title, layout.text, layout.rest].map { $0 - layout.icon.maxY } == [24, 62, 126])
        #expect(abs((layout.icon.y + layout.rest + 44) / 2 - (20 + 0.45 * 800)) <= 1)
        // Nothing takes no distance.
        let bare = EmptyStateLayout(in: area, title: 30, text: 0, rest: 0)
        #expect(bare.text == bare.title + 30 && bare.rest == bare.text)
        // A low area is filled from the top: 206 px, with 16 px above and below.
        for (height, top) in [(0.0, 16.0), (232, 16), (300, 32)] {
            let low = EmptyStateLayout(in: Rect(Size(width: 9, height: height)), title: 30, text: 20, rest: 44)
            #expect(low.icon.y == top)
        }
    }
}
