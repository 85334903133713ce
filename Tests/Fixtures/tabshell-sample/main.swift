import CommandLineKit
import PageKit
import Posix
import ScreenClient
import ShellModel

// The page of any tab, with made-up content, for tests and for the tour. It takes the options that `tabshelld` passes to
// tabshell-page, so it can stand in its place.
CommandSpec(
    "tabshell-sample", "A page with made-up content for any tab.",
    options: [
        .init("tab", value: "id", "The tab that the page serves, home by default."),
        .init("title", value: "text", "The heading of the page, instead of the tab's title."),
        .init(
            "rows", value: "number", "The number of rows in each level, 240 by default.", kind: .integer(0...100_000)),
        .init("field", "Show the field of a search sheet on a page, too."),
    ] + ShellOptions.syntax
).main { (values) throws(ExitError) in
    let page = SamplePage(
        title: values.value("title"), rows: values.integer("rows") ?? 240, hasField: values.flag("field"))
    let tab = TabID(rawValue: values.value("tab") ?? "home")
    try PageProgram(page, tab: tab, options: ShellOptions(values)).run()
}
