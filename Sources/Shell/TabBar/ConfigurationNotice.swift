// SPDX-License-Identifier: MIT
import Geometry
import Localization
import ShellModel

/// The notice at the top of the screen while the configuration has errors.
public struct ConfigurationNotice: Equatable, Sendable {
    private static let heading = (size: 15.0, weight: 600)
    private static let detail = (size: 13.0, weight: 400)
    private static let lineHeight = 1.5
    private static let margin = 8.0

    /// The problem, and what is in force.
    public let heading: String
    /// The first error.
    public let detail: String

    /// - Returns: nil if there are no errors.
    public init?(_ status: ConfigurationStatus) {
        guard let first = status.errors.first else { return nil }
        heading =
            switch status.source {
            case .files: localized("The configuration has errors; the earlier one is in force")
            case .saved: localized("The configuration has errors; the last one without is in force")
            case .builtIn: localized("The configuration has errors; the default is in force")
            }
        // The folder would leave no room for the error on a narrow screen.
        let folder = first.prefix { $0 != ":" }.lastIndex(of: "/")
        let error = folder.map { String(first[first.index(after: $0)...]) } ?? first
        let rest = status.errors.count - 1
        detail = rest == 0 ? error : localized("\(error) (and \(rest) more)")
    }

    /// The height of a notice, in logical pixels.
    fileprivate static func height(textScale: Double) -> Double {
        ((heading.size + detail.size) * lineHeight * textScale + 2 * margin).rounded(.up)
    }

    fileprivate var lines: [(text: String, size: Double, weight: Int)] {
        [(heading, Self.heading.size, Self.heading.weight), (detail, Self.detail.size, Self.detail.weight)]
    }

    fileprivate static func height(ofLine size: Double) -> Double { size * lineHeight }
    fileprivate static var top: Double { margin }
}

extension BarModel {
    /// The height of a notice, in logical pixels.
    public var configurationNoticeHeight: Double { ConfigurationNotice.height(textScale: effectiveTextScale) }

    /// The scene of a notice in a surface of a size, in the look's font and the colours of its badges.
    public func scene(of notice: ConfigurationNotice, size: Size, at time: UInt64) -> Scene {
        guard let look else { return Scene(items: []) }
        var ground = color(.badge, at: time)
        ground.alpha = 1
        let ink = color(.badgeText, at: time).readable(on: ground, look.contrast)
        var items: [Scene.Item] = [.fill(Rect(x: 0, y: 0, width: size.width, height: size.height), ground)]
        var y = ConfigurationNotice.top
        for line in notice.lines {
            let height = ConfigurationNotice.height(ofLine: line.size) * effectiveTextScale
            let box = Rect(x: 16, y: y, width: max(size.width - 32, 0), height: height)
            let run = TextRun(
                line.text, families: look.title.families, weight: line.weight, size: line.size * effectiveTextScale,
                maximumWidth: box.width)
            items.append(.text(run, in: box, anchor: .center, ink))
            y += height
        }
        return Scene(items: items)
    }
}
