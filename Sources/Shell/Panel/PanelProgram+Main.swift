import CommandLineKit
import Localization
import Posix
import ScreenClient

extension PanelProgram {
    /// The options for rendering pictures and for finding faults.
    public static let renderOptions =
        RenderOptions.syntax + [PanelDoctor.option, HapticTest.option, Screenshot.option, ContextStart.option]

    public static let arguments = [ContextStart.program]

    public static func main(_ values: ParsedOptions) throws(ExitError) {
        Localization.activate()
        let words = values.values(ContextStart.program.name)
        if let socket = values.value(ContextStart.option.name) { try ContextStart.run(by: socket, words) }
        if let extra = words.first { throw .usage("unexpected argument \"\(extra)\"") }
        let shell = ShellOptions(values)
        if values.flag(PanelDoctor.option.name) { return PanelDoctor.run(shell) }
        if let text = values.value(HapticTest.option.name) { return try HapticTest.run(text) }
        if values.flag(Screenshot.option.name) { return try Screenshot.run(of: values.value(Screenshot.option.name)) }
        if let options = try RenderOptions(values) {
            try Renderer.run(options, shell: shell)
        } else {
            try PanelProgram(options: shell).run()
        }
    }
}
