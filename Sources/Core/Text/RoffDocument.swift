/// A manual page in the macros of man(7), built from top to bottom.
public struct RoffDocument: Sendable {
    private var lines: [String]
    /// True after a heading or the head of an item, where a paragraph needs no macro.
    private var isFirst = true

    /// Begins a page of a section of the manual. The date is year-month-day; the source (the project and its version)
    /// is for the foot of the page, the title of the section for its head.
    public init(_ name: String, section: Int, date: String, source: String, manual: String) {
        let fields = [name.uppercased(), "\(section)", date, source, manual]
        // Dates and versions are not options: their hyphens stay.
        lines = [".TH " + fields.map { "\"\($0)\"" }.joined(separator: " "), ".nh", ".ad l"]
    }

    public var text: String { lines.joined(separator: "\n") + "\n" }

    public mutating func section(_ title: RoffText) { heading(".SH", title) }

    public mutating func subsection(_ title: RoffText) { heading(".SS", title) }

    private mutating func heading(_ macro: String, _ title: RoffText) {
        lines.append("\(macro) \(title.argument)")
        isFirst = true
    }

    public mutating func paragraph(_ text: RoffText) {
        if !isFirst { lines.append(".PP") }
        lines.append(text.line)
        isFirst = false
    }

    /// Adds an item of a list: a tag, and indented paragraphs.
    public mutating func item(_ tag: RoffText, _ paragraphs: RoffText...) {
        lines += [".TP", tag.line, paragraphs.first?.line ?? "\\&"]
        for paragraph in paragraphs.dropFirst() { lines += [".IP", paragraph.line] }
        isFirst = false
    }

    /// Adds further indented content of the last item.
    public mutating func nested(_ body: (inout RoffDocument) -> Void) {
        lines.append(".RS")
        body(&self)
        lines.append(".RE")
        isFirst = false
    }

    /// Adds lines set literally.
    public mutating func literal(_ code: String) {
        if !isFirst { lines.append(".PP") }
        let code = code.split(separator: "\n", omittingEmptySubsequences: false)
        lines += [".RS 4", ".nf"] + code.map { RoffText(String($0)).line } + [".fi", ".RE"]
        isFirst = false
    }
}
