import CommandLineKit
import EventLoop
import Localization
import PageKit
import Posix
import RasterClient
import ScreenClient
import ShellModel

CommandSpec(
    "tabshell-page",
    "A page for any tab: a text file, the output of a command or a web page. Without one, it shows how to fill the tab.",
    options: [.init("tab", value: "id", "Serve this tab; by default TABSHELL_TAB.")] + DocumentOptions.syntax
        + BrowserStart.options + [
            .init("title", value: "text", "The heading of the page, instead of the tab's title."),
            .init(
                "shown",
                "Show the documents that clients send for the tab; `tabshelld` starts it so."
            ),
            .init("welcome", "Show the first-run page."),
            .init("rename", value: "tab", "Show the sheet for another title of this tab."),
            .init("icon-theme", value: "name", "Take the icons of applications from this theme first."),
        ] + ShellOptions.syntax
).documented(
    statuses: ShellOptions.statuses + [.init(.programMissing)],
    environment: ShellOptions.environment + [
        .init("TABSHELL_TAB", "The tab that the page serves, which `tabshelld` sets.")
    ],
    examples: [
        .init(
            #"exec = ["tabshell-page", "--file", "/home/me/notes.md", "--title", "Notes"]"#,
            "A tab of the configuration that shows a document:"),
        .init(
            #"exec = ["tabshell-page", "--command", "git diff", "--format", "markdown"]"#,
            "A tab that shows the output of a command as Markdown:"),
    ],
    seeAlso: ["tabshelld(1)", "tabshell(5)"]
).main { values in
    Localization.activate()
    guard let name = values.value("tab") ?? environmentVariable("TABSHELL_TAB"), !name.isEmpty else {
        throw ExitError.usage("--tab is missing, and TABSHELL_TAB is not set")
    }
    if let page = try BrowserStart.page(TabID(rawValue: name), values) { try BrowserStart.run(page) }
    let (tab, title, options) = (TabID(rawValue: name), values.value("title"), ShellOptions(values))
    let theme = values.value("icon-theme")
    if values.flag("welcome") { return try runWelcome(tab, theme: theme, options) }
    if let target = values.value("rename") { return try runRename(tab, of: TabID(rawValue: target), options) }
    let (document, isViewer) = (try DocumentOptions(values), values.flag("shown"))
    guard document != nil || isViewer else { return try runGuide(tab, title: title, theme: theme, options) }
    let page = DocumentPage(title: title)
    let program = try PageProgram(
        tab: tab, as: isViewer ? .viewer(tab) : nil, topics: ShownDocuments.topics, options: options
    ) { _ in page }
    let changed = { [weak page, weak program] in
        page?.documentChanged()
        program?.pageChanged()
    }
    let icons = MaskLoader(loop: program.loop, log: Log(program: "tabshell-page"))
    icons.onChange = changed
    page.pictures = { icons.icon($0, side: $1) }
    let source = document?.source(program.loop)
    if let command = source as? CommandSource { command.reaper = try OrphanReaper(on: program.loop) }
    source?.onChange = changed
    page.source = source
    program.onUpdate = ShownDocuments.connect(tab, to: page, of: program, inPlaceOf: source)
    defer { source?.stop() }
    try program.run()
}
