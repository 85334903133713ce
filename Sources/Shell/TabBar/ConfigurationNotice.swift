// SPDX-License-Identifier: MIT
import Geometry
import Localization
import ShellModel

/// The notice at the top of the screen while the configuration has errors: a card with their number, the first one, and two
/// buttons, which open its file and close the notice.
public struct ConfigurationNotice: Equatable, Sendable {
    fileprivate static let font = (heading: 15.0, detail: 13.0)
    fileprivate static let lineHeight = 1.4
    /// The distance of the card from the edges, and that of its content from the card's.
    fileprivate static let margin = 12.0
    fileprivate static let radius = 14.0
    fileprivate static let maximumWidth = 720.0
    fileprivate static let buttonHeight = 44.0

    /// The number of errors, and their file.
    public let heading: String
    /// The first error, after the name of its file and with its line.
    public let detail: String
    /// The path of the file of the first error; nil if the error names none.
    public let file: String?

    /// - Returns: nil if there are no errors.
    public init?(_ status: ConfigurationStatus) {
        guard let first = status.errors.first else { return nil }
        let path = first.prefix { $0 != ":" }
        let isPath = path.hasPrefix("/") && path.endIndex < first.endIndex
        file = isPath ? String(path) : nil
        let name = isPath ? path.split(separator: "/").last.map(String.init) ?? "" : localized("the configuration")
        heading = localized(
            status.errors.count, one: "An error in \(name)", other: "\(status.errors.count) errors in \(name)")
        let rest = isPath ? first[first.index(after: path.endIndex)...] : first[...]
        let line = rest.prefix { $0.isNumber }
        let message = String(rest.dropFirst(line.count).drop { $0 == ":" || $0 == " " })
        detail = isPath && !line.isEmpty ? localized("Line \(String(line)): \(message)") : isPath ? message : first
    }
}

extension BarModel {
    /// The height of a notice with its distance from the screen's edge, in logical pixels.
    public var configurationNoticeHeight: Double {
        let font = ConfigurationNotice.font
        let lines = (font.heading + 2 * font.detail) * ConfigurationNotice.lineHeight * effectiveTextScale
        return (max(lines + 2 * 12, ConfigurationNotice.buttonHeight) + ConfigurationNotice.margin).rounded(.up)
    }

    /// The scene of a notice in a surface of a size: a card in the look's font, with a red edge.
    public func scene(of notice: ConfigurationNotice, size: Size, at time: UInt64) -> Scene {
        guard let look else { return Scene(items: []) }
        let (margin, scale) = (ConfigurationNotice.margin, effectiveTextScale)
        var page = color(.page, at: time)
        page.alpha = 1
        let isDark = page.luminance < 0.4
        let ground = isDark ? Color(rgb: 0x3A2326) : Color(rgb: 0xFFF1F0)
        let red = isDark ? Color(rgb: 0xFF8A80) : Color(rgb: 0xB3261E)
        let ink = (isDark ? Color.white : Color(rgb: 0x2B1513)).readable(on: ground, look.contrast)
        let width = min(max(size.width - 2 * margin, 0), ConfigurationNotice.maximumWidth)
        let card = Rect(
            x: ((size.width - width) / 2).rounded(), y: margin, width: width, height: max(size.height - margin, 0))
        var items: [Scene.Item] = [
            .roundedShadow(
                of: card, radius: ConfigurationNotice.radius, .init(sigma: 4, offsetY: 1), Color.black.opacity(0.12)),
            .rounded(card, radius: ConfigurationNotice.radius, top: ground, bottom: ground),
            .ring(card, radius: ConfigurationNotice.radius, width: 1, red.opacity(0.45)),
        ]
        func run(_ string: String, _ points: Double, _ weight: Int, _ width: Double) -> TextRun {
            TextRun(string, families: look.title.families, weight: weight, size: points * scale, maximumWidth: width)
        }
        let side = ConfigurationNotice.buttonHeight
        let close = Rect(x: card.maxX - side - 2, y: card.center.y - side / 2, width: side, height: side)
        let label = localized("Open")
        let openWidth = notice.file == nil ? 0 : (72 * scale).rounded()
        let open = Rect(x: close.x - openWidth, y: card.center.y - side / 2, width: openWidth, height: side)
        let left = card.x + 16
        let textWidth = max(open.x - 8 - left, 1)
        let font = ConfigurationNotice.font
        let lineHeight = { (points: Double) in points * ConfigurationNotice.lineHeight * scale }
        let lines = Self.lines(of: notice.detail) {
            Self.estimatedWidth(of: $0) * font.detail * scale <= textWidth
        }
        var y = card.center.y - (lineHeight(font.heading) + Double(lines.count) * lineHeight(font.detail)) / 2
        let texts =
            [(notice.heading, font.heading, 600, red)] + lines.map { ($0, font.detail, 400, ink) }
        for (text, points, weight, color) in texts {
            let box = Rect(x: left, y: y, width: textWidth, height: lineHeight(points))
            items.append(
                .text(
                    run(text, points, weight, textWidth), in: box, anchor: .leading,
                    color.readable(on: ground, look.contrast)))
            y += box.height
        }
        var parts: [BarPart] = []
        if openWidth > 0 {
            let capsule = Rect(x: open.x, y: open.center.y - 16, width: open.width, height: 32)
            items.append(.capsule(capsule, red.opacity(0.14)))
            items.append(
                .text(
                    run(label, 15, 600, open.width - 16), in: capsule, anchor: .center,
                    red.readable(on: ground, look.contrast)))
            parts.append(BarPart(.openConfiguration, in: open, .button, label))
        }
        let cross = Rect(x: close.center.x - 8, y: close.center.y - 8, width: 16, height: 16)
        items.append(.text(run("×", 24, 400, side), in: cross, anchor: .center, ink))
        parts.append(BarPart(.closeNotice, in: close, .button, localized("Close")))
        return placed(Scene(items: items, parts: parts), in: size.width)
    }

    /// The width of a text in ems, on the safe side: a text that is not drawn yet is not measured.
    static func estimatedWidth(of text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 1.05 : 0.5) }
    }

    /// A text in up to two lines, broken between words. Where it is too long, words at its middle are left out: a suggestion stands
    /// at the end.
    static func lines(of text: String, fits: (String) -> Bool) -> [String] {
        if fits(text) { return [text] }
        let words = text.split(separator: " ").map(String.init)
        var first = words.count
        while first > 1, !fits(words[..<first].joined(separator: " ")) { first -= 1 }
        let rest = words[first...].joined(separator: " ")
        if rest.isEmpty { return [text] }
        if fits(rest) { return [words[..<first].joined(separator: " "), rest] }
        var last = first
        while last < words.count - 1, !fits("… " + words[last...].joined(separator: " ")) { last += 1 }
        return [words[..<first].joined(separator: " "), "… " + words[last...].joined(separator: " ")]
    }
}
