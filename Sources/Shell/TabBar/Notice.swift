import Geometry
import Localization
import ShellModel

/// A notice at the top of the screen: a card with the errors of the configuration or with a client's message, and with
/// up to two buttons, the last of which closes it.
public struct Notice: Equatable, Sendable {
    /// The subject of a notice.
    public enum Subject: Equatable, Sendable {
        /// The errors of the configuration, and the path of the file of the first one; nil if the error names none.
        case errors(file: String?)
        case message(tab: TabID?)
    }

    fileprivate static let lineHeight = 1.4
    /// The distance of a card from the edges and from the next card, and of its content from the card's edges.
    fileprivate static let margin = 12.0
    fileprivate static let padding = 12.0
    fileprivate static let radius = 20.0
    fileprivate static let shadow = (shape: Scene.ShadowShape(sigma: 8, offsetY: 4), color: Color.black.opacity(0.18))
    fileprivate static let shadowHeight = 28.0
    fileprivate static let leading = 16.0
    fileprivate static let maximumWidth = 720.0
    fileprivate static let buttonHeight = 44.0

    public let subject: Subject
    /// The number of errors, and their file; empty for a message.
    public let heading: String
    /// The first error, after the name of its file and with its line; or the message.
    public let detail: String

    /// The notice of the errors in the configuration; nil without any. `isLocked` is true if nobody may edit the file.
    public init?(_ status: ConfigurationStatus, isLocked: Bool = false) {
        guard let first = status.errors.first else { return nil }
        let path = first.prefix { $0 != ":" }
        let isPath = path.hasPrefix("/") && path.endIndex < first.endIndex
        subject = .errors(file: isPath && !isLocked ? String(path) : nil)
        let name = isPath ? path.split(separator: "/").last.map(String.init) ?? "" : localized("the configuration")
        heading = localized(
            status.errors.count, one: "An error in \(name)", other: "\(status.errors.count) errors in \(name)")
        let rest = isPath ? first[first.index(after: path.endIndex)...] : first[...]
        let line = rest.prefix { $0.isNumber }
        let message = String(rest.dropFirst(line.count).drop { $0 == ":" || $0 == " " })
        detail = isPath && !line.isEmpty ? localized("Line \(String(line)): \(message)") : isPath ? message : first
    }

    public init(_ message: ShownMessage) {
        subject = .message(tab: message.tab)
        heading = ""
        detail = message.text
    }

    fileprivate var isMessage: Bool { if case .message = subject { true } else { false } }
    /// The sizes of the texts, in points.
    fileprivate var font: (heading: Double, detail: Double) { isMessage ? (0, 17) : (15, 13) }

    /// The button that leads to the subject, if any.
    fileprivate var opening: BarPart.Target? {
        switch subject {
        case .errors(let file): file == nil ? nil : .openConfiguration
        case .message(let tab): tab == nil ? nil : .openMessage
        }
    }
}

extension BarModel {
    /// The height of the surface of notices: the cards one below the other, and the shadow of the last one.
    public func height(of notices: [Notice], width: Double) -> Double {
        cards(of: notices, width: width).last.map { $0.maxY + Notice.shadowHeight } ?? 0
    }

    /// The cards of notices on a surface of a width. The rest of it lets all input through.
    public func cards(of notices: [Notice], width: Double) -> [Rect] {
        notices.reduce(into: []) { cards, notice in
            let lines = layout(notice, width: width).lines
            let text = (notice.font.heading + Double(lines.count) * notice.font.detail) * Notice.lineHeight
            let height = max(text * effectiveTextScale + 2 * Notice.padding, Notice.buttonHeight).rounded(.up)
            let cardWidth = min(max(width - 2 * Notice.margin, 0), Notice.maximumWidth)
            cards.append(
                Rect(
                    x: ((width - cardWidth) / 2).rounded(), y: (cards.last?.maxY ?? 0) + Notice.margin,
                    width: cardWidth, height: height))
        }
    }

    private func layout(_ notice: Notice, width: Double) -> (openWidth: Double, textWidth: Double, lines: [String]) {
        let cardWidth = min(max(width - 2 * Notice.margin, 0), Notice.maximumWidth)
        let openWidth = notice.opening == nil ? 0 : (72 * effectiveTextScale).rounded()
        let textWidth = max(cardWidth - Notice.buttonHeight - 2 - openWidth - 8 - Notice.leading, 1)
        let lines = Self.lines(of: notice.detail, maximum: notice.isMessage ? 4 : 2, keepsEnd: !notice.isMessage) {
            Self.estimatedWidth(of: $0) * notice.font.detail * effectiveTextScale <= textWidth
        }
        return (openWidth, textWidth, lines)
    }

