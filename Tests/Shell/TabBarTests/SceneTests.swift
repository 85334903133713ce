import Foundation
import Geometry
import ShellModel
@testable import TabBar
import TestSupport
import Testing

/// The scenes of the looks, item by item with all their numbers, at rest and in the middle of changes, compared with reviewed ones in
/// `Golden`. Frames after the first only list changed lines.
@Suite struct SceneTests {
    enum Change: Sendable {
        case command(Command)
        case press(TabID, Bool)
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var sample: Sample
        var tab: TabID?
        /// The bar is as wide as the screen without one.
        var width = 428.0
        var screen: Size?
        /// Draws the menu in place of the bar.
        var isMenu = false
        /// The times of changes and of frames, ms.
        var changes: [(time: UInt64, change: Change)] = []
        var times: [UInt64] = [UInt64.max]

        var testDescription: String { name }

        init(
            _ name: String, _ sample: Sample, on tab: TabID? = nil, width: Double = 428, screen: Size? = nil,
            isMenu: Bool = false, after commands: [Command] = [], later: [(UInt64, Change)] = [],
            at times: [UInt64] = [.max]
        ) {
            (self.name, self.sample, self.tab, self.width, self.screen) = (name, sample, tab, width, screen)
            self.isMenu = isMenu
            changes = commands.map { (0, .command($0)) } + later
            self.times = times
        }
    }

    private static let kit = Sample.swiftKit
    private static let titles = kit.with { $0.icon.isShown = false }

    private static let motions: [Case] = [
        Case("home-to-growth", .stressMonitor, after: [.select("growth")], at: [0, 100, 199, 200]),
        // The spring (0.5, 0.3) at the same share of 0.35.
        Case("indicator", kit, after: [.select("profile")], at: [0, 70, 140, 210, 350, .max]),
        Case("search", kit, after: [.select("search")], at: [0, 70, .max]),
        Case("growing", kit.with { $0.icon.bounce = 1 }, after: [.select("activity")], at: [70, 210, .max]),
        // The icon of a selected tab: 1 → 1.15 → 1 within 0.35 s, without the other motions.
        Case(
            "bounce",
            kit.with { look in
                look.motion[.select] = Transition(duration: 1, curve: .linear)
                look.motion[.indicator] = .immediate
            }, after: [.select("activity")], at: [1, 88, 175, 263, 349, 350]),
        Case(
            "press", kit, later: [(0, .press("search", true)), (2000, .press("search", false))],
            at: [0, 40, 1999, 4000]),
        Case(
            "badge-comes-and-goes", kit,
            later: [
                (0, .command(.badge("activity", .count(0)))), (1, .command(.badge("activity", .count(5)))),
                (2000, .command(.badge("activity", nil))),
            ], at: [0, 1, 61, 181, 1999, 2060, 2180, 4000]),
        Case(
            "button", kit, after: [.select("create")], later: [(5000, .command(.setSheet(nil)))],
            at: [0, 50, 120, 200, 4999, .max]),
        Case("dusk", .aspireBudget, after: [.setAppearance(.dark)], at: [0, 125, 250]),
        Case(
            "menu", .swiftKitMenu, isMenu: true,
            later: [(1, .command(.select("create"))), (5001, .command(.setMenu(nil)))],
            at: [0, 1, 51, 101, 141, 191, 241, 5000, 5076, 5150, 5151]),
        Case(
            "minimizing", .betterFit, on: "plan",
            later: [
                (1, .command(.scrolled("plan", .down))), (5000, .command(.scrolled("plan", .up))),
            ], at: [0, 100, 4999, .max]),
        Case("search-sheet", .betterFit, on: "plan", after: [.select("search")]),
    ]

    private static func name(_ sample: Sample) -> String {
        "\(sample)".replacingOccurrences(of: " ", with: "-")
    }

    private static let rests: [Case] =
        Sample.all.flatMap { sample in
            [("light", []), ("dark", [.setAppearance(.dark)] as [Command])].map {
                Case("\(name(sample))-\($0)", sample, after: $1)
            }
        } + [
            Case("wide-stress-monitor", .stressMonitor, width: 1920),
            Case("wide-aspire-budget", .aspireBudget, width: 1280),
            Case("titled-aspire-budget", .aspireBudget, width: 460),
            Case(
                "badges", kit,
                after: [
                    .badge("home", .count(9)), .badge("search", .count(100)), .badge("activity", .count(10)),
                    .badge("profile", .count(1)),
                ]),
            Case("more-badges", kit, after: [.badge("home", .count(99)), .badge("search", .count(.max))]),
            Case("glow", kit.with { ($0.indicator.shape, $0.indicator.height) = (.glow, 8) }),
            Case("no-indicator", kit.with { $0.indicator.shape = .none }),
            Case("titles", titles, after: [.badge("search", .count(3))]),
            Case("titles-without-room", titles, width: 240),
            Case("nothing-but-icons", titles.with { $0.title.isShown = false }),
            Case("minimized-title", .betterFit.with { $0.icon.isShown = false }, after: [.minimize(true)]),
        ]

    private static let edges: [Case] = Edge.allCases.flatMap { edge in
        [
            Case(
                "\(edge)-shadow", .stressMonitor.with { $0.bar.position = edge }, screen: Size(width: 528, height: 926)),
            Case(
                "\(edge)-minimized", .betterFit.with { $0.bar.position = edge }, screen: Size(width: 1279, height: 800),
                after: [.minimize(true)]),
            Case(
                "\(edge)-menu", .swiftKitMenu.with { $0.bar.position = edge }, screen: Size(width: 428, height: 926),
                isMenu: true, after: [.select("create")]),
        ]
    }

