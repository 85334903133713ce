import ShellModel

/// Texts in speakable form.
package enum SpokenText {
    /// The maximum length of a text, more than anybody listens to, in Unicode scalars.
    package static let longest = 1000

    /// A text as one line of bounded length: white space and line ends become single spaces, control characters and
    /// direction controls are removed.
    package static func line(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        var count = 0
        var needsSpace = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                needsSpace = count > 0
            } else if scalar.properties.generalCategory != .control, !scalar.isDirectionControl {
                if needsSpace { line.append(" ") }
                line.append(scalar)
                count += needsSpace ? 2 : 1
                needsSpace = false
                if count >= longest { break }
            }
        }
        return String(line)
    }
}
