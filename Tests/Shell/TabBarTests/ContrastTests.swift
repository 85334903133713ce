import Canvas
import Foundation
import Geometry
@testable import ShellModel
@testable import TabBar
import TestSupport
import Testing

/// The contrast of a bar's parts with their background, measured in pictures, and the table of docs/display.md.
@Suite struct ContrastTests {
    private enum Part: String, CaseIterable {
        case icon, selectedIcon = "selected icon", title, selectedTitle = "selected title", indicator
        case hairline, badge, badgeText = "badge's text", buttonIcon = "button's icon"
        case menuIcon = "menu's icon", menuLabel = "menu's label"

        func minimum(_ contrast: Contrast) -> Double {
            switch self {
            case .title, .selectedTitle, .badgeText, .menuLabel: contrast.minimumForText
            default: contrast.minimumForGraphics
            }
        }

        /// True if no criterion asks for the part's contrast: the design may leave it out.
        var isOptional: Bool { self == .hairline || self == .badge }
    }

    private static let samples = [Sample.stressMonitor, .aspireBudget, .lucidpal, .swiftKitMenu, .betterFit]
    /// The parts whose colours in the looks' seeds are fainter than the minimum.
    private static let faint: [String: Set<Part>] = [
        "stress-monitor": [.icon], "aspire-budget": [.buttonIcon], "swift-kit": [.icon, .title],
    ]

    /// The contrast of each part that a look has.
    ///
    /// - Parameter ground: the colour of the page behind the bar; nil for the look's own.
    private func contrasts(
        _ sample: Sample, _ appearance: Appearance, over ground: Color? = nil, blurs: Bool = false
    ) throws -> [Part: Double] {
        var state = try sample.state(nil, appearance)
        if blurs, let tab = state.selection?.tab {
            state.programs = [ProgramStatus(program: .page(tab), phase: .alive, blursBackdrop: true)]
        }
        let pages = sample.tabs.filter { $0.role == .page && !$0.isProminent }
        state = try state.after(.badge(pages[1].id, .count(3)))
        if let menu = sample.tabs.first(where: { !$0.menu.isEmpty }) { state = try state.after(.select(menu.id)) }
        var model = BarModel()
        model.supportsBackgroundBlur = false
        model.isAbovePages = blurs
        model.update(to: state, at: 1000 * millisecond)
        let bar = model.scene(width: 428, at: .max)
        let size = Size(width: 428, height: sample.look.surfaceHeight)
        let page = ground ?? Color(sample.look[palette: appearance][.page])
        var ratios: [Part: Double] = [:]
        func measure(_ part: Part, _ scene: Scene, _ size: Size, _ isPart: (Drawn) -> Bool) {
            guard let index = scene.drawn.firstIndex(where: { $0.alpha > 0 && isPart($0) }) else { return }
            let center = scene.drawn[index].rect.center
            // The upper edge of an outline, and of a badge, with its text in the middle.
            let place = part == .hairline ? Point(x: center.x, y: scene.drawn[index].rect.y) : center
            let colors = [scene.items[..<index], scene.items[...index]].map {
                Bitmap($0, size, on: page).color(x: Int(place.x), y: Int(place.y))
            }
            ratios[part] = colors[1].contrast(with: colors[0])
        }
        measure(.icon, bar, size) { $0.iconName == pages[1].icon }
        measure(.selectedIcon, bar, size) { $0.iconName == (pages[0].filledIcon ?? pages[0].icon) }
        measure(.title, bar, size) { $0.run?.string == pages[1].title }
        measure(.selectedTitle, bar, size) { $0.run?.string == pages[0].title }
        func color(_ token: ColorToken) -> Color { Color(sample.look[palette: appearance][token]) }
        let (badge, line, indicator) = (color(.badge), color(.hairline), color(.indicator))
        measure(.badge, bar, size) { if case .capsule(_, badge) = $0.item { true } else { false } }
        measure(.hairline, bar, size) { drawn in
            switch drawn.item {
            case .line(_, line), .rounded(_, _, line, line): true
            default: false
            }
        }
        measure(.badgeText, bar, size) { $0.run?.string == "3" }
        if sample.look.indicator.shape != .none {
            measure(.indicator, bar, size) { drawn in
                switch drawn.item {
                case .capsule(_, indicator), .ellipse(_, indicator): true
                default: false
                }
            }
        }
        if let button = sample.tabs.first(where: \.isProminent) {
            measure(.buttonIcon, bar, size) { $0.iconName == button.icon }
        }
        if let action = sample.actions.first, state.menu.tab != nil {
            let whole = Size(width: 428, height: 700)
            let menu = model.menuScene(size: whole, barFrame: sample.barFrame(on: whole), at: .max)
            measure(.menuIcon, menu, whole) { $0.iconName == action.icon }
            measure(.menuLabel, menu, whole) { $0.run?.string == action.title }
        }
        return ratios
    }

    @Test(arguments: samples, Appearance.allCases)
    func standardContrastSuffices(sample: Sample, appearance: Appearance) throws {
        for (part, ratio) in try contrasts(raised(sample, .standard), appearance) where !part.isOptional {
            #expect(ratio >= part.minimum(.standard), "\(part.rawValue): \(ratio)")
        }
        #expect(raised(raised(sample, .standard), .standard).look == raised(sample, .standard).look)
    }

