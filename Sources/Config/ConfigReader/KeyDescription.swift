// SPDX-License-Identifier: MIT
import ShellModel
import TabConfig

/// A key with its text in the reference. For keys that are not a look's values, reading uses the same names.
struct KeyDescription {
    /// The name; in the reference the path: `bar.height`, or `tabs.icon` for a key of each tab.
    var name: String
    /// The type, and the unit of a number.
    var type: String
    var allowed: String
    var defaultValue: String
    var summary: String
    /// A value, as TOML.
    var example: String

    init(
        _ name: String, _ type: String, allowed: String = "", default defaultValue: String, _ summary: String,
        example: String
    ) {
        self.name = name
        self.type = type
        self.allowed = allowed
        self.defaultValue = defaultValue
        self.summary = summary
        self.example = example
    }

    /// The type and the allowed values.
    var kind: String { allowed.isEmpty ? type : "\(type): \(allowed)" }

    private static let identifiers = "up to 64 of the letters a–z and A–Z, digits, `-`, `_`, `.`"

    /// The allowed values of `unresponsive_timeout`, s.
    static let unresponsiveTimeouts = 1.0...86_400

    /// The keys at the top level.
    static let topLevel: [KeyDescription] = [
        .init(
            "look", "text", allowed: "the name of a built-in look, or of a file in `looks/`",
            default: "`\"stress-monitor\"`", "The look that this file extends.", example: "\"swift-kit\""),
        .init(
            "appearance", "text", allowed: words(Appearance.self), default: "the last one selected", "Light or dark.",
            example: "\"dark\""),
        .init(
            "icon_theme", "text", allowed: "the name of an installed icon theme", default: "`\"hicolor\"`",
            "The theme of icons that are neither built in nor files.", example: "\"Adwaita\""),
        .init(
            "order", "list of texts", allowed: "IDs of tabs", default: "the tabs of the look, then the new ones",
            "The tabs on the bar, in their order; other tabs are left out.", example: "[\"home\", \"growth\"]"),
        .init(
            "panel", "text or list of texts", allowed: "a program and its arguments", default: "`\"tabshell-panel\"`",
            "The program that draws the bar.", example: "[\"tabshell-panel\", \"--window\"]"),
        .init(
            "compositor", "text or list of texts", allowed: "a program and its arguments",
            default: "`\"labwc\"` or `\"sway\"`, the first that is installed",
            "The compositor that `tabshell-session` starts. `labwc` and `sway` alone get a configuration that is made for them; any other has its own, which runs `tabshell-session --ready`.",
            example: "[\"wayfire\", \"-c\", \"/home/me/wayfire.ini\"]"),
        .init(
            "browsers", "list of texts",
            allowed: "names or absolute paths of "
                + Browser.allCases.flatMap(\.names).map { "`\($0)`" }.joined(separator: ", "),
            default: "`[" + WebPage.defaultBrowsers.map { "\"\($0)\"" }.joined(separator: ", ") + "]`",
            "The browsers that may show the web pages of tabs with a `url`; the first that is installed does.",
            example: "[\"cog\", \"firefox\"]"),
        .init(
            "unresponsive_timeout", "number, s, or text",
            allowed:
                "\(unresponsiveTimeouts.lowerBound.formatted) to \(unresponsiveTimeouts.upperBound.formatted), or `\"off\"`",
            default: "`\(Configuration.defaultUnresponsiveTimeout.formatted)`",
            "The time after which the panel or a page that does not answer is restarted. One that is stopped by a signal or a debugger is left alone. `tabctl status` and the screen tell of it after 5 s, or half that time if it is less.",
            example: "60"),
    ]

    /// The keys of the table `accessibility`.
    static let accessibility: [KeyDescription] = [
        .init(
            "bridge", "true or false", default: "`false`",
            "Run `\(ScreenReaderBridge.program)`, which shows the bar and the pages to Orca and the other screen readers of AT-SPI. It is a program of its own, which `make bridge` builds (docs/accessibility.md of the sources).",
            example: "true")
    ]

    /// The names of the tables that are not a look's.
    static let tables = ["accessibility"]

    /// The paths of the keys in these tables.
    static let pathsInTables = accessibility.map { "accessibility.\($0.name)" }

    /// The names of the arrays of tables.
    static let arraysOfTables = ["tabs", "actions", "scenes"]

    private static let iconStyleDefault = "`\"mask\"` for symbolic icons and those of one colour, else `\"color\"`"

