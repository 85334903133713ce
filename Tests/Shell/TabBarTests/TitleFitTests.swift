import BarGeometry
import Geometry
@testable import TabBar
import RasterProtocol
import ShellModel
import Testing

/// Titles are whole or a little smaller; at most half of them lose letters, but for eight; else all make way for the icons.
@Suite struct TitleFitTests {
    private let sample = Sample.lucidpal

    private func scene(_ sample: Sample, width: Double, textScale: Double = 1) throws -> Scene {
        var model = try sample.model()
        model.textScale = textScale
        return model.scene(width: width, at: start, measure: sixTenths)
    }

    private func runs(_ scene: Scene) -> [TextRun] { scene.drawn.compactMap(\.run) }

    @Test(arguments: Sample.all, [1, 1.3, 1.6, 2, 4])
    func titlesAreLegibleOrAbsent(sample: Sample, textScale: Double) throws {
        for width in [320.0, 360, 428, 926, 1280, 1920] {
            let scene = try scene(sample, width: width, textScale: textScale)
            let runs = runs(scene)
            let cut = runs.filter { $0.maximumWidth != nil }
            #expect(2 * Set(cut.map(\.string)).count <= sample.flatTabs.count)
            #expect(cut.allSatisfy { ($0.maximumWidth ?? 0) >= 9 * 0.6 * $0.size && $0.size >= 10 })
            #expect(Set(runs.map(\.size)).count <= 1)
        }
    }

    @Test func titlesBecomeSmallerBeforeTheyGo() throws {
        // Six tabs of 50.7 px: "Settings" takes 48 of 46.7 in size 10.
        let narrow = runs(try scene(sample, width: 320))
        #expect(!narrow.isEmpty && narrow.allSatisfy { $0.size == 9.5 })
        #expect(runs(try scene(sample, width: 428)).allSatisfy { $0.size == 10 })
        #expect(runs(try scene(sample, width: 320, textScale: 1.6)).isEmpty)
    }

    /// Without titles, icons are in the middle of the row; with them, above.
    @Test(arguments: [Sample.lucidpal, .swiftKit, .aspireBudget])
    func iconsTakeThePlaceOfTitles(sample: Sample) throws {
        let scene = try scene(sample, width: 320, textScale: 2)
        #expect(runs(scene).isEmpty)
        let layout = BarLayout(
            look: sample.look, tabCount: sample.tabs.count, width: 320, textScale: 2, titles: .hidden)
        let (icon, row) = (layout.icon(0, selectionProgress: 1), layout.targets[0])
        let indicator = layout.indicator(at: 0)
        let hasIndicator = sample.look.indicator.shape != .none
        let bottom = hasIndicator ? indicator.maxY : icon.maxY
        #expect(abs((icon.y - row.y) - (row.maxY - bottom)) < 1e-9)
        #expect(icon.width > sample.look.icon.size && icon.width <= row.width - 4)
        if hasIndicator { #expect(abs(indicator.y - icon.maxY - 4) < 1e-9) }
        #expect(try sample.model().scene(width: 320, at: start).parts == scene.parts)
    }

    @Test func longTitleLosesLettersOrTakesAllTitlesAway() throws {
        let title = "Öffnungszeitenverordnung"
        func drawn(_ count: Int, _ width: Double, of total: Int = 5) throws -> [TextRun] {
            var tabs = Array(sample.tabs.prefix(total))
            for index in 0..<count { tabs[index].title = title }
            return runs(try scene(Sample(look: sample.look, tabs: tabs), width: width))
        }
        let cut = try drawn(1, 428)
        #expect(cut.allSatisfy { $0.size == 10 && ($0.maximumWidth != nil) == ($0.string == title) })
        #expect(Set(cut.map(\.string)) == Set([title] + sample.tabs[1..<5].map(\.title)))
        // Three of five would be cut; fewer than eight letters would remain.
        #expect(try drawn(3, 428).isEmpty && drawn(1, 320, of: 6).isEmpty)
        // With enough room, all are there.
        var tabs = sample.tabs
        tabs[1].title = "Conversations"
        let wide = try scene(Sample(look: sample.look, tabs: tabs), width: 520)
        #expect(runs(wide).contains { $0.string == tabs[1].title && $0.size >= 7.5 && $0.maximumWidth == nil })
        let agents = wide.requiredMasks(scale: 1).filter {
            if case .text(let key) = $0 { key.string == "Agent" } else { false }
        }
        #expect(agents.count == 1)
    }
}