    @Test(arguments: samples, Appearance.allCases)
    func seedHasTheColorsOfItsDesign(sample: Sample, appearance: Appearance) throws {
        let seed = raised(sample, .seed)
        #expect(seed.look.light == sample.look.light && seed.look.dark == sample.look.dark)
        for (part, ratio) in try contrasts(seed, appearance)
        where Self.faint[sample.look.name]?.contains(part) != true && !part.isOptional {
            #expect(ratio >= part.minimum(.seed), "\(part.rawValue): \(ratio)")
        }
    }

    /// Parts that two looks draw faint on purpose stay so until the user asks for another contrast.
    @Test func looksHaveTheStandardContrastUnlessTheirDesignSaysOtherwise() {
        let contrasts = [Sample.stressMonitor, .aspireBudget, .lucidpal, .swiftKit, .betterFit].map(\.look.contrast)
        #expect(contrasts == [.seed, .seed, .standard, .standard, .standard])
    }

    @Test(arguments: samples, Appearance.allCases)
    func moreContrastMendsAllOthers(sample: Sample, appearance: Appearance) throws {
        for ground in [nil, Color.black, .white] {
            let ratios = try contrasts(raised(sample, .more), appearance, over: ground)
            #expect(ratios[.hairline] != nil && ratios.count >= 6)
            for (part, ratio) in ratios where part != .hairline || ground == nil {
                #expect(ratio >= part.minimum(.more) - 0.05, "\(part.rawValue): \(ratio)")
            }
        }
        #expect(raised(raised(sample, .more), .more).look == raised(sample, .more).look)
    }

    /// Over a page that blurs its content under a translucent bar: with the standard contrast over the ground and the cards of pages,
    /// with more contrast over everything.
    @Test(arguments: samples.filter { $0.look.bar.material == .translucent }, Appearance.allCases)
    func glassHasTheContrastOfTheBar(sample: Sample, appearance: Appearance) throws {
        let page = Color(sample.look[palette: appearance][.page])
        let card = appearance == .light ? Color.white : Color(rgb: 0x2A283C)
        let grounds: [(Contrast, [Color])] = [(.standard, [page, card]), (.more, [page, card, .black, .white])]
        for (contrast, grounds) in grounds {
            for ground in grounds {
                let ratios = try contrasts(raised(sample, contrast), appearance, over: ground, blurs: true)
                for (part, ratio) in ratios where !part.isOptional {
                    #expect(ratio >= part.minimum(contrast) - 0.05, "\(part.rawValue): \(ratio)")
                }
            }
        }
    }

    @Test(arguments: samples, Appearance.allCases)
    func reducedTransparencyHasTheColorsThatTheBarHadOverAPage(sample: Sample, appearance: Appearance) throws {
        let opaque = sample.with { $0 = $0.applying(Preferences(transparency: .reduced)) }
        #expect(opaque.look.bar.material == .opaque)
        let (before, after) = (try contrasts(sample, appearance), try contrasts(opaque, appearance))
        for (part, ratio) in after { #expect(abs(ratio - (before[part] ?? 0)) < 0.2, "\(part.rawValue)") }
        // The page does not show through it, except for a meaningless line.
        let others = try [Color.black, .white].map { try contrasts(opaque, appearance, over: $0) }
        for (part, ratio) in after where part != .hairline && part != .menuLabel {
            #expect(others.allSatisfy { abs(($0[part] ?? 0) - ratio) < 0.01 }, "\(part.rawValue)")
        }
        // Pages need not be drawn below a bar that nothing is seen through.
        if !sample.look.bar.isFloating { #expect(opaque.look.pageOverlap == 0) }
    }

    @Test func colorsThatSufficeAreKept() {
        let (before, after) = (Sample.lucidpal.look, raised(.lucidpal, .more).look)
        for appearance in Appearance.allCases {
            for token in [ColorToken.icon, .selectedIcon, .page, .accent, .shadow] {
                #expect(before[palette: appearance][token] == after[palette: appearance][token])
            }
        }
        // Hue is kept as long as alpha suffices.
        #expect(raised(.swiftKit, .more).look.light[.title].rgb == 0)
        #expect(raised(.swiftKit, .more).look.light[.title].alpha > 0.5)
    }

    @Test func tableIsCurrent() throws {
        let table = try table()
        let text = try String(contentsOf: Repository.root.appending(path: "docs/display.md"), encoding: .utf8)
        #expect(text.contains(table), "docs/display.md does not have this table:\n\(table)")
    }

    private func raised(_ sample: Sample, _ contrast: Contrast) -> Sample {
        sample.with { $0 = $0.applying(Preferences(contrast: contrast)) }
    }

    private func table() throws -> String {
        let contrasts: [Contrast] = [.seed, .standard, .more]
        var rows = [
            "| look | part | seed, light | seed, dark | wanted | light | dark | wanted, `more` | light, `more` | dark, `more` |",
            "|---|---|---|---|---|---|---|---|---|---|",
        ]
        for sample in Self.samples {
            let ratios = try contrasts.flatMap { contrast in
                try Appearance.allCases.map { try self.contrasts(raised(sample, contrast), $0) }
            }
            for part in Part.allCases where ratios[4][part] != nil {
                let numbers = ratios.map { $0[part].map { String(format: "%.1f", $0) } ?? "none" }
                let (seed, standard) = (numbers[..<2].joined(separator: " | "), numbers[2..<4].joined(separator: " | "))
                let wanted = part.isOptional ? "" : "\(part.minimum(.standard))"
                rows.append(
                    "| `\(sample.look.name)` | \(part.rawValue) | \(seed) | \(wanted) | \(standard) "
                        + "| \(part.minimum(.more)) | \(numbers[4...].joined(separator: " | ")) |")
            }
        }
        return rows.joined(separator: "\n")
    }
}
