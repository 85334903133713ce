// SPDX-License-Identifier: MIT

/// Collects lines of source at the current indentation.
struct SourceWriter {
    private(set) var text = ""
    private var depth = 0

    mutating func line(_ line: String = "") {
        if !line.isEmpty {
            text += String(repeating: "    ", count: depth) + line
        }
        text += "\n"
    }

    /// `opening {`, the body one level deeper, `}`; for a closure, with the name of its parameter.
    mutating func block(_ opening: String, parameter: String? = nil, _ body: (inout SourceWriter) -> Void) {
        block(opening + " {" + (parameter.map { " \($0) in" } ?? ""), end: "}", body)
    }

    /// Any two lines with the body between them, one level deeper.
    mutating func block(_ opening: String, end: String, _ body: (inout SourceWriter) -> Void) {
        line(opening)
        depth += 1
        body(&self)
        depth -= 1
        line(end)
    }
}
