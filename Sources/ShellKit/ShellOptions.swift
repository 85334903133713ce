// SPDX-License-Identifier: MIT
import ArgumentParser

/// What every program that shows something can be told on its command line.
public struct ShellOptions: ParsableArguments, Sendable {
    @Flag(help: "Show it in an ordinary window, for compositors without wlr-layer-shell.")
    public var window = false

    @Flag(help: "Show changes without motion.")
    public var reducedMotion = false

    @Option(help: "How much larger than usual text is; icons grow with it.")
    public var textScale = 1.0

    public init() {}

    public mutating func validate() throws {
        guard textScale >= 0.5, textScale <= 4 else { throw ValidationError("--text-scale is between 0.5 and 4.") }
    }
}
