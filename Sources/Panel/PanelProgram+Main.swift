// SPDX-License-Identifier: MIT
import ProgramKit
import ShellKit

extension PanelProgram {
    /// The options that ask for pictures.
    public static let renderOptions = RenderOptions.syntax

    /// Runs the panel, or makes the pictures that the options ask for.
    ///
    /// - Throws: ``ProgramFailure`` unless it was ended by request.
    public static func main(_ values: CommandValues) throws(ProgramFailure) {
        let shell = try ShellOptions(values)
        if let options = try RenderOptions(values) {
            try Renderer(options, shell: shell).run()
        } else {
            try PanelProgram(options: shell).run()
        }
    }
}
