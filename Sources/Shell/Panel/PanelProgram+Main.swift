// SPDX-License-Identifier: MIT
import CommandLineKit
import Localization
import Posix
import ScreenClient

extension PanelProgram {
    /// The options for rendering pictures and for finding faults.
    public static let renderOptions =
        RenderOptions.syntax + [PanelDoctor.option, HapticTest.option, Screenshot.option, ContextStart.option]

    /// The arguments, which only one of these options takes.
    public static let arguments = [ContextStart.program]

    /// Runs the panel, or renders pictures if the options ask for that.
    ///
    /// - Throws: ``ExitError`` unless the panel was ended on request.
    public static func main(_ values: ParsedOptions) throws(ExitError) {
        let words = values.values(ContextStart.program.name)
        if let socket = values.value(ContextStart.option.name) { try ContextStart.run(by: socket, words) }
        if let extra = words.first { throw .usage(localized("unexpected argument \"\(extra)\"")) }
        let shell = ShellOptions(values)
        if values.flag(PanelDoctor.option.name) { return PanelDoctor.run(shell) }
        if let text = values.value(HapticTest.option.name) { return try HapticTest.run(text) }
        if values.flag(Screenshot.option.name) { return try Screenshot.run(of: values.value(Screenshot.option.name)) }
        if let options = try RenderOptions(values) {
            try Renderer(options, shell: shell).run()
        } else {
            try PanelProgram(options: shell).run()
        }
    }
}
