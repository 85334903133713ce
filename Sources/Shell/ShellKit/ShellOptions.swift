// SPDX-License-Identifier: MIT
import CommandLineKit

/// What every program that shows something can be told on its command line.
public struct ShellOptions: Equatable, Sendable {
    /// Show it in an ordinary window, for compositors without wlr-layer-shell.
    public var window = false
    /// Show changes without motion.
    public var reducedMotion = false
    /// How much larger than usual the user wants text to be; nil is as the look says.
    public var textScale: Double?

    public init() {}

    /// The options in a program's syntax.
    public static let syntax: [CommandSpec.Option] = [
        .init("window", "Show it in an ordinary window, for compositors without wlr-layer-shell."),
        .init("reduced-motion", "Show changes without motion."),
        .init(
            "text-scale", value: "factor", "The scale of text and icons, 0.5 to 4.", kind: .number(0.5...4)),
    ]

    /// Reads the options of a command line.
    public init(_ values: ParsedOptions) {
        window = values.flag("window")
        reducedMotion = values.flag("reduced-motion")
        textScale = values.number("text-scale")
    }
}
