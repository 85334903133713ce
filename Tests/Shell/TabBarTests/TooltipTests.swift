import Geometry
import ShellModel
import TabBar
import Testing

/// The title of a tab under a pointer, where the bar shows none.
@Suite struct TooltipTests {
    @Test(arguments: Edge.allCases, [Sample.stressMonitor, .swiftKit]) func titleIsBesideTheBar(
        edge: Edge, original: Sample
    ) throws {
        let sample = original.with { $0.bar.position = edge }
        let (model, screen) = (try sample.model(), Size(width: 1000, height: 800))
        let bar = edge.strip(of: try #require(model.look(on: screen)).surfaceHeight, in: screen)
        let area = edge.strip(of: model.tooltipDepth(screen: screen), in: screen)
        let scene = model.scene(width: bar.width, height: bar.height, screen: screen, at: .max, measure: sixTenths)
        for (part, tab) in zip(scene.parts, sample.tabs) {
            let tip = model.tooltipScene(
                of: part.target, in: scene, bar.size, size: area.size, screen: screen, at: .max, measure: sixTenths)
            guard scene.text(tab.title) == nil else {
                #expect(tip.items.isEmpty)
                continue
            }
            let run = try #require(tip.lines.first).run
            #expect(run.string == tab.title && run.size == 13)
            let card = try #require(tip.items.first).bounds.offset(x: area.x, y: area.y)
            let cell = part.rect.offset(x: bar.x, y: bar.y)
            let gaps: [Edge: Double] = [
                .bottom: cell.y - card.maxY, .top: card.y - cell.maxY, .left: card.x - cell.maxX,
                .right: cell.x - card.maxX,
            ]
            #expect(abs(try #require(gaps[edge]) - 8) <= 1 && Rect(screen).intersection(card) == card)
            #expect(abs(edge.along(card.center) - edge.along(cell.center)) <= 1)
        }
    }
}
