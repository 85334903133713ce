// SPDX-License-Identifier: MIT
import CommandLineKit
import ShellModel

/// What a picture without a compositor is to show.
struct RenderOptions {
    static let syntax: [CommandSpec.Option] = [
        .init(
            "render", value: "file", "Write a picture of the bar (PNG) and end. It takes no compositor and no daemon."),
        .init("render-frames", value: "folder", "Write a transition as numbered pictures, 60 a second, and end."),
        .init("config", value: "file", "The configuration of the picture, as tabshelld takes it."),
        .init("look", value: "name", "The look of the picture."),
        .init("scene", value: "name", "The named state that the picture begins with."),
        .init("width", value: "px", "The picture's width in logical pixels, 428 by default.", kind: .number(44...16_384)),
        .init("height", value: "px", "Its height; by default that of the bar with its shadow, or 800 for a menu.", kind: .number(1...16_384)),
        .init("scale", value: "factor", "Pixels for a logical pixel, 0.5 to 8.", kind: .number(0.5...8)),
        .init("appearance", value: "name", "The appearance.", kind: .choice(Appearance.allCases.map(\.rawValue))),
        .init("from", value: "tab", "The tab that is selected at first."),
        .init("select", value: "tab", "The tab that is selected then; one with a menu opens it."),
        .init("badge", value: "list", "Badges, like mail=3,home=new,chat=dot."),
        .init("minimized", "Fold the bar."),
        .init(
            "at", value: "seconds", "The time of the picture after the change; by default when all is at rest.", kind: .number(0...60)
        ),
    ]

    var file: String?
    var folder: String?
    var width: Double
    var height: Double?
    var scale: Double
    var appearance: Appearance?
    var from: TabID?
    var select: TabID?
    var badges: [(TabID, Badge?)]
    var isMinimized: Bool
    /// Seconds; nil is at rest.
    var time: Double?
    /// What `tabshelld` is told.
    var stateArguments: [String]

    /// Nil when no picture is asked for.
    ///
    /// - Throws: ``ExitError`` with the status of a usage error.
    init?(_ values: ParsedOptions) throws(ExitError) {
        file = values.value("render")
        folder = values.value("render-frames")
        guard file != nil || folder != nil else {
            let stray = Self.syntax.map(\.name).first { values.value($0) != nil || values.flag($0) }
            guard let stray else { return nil }
            throw ExitError(status: .usage, reason: "--\(stray) is for --render and --render-frames only")
        }
        width = values.number("width") ?? 428
        height = values.number("height")
        scale = values.number("scale") ?? 1
        appearance = values.value("appearance").flatMap(Appearance.init(rawValue:))
        from = values.value("from").map { TabID(rawValue: $0) }
        select = values.value("select").map { TabID(rawValue: $0) }
        badges = try Self.badges(values.value("badge") ?? "")
        isMinimized = values.flag("minimized")
        time = values.number("at")
        stateArguments = ["config", "look", "scene"].flatMap { name in
            values.value(name).map { ["--\(name)", $0] } ?? []
        }
    }

    private static func badges(_ list: String) throws(ExitError) -> [(TabID, Badge?)] {
        var badges: [(TabID, Badge?)] = []
        for entry in list.split(separator: ",") {
            let parts = entry.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else {
                throw ExitError(status: .usage, reason: "--badge is like mail=3,chat=dot, not \"\(entry)\"")
            }
            let badge: Badge? =
                if parts[1] == "dot" { .dot } else if let count = Int(parts[1]) { .count(max(count, 0)) } else {
                    .text(String(parts[1]))
                }
            badges.append((TabID(rawValue: String(parts[0])), badge))
        }
        return badges
    }
}
