import Canvas
import Geometry
import Localization
import PageKit
import PangoText
import ShellModel

/// The page of the first start: the user chooses a look by its picture, light or dark, and applications to make tabs of.
final class WelcomePage: Page {
    static let thumbnailSize = (width: 160.0, height: 104.0)

    var interaction = PartInteraction()
    var looks: [String] = []
    var look: String?
    /// The installed applications; nil until they are known.
    var applications: [GuideChoice]?
    /// The IDs of the applications to make tabs of.
    private(set) var chosen: Set<String> = []
    var onLook: (String) -> Void = { _ in }
    var onAppearance: (Appearance) -> Void = { _ in }
    /// Called with the IDs of the chosen applications, in display order.
    var onDone: ([String]) -> Void = { _ in }
    var pictures: IconPictures = { _, _ in nil }
    /// Returns the picture of a look in an appearance, for a number of buffer pixels per logical pixel; nil until it is drawn.
    var thumbnail: (_ look: String, Appearance, _ scale: Double) -> Bitmap? = { _, _, _ in nil }

    private var problem: String?
    private var isBusy = false
    private let painter = PagePainter()

    /// Shows the reason why an application did not become a tab.
    func show(problem: String) { (self.problem, isBusy) = (problem, false) }

    func disappeared(now: UInt64) { painter.forgetUnusedTexts() }

    func parts(in context: PageContext, now: UInt64) -> [Part] {
        let theme = Theme(context)
        let layout = WelcomeLayout(context, looks: looks.count)
        var parts = [
            heading(localized("Welcome"), id: "title", size: 30, .bold, level: 1, at: layout.title, theme, layout)
        ]
        parts += zip(looks, layout.thumbnails).map { thumbnail(of: $0, in: $1, theme, layout, context) }
        parts.append(
            Part(in: layout.track) { canvas, _ in
                canvas.fillRoundedRect(layout.track, radius: layout.track.height / 2, theme.ink.opacity(0.08))
            })
        parts += zip(Appearance.allCases, layout.appearances).map { segment($0, in: $1, theme, layout, context) }
        var y = layout.applications
        if let applications, !applications.isEmpty {
            parts.append(
                heading(localized("Apps"), id: "apps", size: 20, .semibold, level: 2, at: y, theme, layout))
            y += 36 * layout.textScale
            let grid = ChoiceGrid(
                choices: applications,
                column: Rect(x: layout.column.x - 8, y: y, width: layout.column.width + 16, height: 0),
                textScale: layout.textScale)
            parts += grid.parts(painter, pictures, theme: theme, chosen: chosen) { [self] id in
                if chosen.remove(id) == nil { chosen.insert(id) }
                return .redraw
            }
            y += grid.height
        }
        interaction.resize(content: y + 24 + context.size.height - layout.fade.y, context, now: now)
        return parts + pinned(theme, layout, context)
    }

    private func heading(
        _ string: String, id: String, size: Double, _ weight: TextStyle.Weight, level: Int, at y: Double,
        _ theme: Theme, _ layout: WelcomeLayout
    ) -> Part {
        let text = painter.line(
            string, size: size * layout.textScale, weight: weight, theme.ink, width: layout.column.width)
        let frame = Rect(x: layout.column.x, y: y, width: layout.column.width, height: text.size.height)
        return Part(.heading, string, id: id, level: level, in: frame) { canvas, _ in
            text.draw(on: canvas, at: frame.origin)
        }
    }

