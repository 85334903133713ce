// SPDX-License-Identifier: MIT
import TOMLText

/// A file's text, on its way to values. It is looked at before the library is: there are texts on which that one aborts.
enum SourceText {
    /// - Throws: ``TOMLFault``, with a message for a person, at the first place that is not TOML.
    static func parse(
        _ text: String
    ) throws(TOMLFault) -> (values: [String: ConfigValue], locator: KeyLocator) {
        // C's strings end at a NUL, so what comes after one would be passed over in silence.
        for nul in ["\0", "\\u0000", "\\U00000000"] {
            if let line = line(of: nul, in: text) {
                throw TOMLFault(line: line, message: "NUL characters are not allowed")
            }
        }
        let locator = KeyLocator(text)
        do throws(TOMLFault) {
            if let fault = locator.fault {
                _ = try TOMLText.parse(fault.before)
                throw TOMLFault(line: fault.line, message: fault.message)
            }
            return (try TOMLText.parse(text), locator)
        } catch {
            throw TOMLFault(line: error.line, message: "this is not TOML: \(error.message.oneLine)")
        }
    }

    /// The line in which something first stands, counted from 1.
    private static func line(of part: String, in text: String) -> Int? {
        let bytes = Array(text.utf8)
        let wanted = Array(part.utf8)
        guard let first = wanted.first else { return nil }
        var line = 1
        for (index, byte) in bytes.enumerated() {
            if byte == first, bytes[index...].starts(with: wanted) { return line }
            if byte == UInt8(ascii: "\n") { line += 1 }
        }
        return nil
    }
}