    /// The scene of notices on a surface of a width: cards in the look's font, for errors with a red edge.
    public func scene(of notices: [Notice], width: Double, at time: UInt64) -> Scene {
        let scenes = zip(notices, cards(of: notices, width: width)).map {
            scene(of: $0, in: $1, width: width, at: time)
        }
        return Scene(items: scenes.flatMap(\.items), parts: scenes.flatMap(\.parts))
    }

    private func scene(of notice: Notice, in card: Rect, width: Double, at time: UInt64) -> Scene {
        guard let look else { return .empty }
        let layout = layout(notice, width: width)
        let (ground, edge, ink) = colors(of: notice, look, at: time)
        var items: [Scene.Item] = [
            .roundedShadow(of: card, radius: Notice.radius, Notice.shadow.shape, Notice.shadow.color),
            .rounded(card, radius: Notice.radius, top: ground, bottom: ground),
            .ring(card, radius: Notice.radius, width: 1, edge.opacity(0.45)),
        ]
        func add(
            _ string: String, _ points: Double, _ weight: Int, in box: Rect, _ anchor: TextAnchor = .center,
            width: Double, _ color: Color
        ) {
            let run = run(string, look, weight: weight, size: points, maximumWidth: width)
            items.append(.text(run, in: box, anchor: anchor, color))
        }
        let side = Notice.buttonHeight
        let close = Rect(x: card.maxX - side - 2, y: card.center.y - side / 2, width: side, height: side)
        let open = Rect(x: close.x - layout.openWidth, y: close.y, width: layout.openWidth, height: side)
        let lineHeight = { [effectiveTextScale] points in points * Notice.lineHeight * effectiveTextScale }
        let font = notice.font
        var y = card.center.y - (lineHeight(font.heading) + Double(layout.lines.count) * lineHeight(font.detail)) / 2
        let heading = notice.heading.isEmpty ? [] : [(notice.heading, font.heading, 600, edge)]
        let texts = heading + layout.lines.map { ($0, font.detail, notice.isMessage ? 500 : 400, ink) }
        for (text, points, weight, color) in texts {
            let box = Rect(x: card.x + Notice.leading, y: y, width: layout.textWidth, height: lineHeight(points))
            add(
                text, points, weight, in: box, .leading, width: layout.textWidth,
                color.readable(on: ground, look.contrast))
            y += box.height
        }
        var parts: [BarPart] = []
        if let target = notice.opening {
            let label = localized("Open")
            let capsule = Rect(x: open.x, y: open.center.y - 16, width: open.width, height: 32)
            items.append(.capsule(capsule, edge.opacity(0.14)))
            add(label, 15, 600, in: capsule, width: open.width - 16, edge.readable(on: ground, look.contrast))
            parts.append(BarPart(target, in: open, .button, label))
        }
        let cross = Rect(x: close.center.x - 8, y: close.center.y - 8, width: 16, height: 16)
        add("×", 24, 400, in: cross, width: side, ink)
        parts.append(BarPart(notice.isMessage ? .closeMessage : .closeNotice, in: close, .button, localized("Close")))
        return placed(Scene(items: items, parts: parts), in: width)
    }

    /// Notices in words, on a surface of a width.
    public func accessibilityNodes(of notices: [Notice], width: Double) -> [AccessibilityNode] {
        zip(notices, cards(of: notices, width: width)).map { notice, card in
            let isHeaded = !notice.heading.isEmpty
            return AccessibilityNode(
                .alert, isHeaded ? notice.heading : notice.detail, id: notice.isMessage ? "banner" : "configuration",
                description: isHeaded ? notice.detail : nil,
                children: scene(of: notice, in: card, width: width, at: .max).parts.map(\.placedNode))
        }
    }

    /// The colours of the card, of its edge and heading, and of its text.
    private func colors(
        of notice: Notice, _ look: Look, at time: UInt64
    ) -> (ground: Color, edge: Color, ink: Color) {
        if notice.isMessage {
            let ground = ground(.sheet, at: time)
            return (ground, color(.accent, at: time), ground.contrastingInk.opacity(0.9))
        }
        let isDark = ground(.page, at: time).luminance < 0.4
        let ground = isDark ? Color(rgb: 0x3A2326) : Color(rgb: 0xFFF1F0)
        let red = isDark ? Color(rgb: 0xFF8A80) : Color(rgb: 0xB3261E)
        return (ground, red, (isDark ? Color.white : Color(rgb: 0x2B1513)).readable(on: ground, look.contrast))
    }
}
