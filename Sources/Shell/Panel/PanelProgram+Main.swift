// SPDX-License-Identifier: MIT
import CommandLineKit
import ShellKit

extension PanelProgram {
    /// The options for rendering pictures.
    public static let renderOptions = RenderOptions.syntax

    /// Runs the panel, or renders pictures if the options ask for that.
    ///
    /// - Throws: ``ExitError`` unless the panel was ended on request.
    public static func main(_ values: ParsedOptions) throws(ExitError) {
        let shell = ShellOptions(values)
        if let options = try RenderOptions(values) {
            try Renderer(options, shell: shell).run()
        } else {
            try PanelProgram(options: shell).run()
        }
    }
}
