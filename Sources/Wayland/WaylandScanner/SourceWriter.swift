/// Lines of source text with indentation.
struct SourceWriter {
    private(set) var text = ""
    private var depth = 0

    mutating func line(_ line: String = "") {
        if !line.isEmpty {
            text += String(repeating: "    ", count: depth) + line
        }
        text += "\n"
    }

    /// Writes `opening {`, the indented body and `}`.
    mutating func block(_ opening: String, _ body: (inout SourceWriter) -> Void) {
        block(opening + " {", end: "}", body)
    }

    /// Writes two lines with the indented body between them.
    mutating func block(_ opening: String, end: String, _ body: (inout SourceWriter) -> Void) {
        line(opening)
        depth += 1
        body(&self)
        depth -= 1
        line(end)
    }
}
