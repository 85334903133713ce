// SPDX-License-Identifier: MIT
import PageKit
import Pages
import CommandLineKit
import ShellKit
import ShellModel

OptionParser(
    program: "tabshell-page",
    abstract: "A page for any tab: a text file, what a command prints, or a long list to try things with.",
    options: [.init("tab", value: "id", "The tab that the page serves.")] + DocumentOptions.syntax + [
        .init("title", value: "text", "What stands above the page, instead of the tab's title."),
        .init("rows", value: "number", "How many rows each level of the list has, 240 unless told."),
    ] + ShellOptions.syntax
).main { (values) throws(ExitError) in
    guard let name = values.text("tab"), !name.isEmpty else {
        throw ExitError(status: .usage, reason: "--tab is missing; see tabshell-page --help")
    }
    let (tab, title) = (TabID(rawValue: name), values.text("title"))
    let options = try ShellOptions(values)
    let rows = try values.number("rows", in: 0...100_000).map { Int($0) }
    guard let document = try DocumentOptions(values) else {
        return try PageProgram(DemoListPage(title: title, rows: rows ?? 240), tab: tab, options: options).run()
    }
    let page = DocumentPage(title: title)
    let program = try PageProgram(page, tab: tab, options: options)
    let source = document.source(on: program.loop)
    source.onChange = { [unowned page, unowned program] in
        page.documentChanged()
        program.pageChanged()
    }
    page.source = source
    defer { source.stop() }
    try program.run()
}
