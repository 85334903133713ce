// SPDX-License-Identifier: MIT
import PageKit
import Pages
import ProgramKit
import ShellKit
import TabModel

CommandSyntax(
    program: "tabshell-page", abstract: "A page for any tab: a title, a path, and a long list.",
    options: [
        .init("tab", value: "id", "The tab that the page serves."),
        .init("title", value: "text", "What stands above the list, instead of the tab's title."),
        .init("rows", value: "number", "How many rows each level has, 240 unless told."),
    ] + ShellOptions.syntax
).main { (values) throws(ProgramFailure) in
    guard let tab = values.text("tab"), !tab.isEmpty else {
        throw ProgramFailure(status: .usage, reason: "--tab is missing; see tabshell-page --help")
    }
    let rows = try values.number("rows", in: 0...100_000).map { Int($0) }
    let page = GenericPage(title: values.text("title"), rows: rows ?? 240)
    try PageProgram(page, tab: TabID(rawValue: tab), options: ShellOptions(values)).run()
}
