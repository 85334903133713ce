import CommandLineKit
import Posix
import ShellModel

/// The options for rendering pictures without a compositor.
struct RenderOptions {
    static let syntax: [CommandSpec.Option] = [
        .init(
            "render", value: "file", "Write a picture of the bar (PNG) and exit. Needs no compositor and no daemon."),
        .init("render-frames", value: "folder", "Write a transition as numbered pictures, 60 a second, and exit."),
        .init("config", value: "file", "The configuration of the picture, as for tabshelld."),
        .init("look", value: "name", "The look of the picture."),
        .init("scene", value: "name", "The scene that the picture starts from."),
        .init("width", value: "px", "The width in logical pixels; default 428.", kind: .number(44...16_384)),
        .init(
            "height", value: "px",
            "The height in logical pixels; default the bar with its shadow, or 800 with a menu, a rail or large content.",
            kind: .number(1...16_384)),
        .init("scale", value: "factor", "Pixels per logical pixel, 0.5 to 8; default 1.", kind: .number(0.5...8)),
        .init("appearance", value: "name", "The appearance.", kind: .choice(Appearance.allCases.map(\.rawValue))),
        .init("from", value: "tab", "The tab selected before the change."),
        .init("select", value: "tab", "The tab to select; a tab with a menu opens it."),
        .init("badge", value: "list", "Badges, such as mail=3,home=new,chat=dot."),
        .init("minimized", "Minimize the bar."),
        .init("hold", value: "tab", "Hold a finger on a tab, whose icon and title are then shown large."),
        .init(
            "at", value: "seconds", "Seconds after the change; default after all animations.", kind: .number(0...60)
        ),
    ]

    let values: ParsedOptions
    let scale: Double
    let badges: [(TabID, Badge?)]

    /// Nil if no picture is requested.
    init?(_ values: ParsedOptions) throws(ExitError) {
        self.values = values
        let file = values.value("render")
        if let file, let name = file.split(separator: "/").last, let dot = name.lastIndex(of: "."),
            name[dot...].lowercased() != ".png"
        {
            throw .usage("--render writes PNG, so expected a name like bar.png, not \"\(file)\"")
        }
        guard file != nil || values.value("render-frames") != nil else {
            let stray = Self.syntax.map(\.name).first { values.value($0) != nil || values.flag($0) }
            guard let stray else { return nil }
            throw .usage("--\(stray) requires --render or --render-frames")
        }
        scale = values.number("scale") ?? 1
        badges = try Self.badges(values.value("badge") ?? "")
    }

    func tab(_ option: String) -> TabID? { values.value(option).map { TabID(rawValue: $0) } }

    private static func badges(_ list: String) throws(ExitError) -> [(TabID, Badge?)] {
        var badges: [(TabID, Badge?)] = []
        for entry in list.split(separator: ",") {
            let parts = entry.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else {
                throw .usage("--badge must be like mail=3,chat=dot, not \"\(entry)\"")
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
