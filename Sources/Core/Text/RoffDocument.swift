// SPDX-License-Identifier: MIT

/// A manual page in the macros of man(7), built from top to bottom.
public struct RoffDocument: Sendable {
    private var lines: [String]
    /// True after a heading or the head of an item, where a paragraph needs no macro.
    private var isFirst = true

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - name: the name of the page, such as `tabctl`.
    ///   - section: the number of the manual's section.
    ///   - date: the date of the release, as year-month-day.
    ///   - source: the project and its version, for the foot of the page.
    ///   - manual: the title of the manual's section, for the head of the page.
    public init(_ name: String, section: Int, date: String, source: String, manual: String) {
        let fields = [name.uppercased(), "\(section)", date, source, manual]
        // Dates and versions are not options: their hyphens stay.
        lines = [".TH " + fields.map { "\"\($0)\"" }.joined(separator: " "), ".nh", ".ad l"]
    }

    public var text: String { lines.joined(separator: "\n") + "\n" }

    public mutating func section(_ title: RoffText) {
        heading(".SH", title)
    }

    /// Begins a part of a section.
    public mutating func subsection(_ title: RoffText) {
        heading(".SS", title)
    }

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

    /// Adds what belongs to the last item, indented further.
    public mutating func nested(_ body: (inout RoffDocument) -> Void) {
        lines.append(".RS")
        body(&self)
        lines.append(".RE")
        isFirst = false
    }

    /// Adds lines that are set as they stand.
    public mutating func literal(_ code: String) {
        if !isFirst { lines.append(".PP") }
        let code = code.split(separator: "\n", omittingEmptySubsequences: false)
        lines += [".RS 4", ".nf"] + code.map { RoffText(String($0)).line } + [".fi", ".RE"]
        isFirst = false
    }
}