    /// Titles beside icons.
    private static let screens: [Case] = Sample.all.flatMap { sample in
        [(Edge.bottom, 1280.0, 800.0), (.left, 1280, 800), (.bottom, 1920, 1080), (.right, 1920, 1080)].map {
            edge, width, height in
            Case(
                "\(edge)-of-\(Int(width))-\(name(sample))", sample.with { $0.bar.position = edge },
                screen: Size(width: width, height: height))
        }
    }

    @Test(arguments: motions + rests + edges + screens) func sceneIsAsReviewed(_ example: Case) throws {
        var (model, state) = (try example.sample.model(example.tab), try example.sample.state(example.tab))
        var changes = example.changes[...]
        var (text, before) = ("", [String]())
        for time in example.times {
            while let (begin, change) = changes.first, begin <= time {
                let now = start + begin * millisecond
                switch change {
                case .command(let command): state = try state.after(command, at: now)
                case .press(let tab, let isPressed): model.setPressed(isPressed, .tab(tab), at: now)
                }
                model.update(to: state, at: now)
                changes = changes.dropFirst()
            }
            let now = time == .max ? time : start + time * millisecond
            let lines = try lines(example, model, at: now)
            let notes = [
                (model.isAnimating(at: now) || model.isMenuAnimating(at: now), ", moving"),
                (model.isMenuVisible(at: now), ", with a menu"), (model.isMinimized, ", minimized"),
            ].filter(\.0).map(\.1).joined()
            text += "\(time == .max ? "at rest" : "after \(time) ms")\(notes)\n"
            for (index, line) in lines.enumerated() where before.count != lines.count || before[index] != line {
                text += "  \(line)\n"
            }
            before = lines
        }
        #expect(text == (try goldenText(example.name, now: text)))
    }

    private func lines(_ example: Case, _ model: BarModel, at now: UInt64) throws -> [String] {
        let look = try #require(model.look(on: example.screen))
        let screen = example.screen ?? Size(width: example.width, height: 800)
        let strip = look.bar.position.strip(of: look.surfaceHeight, in: screen)
        if example.isMenu {
            let menu = model.menuScene(
                size: screen, barFrame: strip, screen: example.screen, at: now, measure: sixTenths)
            return menu.items.map(\.line) + menu.parts.map(\.line)
        }
        let scene = model.scene(
            width: strip.width, height: strip.height, screen: example.screen, at: now, measure: sixTenths)
        let region = model.inputRegion(width: strip.width, height: strip.height, screen: example.screen)
        return scene.items.map(\.line) + scene.parts.map(\.line) + region.map { "input \($0.line)" } + [
            "zone \(look.exclusiveZone), covers \(look.coveredHeight), page overlaps \(look.pageOverlap), ends "
                + "\(look.pageInset(at: look.bar.position)) before the edge"
        ]
    }
}

private func number(_ value: Double) -> String {
    let text = String(format: "%.2f", value + 0)
    return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
}

extension Rect {
    fileprivate var line: String { "(\(number(x)), \(number(y))) \(number(width)) × \(number(height))" }
}

extension Color {
    fileprivate var line: String {
        let channels = [red, green, blue].map { String(format: "%02X", Int(($0 * 255).rounded())) }.joined()
        return "#\(channels)\(alpha == 1 ? "" : " · \(String(format: "%.4f", alpha))")"
    }
}

extension Scene.Item {
    fileprivate var line: String {
        switch self {
        case .shadow(let rect, let edge, let offset, let sigma, let color):
            "shadow at the \(edge) \(rect.line) \(number(offset)) σ \(number(sigma)) \(color.line)"
        case .roundedShadow(let rect, let radius, let shape, let color):
            "shadow of \(rect.line) radius \(number(radius)) σ \(number(shape.sigma)) \(number(shape.offsetY)) below"
                + "\(shape.isHollow ? " hollow" : "") \(color.line)"
        case .fill(let rect, let color): "fill \(rect.line) \(color.line)"
        case .line(let rect, let color): "line \(rect.line) \(color.line)"
        case .rounded(let rect, let radius, let top, let bottom):
            "rounded \(rect.line) radius \(number(radius)) \(top.line)\(top == bottom ? "" : " … \(bottom.line)")"
        case .ellipse(let rect, let color): "ellipse \(rect.line) \(color.line)"
        case .capsule(let rect, let color): "capsule \(rect.line) \(color.line)"
        case .glow(let rect, let color): "glow \(rect.line) in \(bounds.line) \(color.line)"
        case .ring(let rect, let radius, let width, let color):
            "ring \(rect.line) radius \(number(radius)) \(number(width)) wide \(color.line)"
        case .disc(let rect, let paint, let opacity):
            "disc \(rect.line) \(paint.first.line) … \(paint.last.line)\(paint.isBottomToTop ? " upwards" : "") · "
                + number(opacity)
        case .icon(let icon, let rect, let color): "icon \(icon.name) \(rect.line) \(color.line)"
        case .text(let run, let box, let anchor, let color):
            "text \(run.string) \(number(run.size)) px \(run.weight) \(run.families.first ?? "") \(box.line) \(anchor) "
                + color.line + (run.maximumWidth.map { " at most \(number($0))" } ?? "")
        case .transformed(let item, let transform):
            "\(item.line) × \(String(format: "%.5f", transform.scale)) turned \(String(format: "%.5f", transform.rotation)) around "
                + "(\(number(transform.center.x)), \(number(transform.center.y))) moved "
                + "(\(number(transform.offset.x)), \(number(transform.offset.y)))"
        }
    }
}

extension BarPart {
    fileprivate var line: String {
        "part \(target.id)\(isRound ? " round" : "") \(rect.line) \(node.lines.joined())"
    }
}