    private func thumbnail(
        of look: String, in frame: Rect, _ theme: Theme, _ layout: WelcomeLayout, _ context: PageContext
    ) -> Part {
        let title = Self.title(of: look)
        let isChosen = look == self.look
        let cell = Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height + layout.labelHeight)
        return Part(.button, title, id: "look/\(look)", isSelected: isChosen, in: cell, radius: 16) {
            [self] canvas, state in
            let radius = 14.0
            if let picture = thumbnail(look, context.appearance, canvas.scale) {
                canvas.withClip(to: .roundedRect(frame, radius: radius)) {
                    canvas.draw(picture, at: frame.origin, opacity: state.isPressed ? 0.7 : 1)
                }
            } else {
                canvas.fillRoundedRect(frame, radius: radius, theme.ink.opacity(0.05))
            }
            canvas.stroke(
                .roundedRect(frame.inset(by: 0.5), radius: radius - 0.5), with: .color(theme.ink.opacity(0.16)),
                width: 1)
            if isChosen {
                canvas.stroke(
                    .roundedRect(frame.inset(by: -4.5), radius: radius + 4.5), with: .color(theme.accent), width: 3)
            }
            let text = painter.line(
                title, size: 13 * layout.textScale, weight: isChosen ? .semibold : .medium,
                isChosen ? theme.ink : theme.secondary, width: frame.width)
            text.draw(on: canvas, at: Point(x: frame.center.x - text.size.width / 2, y: frame.maxY + 10))
        } press: { [self] in
            onLook(look)
            return .redraw
        }
    }

    private func segment(
        _ appearance: Appearance, in frame: Rect, _ theme: Theme, _ layout: WelcomeLayout, _ context: PageContext
    ) -> Part {
        let title = appearance == .dark ? localized("Dark") : localized("Light")
        let isChosen = appearance == context.appearance
        return Part(
            .button, title, id: "appearance/\(appearance.rawValue)", isSelected: isChosen, in: frame,
            radius: frame.height / 2
        ) { [self] canvas, _ in
            if isChosen { canvas.fillRoundedRect(frame, radius: frame.height / 2, theme.accent) }
            let text = painter.line(
                title, size: 15 * layout.textScale, weight: .semibold, isChosen ? theme.filledText : theme.ink,
                width: frame.width - 16)
            text.draw(on: canvas, centeredIn: frame)
        } press: { [self] in
            onAppearance(appearance)
            return .redraw
        }
    }

    /// Returns the fixed button, on a ground into which the content fades, and a problem above it.
    private func pinned(_ theme: Theme, _ layout: WelcomeLayout, _ context: PageContext) -> [Part] {
        let fade = layout.fade
        let ground = context.background
        var parts = [
            Part(id: "ground", in: fade) { canvas, _ in
                let solid = layout.done.y - 8
                canvas.fillVertical(
                    Rect(x: 0, y: fade.y, width: fade.width, height: solid - fade.y),
                    Gradient(
                        ground.opacity(0), ground, from: Point(x: 0, y: fade.y), to: Point(x: 0, y: solid)))
                canvas.fill(Rect(x: 0, y: solid, width: fade.width, height: fade.maxY - solid), ground)
            }.with { ($0.isFixed, $0.isOpaque) = (true, true) },
            painter.filledButton(
                localized("Done"), id: "done", in: layout.done, theme, textScale: layout.textScale,
                isDimmed: { [self] in isBusy }
            ) { [self] in
                guard !isBusy else { return .none }
                (problem, isBusy) = (nil, true)
                onDone((applications ?? []).map(\.id).filter(chosen.contains))
                return .redraw
            }.with { $0.isFixed = true },
        ]
        if let problem {
            var style = TextStyle(size: 15 * layout.textScale, color: theme.alertText)
            (style.maxWidth, style.alignment) = (layout.column.width - 32, .center)
            let text = painter.text(problem, style)
            let card = Rect(
                x: layout.column.x, y: layout.done.y - 12 - text.size.height - 24, width: layout.column.width,
                height: text.size.height + 24)
            parts.append(
                Part(.alert, problem, id: "problem", in: card) { canvas, _ in
                    canvas.fillRoundedRect(card, radius: 14, theme.card)
                    text.draw(on: canvas, at: Point(x: card.x + 16, y: card.y + 12))
                }.with { $0.isFixed = true })
        }
        return parts
    }

    /// The words of a look's name, each with a capital letter.
    static func title(of look: String) -> String {
        look.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}
