// SPDX-License-Identifier: MIT
import CommandLineKit
import ShellKit

extension PanelProgram {
    /// The options that ask for pictures.
    public static let renderOptions = RenderOptions.syntax

    /// Runs the panel, or makes the pictures that the options ask for.
    ///
    /// - Throws: ``ExitError`` unless it was ended by request.
    public static func main(_ values: ParsedOptions) throws(ExitError) {
        let shell = ShellOptions(values)
        if let options = try RenderOptions(values) {
            try Renderer(options, shell: shell).run()
        } else {
            try PanelProgram(options: shell).run()
        }
    }
}