    static let tab: [KeyDescription] = [
        .init(
            "id", "text", allowed: identifiers, default: "required",
            "The tab's name on the socket. The ID of a tab of the look changes that tab; a new ID adds a tab.",
            example: "\"notes\""),
        .init("title", "text", default: "required for a new tab", "The title on the bar.", example: "\"Notes\""),
        .init("icon", "icon", default: "required for a new tab", "The icon.", example: "\"notes\""),
        .init(
            "filled_icon", "icon", default: "the icon", "The icon while the tab is selected.",
            example: "\"notes.fill\""),
        .init(
            "icon_style", "text", allowed: words(IconRendering.self), default: iconStyleDefault,
            "The drawing of an icon that is not built in: its shape alone in the look's colour, or its own colours.",
            example: "\"mask\""),
        .init("spoken_label", "text", default: "the title", "The label for screen readers.", example: "\"Notes tab\""),
        .init(
            "spoken_hint", "text", default: "`speech.hint`", "The hint for screen readers.",
            example: "\"Double tap to switch to Notes\""),
        .init(
            "role", "text", allowed: words(TabRole.self), default: "`\"page\"`",
            "The result of selecting the tab: its page comes to the front (`page`), its page is presented as a sheet (`search`, `compose`), or an action runs or a menu opens (`action`).",
            example: "\"page\""),
        .init(
            "prominent", "true or false", default: "`false`",
            "Draw the tab as the button of the look. Only one tab may be prominent.", example: "false"),
        .init(
            "hidden", "true or false", default: "`false`",
            "Leave the tab off the bar. It is selected by `tabctl select`, by the socket, or by its window.",
            example: "true"),
        .init(
            "entrance", "text", allowed: words(PageEntrance.self), default: "`\"cross-fade\"`",
            "The transition to the tab's page, and from it.", example: "\"cross-fade-from-trailing\""),
        .init(
            "routes", "list of texts", allowed: "words between slashes; `*` is any word", default: "any route",
            "The routes of the tab's page.", example: "[\"notes/*\", \"trash\"]"),
        .init(
            "action", "text", allowed: "the ID of an action", default: "none",
            "The action of a tab of the role `action`.", example: "\"new-note\""),
        .init(
            "menu", "list of texts", allowed: "IDs of actions", default: "none",
            "The menu of a tab of the role `action`, which a press opens, from the nearest entry to the farthest.",
            example: "[\"new-note\"]"),
        .init(
            "actions", "list of texts", allowed: "IDs of actions", default: "none",
            "The menu of a tab of any other role, which a long press, the right button of the mouse or the menu key opens.",
            example: "[\"new-note\"]"),
        .init(
            "exec", "text or list of texts", allowed: "a program and its arguments",
            default: "`[\"tabshell-page\", \"--tab\", ID]`; with `app_id`, none",
            "The program of the tab's page. With `app_id`, it starts when the tab is selected and there is no such window.",
            example: "[\"tabshell-page\", \"--tab\", \"notes\"]"),
        .init(
            "app_id", "text or list of texts",
            allowed: "app IDs of windows; `*` stands for any characters, `?` for one",
            default: "none",
            "The window that is the tab's page. It may belong to any Wayland program; selecting the tab activates it.",
            example: "[\"org.gnome.TextEditor\", \"gedit*\"]"),
        .init(
            "url", "text", allowed: "the address of a web page: `https`, `http` or `file`", default: "none",
            "The web page that is the tab's page, in a window of a browser of its own. The tab has neither `exec` nor `app_id`.",
            example: "\"https://example.org/\""),
        .init(
            "window_title", "text", allowed: words(WindowBinding.TitlePolicy.self), default: "`\"none\"`",
            "The use of the window's title: `spoken` makes it the tab's value for screen readers.",
            example: "\"spoken\""),
        .init(
            "window_badge", "text", allowed: words(WindowBinding.BadgePolicy.self), default: "`\"none\"`",
            "The source of the tab's badge: `urgent` shows a dot while the window is urgent (sway only), `title` the number in parentheses that the window's title begins with, as in \"(3) Inbox\".",
            example: "\"urgent\""),
        .init(
            "fill", "boolean", default: "`true`",
            "Let the tab's window fill the area that the bar leaves, alone. With `false` it stays as it is.",
            example: "false"),
    ]

    static let action: [KeyDescription] = [
        .init(
            "id", "text", allowed: identifiers, default: "required",
            "The action's name. The ID of an action of the look changes that action; a new ID adds an action.",
            example: "\"new-note\""),
        .init("title", "text", default: "required for a new action", "The title in a menu.", example: "\"New note\""),
        .init("icon", "icon", default: "required for a new action", "The icon.", example: "\"compose\""),
        .init(
            "icon_style", "text", allowed: words(IconRendering.self), default: iconStyleDefault,
            "The drawing of an icon that is not built in, as for a tab.", example: "\"color\""),
        .init(
            "exec", "text or list of texts", allowed: "a program and its arguments",
            default: "none: the action is only announced on the socket", "The program that the action runs.",
            example: "[\"foot\", \"-e\", \"nvim\"]"),
    ]

    static let scene: [KeyDescription] = [
        .init("name", "text", allowed: identifiers, default: "required", "The name of the scene.", example: "\"busy\""),
        .init(
            "tab", "text", allowed: "the ID of a tab of the role `page`", default: "the first such tab",
            "The selected tab.", example: "\"home\""),
        .init(
            "appearance", "text", allowed: words(Appearance.self), default: "unchanged", "Light or dark.",
            example: "\"light\""),
        .init(
            "badges", "table", allowed: "by tab: a count, a text, or `true` for a dot", default: "none", "The badges.",
            example: "{ home = 3, flash = \"new\", growth = true }"),
        .init(
            "paths", "table", allowed: "by tab: words between slashes", default: "each tab at its root",
            "The navigation path of each tab.", example: "{ growth = \"week/3\" }"),
        .init(
            "sheet", "text", allowed: "the ID of a tab of the role `search` or `compose`", default: "none",
            "The tab whose sheet is open.", example: "\"search\""),
        .init(
            "menu", "text", allowed: "the ID of a tab with a menu", default: "none", "The tab whose menu is open.",
            example: "\"create\""),
        .init("minimized", "true or false", default: "`false`", "Minimize the bar.", example: "false"),
    ]

    private static func words<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> String {
        Word.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }
}
