import CommandLineKit
import Posix
import ShellModel

/// The command-line options that the panel and all page programs share.
public struct ShellOptions: Equatable, Sendable {
    /// True to use an ordinary window, for compositors without wlr-layer-shell.
    public var window = false
    public var reducedMotion = false
    /// The text scale, which replaces the look's; nil uses the look's.
    public var textScale: Double?

    public init() {}

    public static let syntax: [CommandSpec.Option] = [
        .init("window", "Use an ordinary window, for compositors without wlr-layer-shell."),
        .init("reduced-motion", "Apply changes without animation."),
        .init(
            "text-scale", value: "factor", "Scale text and icons by 0.8 to 3.", kind: .number(Preferences.textScales)),
    ]

    /// The exit statuses, for help and manual pages.
    public static let statuses: [CommandSpec.Entry] = [
        ExitStatus.done, .refused, .usage, .cannotConnect, .protocolFailure, .versionMismatch, .alreadyRunning,
        .compositorGone, .unsupportedCompositor, .compositorRefused,
    ].map { .init($0) }

    /// The variables of the environment, for manual pages.
    public static let environment =
        [CommandSpec.Entry].socket + .language + [
            .init(windowVariable, "1 has the effect of `--window`."),
            .init("TABSHELL_TRACE", "A file to which a line is appended for each frame, see tabshell(5)."),
        ]

    /// The environment variable with the effect of `--window`, for all programs that `tabshelld --window` starts.
    public static let windowVariable = "TABSHELL_WINDOW"

    public init(_ values: ParsedOptions) {
        window = values.flag("window") || environmentVariable(Self.windowVariable) == "1"
        reducedMotion = values.flag("reduced-motion")
        textScale = values.number("text-scale")
    }
}
