import Canvas
import Geometry
import Localization
import PageKit
import PangoText
import ShellModel

/// The page of the first start: the user chooses a look by its picture, light or dark, and applications to make tabs of.
final class WelcomePage: Page {
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
    /// Returns the picture of a look in an appearance, for a size and a number of buffer pixels per logical pixel; nil until
    /// it is drawn.
    var thumbnail: (_ look: String, Appearance, Size, _ scale: Double) -> Bitmap? = { _, _, _, _ in nil }

    private var problem: String?
    private var isBusy = false
    private let painter = PagePainter()

    /// Shows the reason why an application did not become a tab.
    func show(problem: String) { (self.problem, isBusy) = (problem, false) }

    func disappeared(now: UInt64) { painter.forgetUnusedTexts() }

    func parts(in context: PageContext, now: UInt64) -> [Part] {
        let theme = Theme(context)
        let layout = WelcomeLayout(context, looks: looks.count)
        var column = GuideColumn(painter: painter, area: layout.column, textScale: layout.textScale, y: layout.column.y)
        column.add(.heading, localized("Welcome"), id: "title", size: 30, weight: .bold, theme.ink, level: 1)
        column.y += 8
        column.add(
            .paragraph, localized("Choose a look. You can change it at any time."), id: "purpose", size: 16,
            theme.secondary)
        let (thumbnails, end) = layout.thumbnails(looks.count, from: column.y + 24)
        column.parts += zip(looks, thumbnails).map { thumbnail(of: $0, in: $1, theme, layout, context) }
        let track = Rect(
            x: layout.column.x, y: end + 4, width: layout.control.width, height: layout.control.height - 6)
        column.parts.append(
            Part(in: track) { canvas, _ in
                canvas.fillRoundedRect(track, radius: track.height / 2, theme.ink.opacity(0.08))
            })
        for (index, appearance) in Appearance.allCases.enumerated() {
            let half = Rect(
                x: track.x + Double(index) * track.width / 2, y: track.y, width: track.width / 2, height: track.height)
            let isChosen = appearance == context.appearance
            column.parts.append(
                painter.filledButton(
                    appearance == .dark ? localized("Dark") : localized("Light"),
                    id: "appearance/\(appearance.rawValue)", in: half, theme, textScale: layout.textScale,
                    isQuiet: !isChosen
                ) { [self] in
                    onAppearance(appearance)
                    return .redraw
                }.with { $0.node.isSelected = isChosen })
        }
        column.y = track.maxY + 28
        if let applications, !applications.isEmpty {
            column.add(.heading, localized("Apps"), id: "apps", size: 20, weight: .semibold, theme.ink, level: 2)
            column.y += 8
            column.add(
                .paragraph, localized("The apps that you choose become the tabs. Without any, the look keeps its own."),
                id: "apps-purpose", size: 16, theme.secondary)
            column.y += 12
            let grid = ChoiceGrid(
                choices: applications,
                column: Rect(x: layout.column.x - 8, y: column.y, width: layout.column.width + 16, height: 0),
                textScale: layout.textScale)
            column.parts += grid.parts(painter, pictures, theme: theme, chosen: chosen) { [self] id in
                if chosen.remove(id) == nil { chosen.insert(id) }
                return .redraw
            }
            column.y += grid.height
        }
        interaction.resize(content: column.y + 24 + context.size.height - layout.fade.y, context, now: now)
        return column.parts + pinned(theme, layout, context)
    }

    private func thumbnail(
        of look: String, in frame: Rect, _ theme: Theme, _ layout: WelcomeLayout, _ context: PageContext
    ) -> Part {
        let title = look.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
        let isChosen = look == self.look
        let cell = Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height + layout.labelHeight)
        return Part(.button, title, id: "look/\(look)", isSelected: isChosen, in: cell, radius: 16) {
            [self] canvas, state in
            let radius = 14.0
            if let picture = thumbnail(look, context.appearance, frame.size, canvas.scale) {
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
                isDisabled: isBusy
            ) { [self] in
                (problem, isBusy) = (nil, true)
                onDone((applications ?? []).map(\.id).filter(chosen.contains))
                return .redraw
            }.with { $0.isFixed = true },
        ]
        if let problem {
            parts.append(
                painter.notice(problem, .alert, id: "problem", in: layout.column, above: layout.done.y, context))
        }
        return parts
    }
}
