// SPDX-License-Identifier: MIT
import Geometry
import Localization
import ShellModel

/// The notice at the top of the screen while the configuration has errors.
public struct ConfigurationNotice: Equatable, Sendable {
    fileprivate static let font = (heading: 15.0, detail: 13.0)
    fileprivate static let lineHeight = 1.5
    fileprivate static let margin = 8.0

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
}

extension BarModel {
    /// The height of a notice, in logical pixels.
    public var configurationNoticeHeight: Double {
        let font = ConfigurationNotice.font
        let lines = (font.heading + font.detail) * ConfigurationNotice.lineHeight * effectiveTextScale
        return (lines + 2 * ConfigurationNotice.margin).rounded(.up)
    }

    /// The scene of a notice in a surface of a size, in the look's font and the colours of its badges.
    public func scene(of notice: ConfigurationNotice, size: Size, at time: UInt64) -> Scene {
        guard let look else { return Scene(items: []) }
        var ground = color(.badge, at: time)
        ground.alpha = 1
        let ink = color(.badgeText, at: time).readable(on: ground, look.contrast)
        var items: [Scene.Item] = [.fill(Rect(x: 0, y: 0, width: size.width, height: size.height), ground)]
        let font = ConfigurationNotice.font
        var y = ConfigurationNotice.margin
        for (text, points, weight) in [(notice.heading, font.heading, 600), (notice.detail, font.detail, 400)] {
            let height = points * ConfigurationNotice.lineHeight * effectiveTextScale
            let box = Rect(x: 16, y: y, width: max(size.width - 32, 0), height: height)
            let run = TextRun(
                text, families: look.title.families, weight: weight, size: points * effectiveTextScale,
                maximumWidth: box.width)
            items.append(.text(run, in: box, anchor: .center, ink))
            y += height
        }
        return Scene(items: items)
    }
}
