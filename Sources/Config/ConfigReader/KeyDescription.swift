// SPDX-License-Identifier: MIT
import ShellModel

/// A key that is not one of a look's values: what the reference says of it. Reading goes by the names that stand here.
struct KeyDescription {
    var name: String
    var type: String
    var allowed: String
    var fallback: String
    var summary: String
    /// A value, as TOML.
    var example: String

    init(
        _ name: String, _ type: String, allowed: String = "", default fallback: String, _ summary: String,
        example: String
    ) {
        self.name = name
        self.type = type
        self.allowed = allowed
        self.fallback = fallback
        self.summary = summary
        self.example = example
    }

    private static let identifiers = "up to 64 of the letters a–z and A–Z, digits, `-`, `_`, `.`"

    /// At the outermost level.
    static let outermost: [KeyDescription] = [
        KeyDescription(
            "look", "text", allowed: "a built-in look's name, or that of a file in `looks/`",
            default: "`\"stress-monitor\"`",
            "The look that everything else in this file goes over.", example: "\"swift-kit\""),
        KeyDescription(
            "appearance", "text", allowed: words(Appearance.self), default: "what it was when the daemon last ran",
            "Light or dark.", example: "\"dark\""),
        KeyDescription(
            "icon_theme", "text", allowed: "an installed icon theme's name",
            default: "`\"hicolor\"`",
            "Where icons are looked for that are neither built in nor a file.", example: "\"Adwaita\""),
        KeyDescription(
            "order", "list of texts", allowed: "ids of tabs", default: "the look's tabs, then the new ones",
            "Which tabs are on the bar, and in which order; the others are left out.", example: "[\"home\", \"growth\"]"
        ),
        KeyDescription(
            "panel", "text or list of texts", allowed: "a program, and its arguments", default: "`\"tabshell-panel\"`",
            "The program that draws the bar.", example: "[\"tabshell-panel\", \"--window\"]"),
    ]

    /// The names of the arrays of tables.
    static let arrays = ["tabs", "actions", "scenes"]

    static let tab: [KeyDescription] = [
        KeyDescription(
            "id", "text", allowed: identifiers, default: "needed",
            "The tab's name on the socket. An id that the look has changes that tab; a new one adds a tab.",
            example: "\"notes\""),
        KeyDescription("title", "text", default: "needed for a new tab", "What a person reads.", example: "\"Notes\""),
        KeyDescription("icon", "icon", default: "needed for a new tab", "Its icon.", example: "\"notes\""),
        KeyDescription(
            "filled_icon", "icon", default: "the icon", "Its icon while it is selected.",
            example: "\"notes.fill\""),
        KeyDescription(
            "spoken_label", "text", default: "the title", "What a screen reader says for it.", example: "\"Notes tab\""),
        KeyDescription(
            "spoken_hint", "text", default: "`speech.hint`", "What a screen reader says can be done with it.",
            example: "\"Double tap to switch to Notes\""),
        KeyDescription(
            "role", "text", allowed: words(TabRole.self), default: "`\"page\"`",
            "What selecting it does: bring its page to the front, present its page as a sheet, or run an action or open a menu.",
            example: "\"page\""),
        KeyDescription(
            "prominent", "true or false", default: "`false`",
            "Whether it is drawn as the look's button; one tab may be.",
            example: "false"),
        KeyDescription(
            "entrance", "text", allowed: words(PageEntrance.self), default: "`\"cross-fade\"`",
            "How its page comes in.",
            example: "\"cross-fade-from-trailing\""),
        KeyDescription(
            "routes", "list of texts", allowed: "words between slashes, `*` is any word", default: "any route",
            "The routes that its page knows.", example: "[\"notes/*\", \"trash\"]"),
        KeyDescription(
            "action", "text", allowed: "an action's id", default: "none",
            "What a tab of the role `action` does.", example: "\"new-note\""),
        KeyDescription(
            "menu", "list of texts", allowed: "ids of actions", default: "none",
            "The menu that a tab of the role `action` opens, from the nearest entry to the farthest.",
            example: "[\"new-note\"]"),
        KeyDescription(
            "exec", "text or list of texts", allowed: "a program, and its arguments",
            default: "`[\"tabshell-page\", \"--tab\", ID]`; with `app_id`, none",
            "The program of its page. That of a window is started when the tab is selected and the window is not there.",
            example: "[\"tabshell-page\", \"--tab\", \"notes\"]"),
        KeyDescription(
            "app_id", "text", allowed: "a window's app-id", default: "none",
            "The window that is its page, of a program that knows nothing of tabshell. Selecting the tab brings it forward.",
            example: "\"org.gnome.TextEditor\""),
        KeyDescription(
            "window_title", "text", allowed: words(WindowBinding.TitlePolicy.self), default: "`\"none\"`",
            "What its window's title is good for: a screen reader says it as the tab's value.",
            example: "\"spoken\""),
        KeyDescription(
            "window_badge", "text", allowed: words(WindowBinding.BadgePolicy.self), default: "`\"none\"`",
            "What of its window marks the tab: a dot while it is urgent (on sway, which alone tells), or the number in brackets that its title begins with, as in \"(3) Inbox\".",
            example: "\"urgent\""),
    ]

    static let action: [KeyDescription] = [
        KeyDescription(
            "id", "text", allowed: identifiers, default: "needed",
            "The action's name. An id that the look has changes that action; a new one adds an action.",
            example: "\"new-note\""),
        KeyDescription(
            "title", "text", default: "needed for a new action", "What stands beside its disc in a menu.",
            example: "\"New note\""),
        KeyDescription("icon", "icon", default: "needed for a new action", "Its icon.", example: "\"compose\""),
        KeyDescription(
            "exec", "text or list of texts", allowed: "a program, and its arguments",
            default: "none: the action is only announced on the socket", "The program that it runs.",
            example: "[\"foot\", \"-e\", \"nvim\"]"),
    ]

    static let scene: [KeyDescription] = [
        KeyDescription(
            "name", "text", allowed: identifiers, default: "needed", "What the scene is called.", example: "\"busy\""),
        KeyDescription(
            "tab", "text", allowed: "the id of a tab whose role is page", default: "the first such tab",
            "The selected tab.", example: "\"home\""),
        KeyDescription(
            "appearance", "text", allowed: words(Appearance.self), default: "what it is", "Light or dark.",
            example: "\"light\""),
        KeyDescription(
            "badges", "table", allowed: "by tab: a count, a text, or `true` for a dot", default: "none",
            "The badges.", example: "{ home = 3, flash = \"new\", growth = true }"),
        KeyDescription(
            "paths", "table", allowed: "by tab: words between slashes", default: "every tab at its root",
            "Where in its page each tab is.", example: "{ growth = \"week/3\" }"),
        KeyDescription(
            "sheet", "text", allowed: "the id of a tab whose role is search or compose", default: "none",
            "The tab whose sheet is open.", example: "\"search\""),
        KeyDescription(
            "menu", "text", allowed: "the id of a tab that has a menu", default: "none", "The tab whose menu is open.",
            example: "\"create\""),
        KeyDescription(
            "minimized", "true or false", default: "`false`", "Whether the bar is folded.", example: "false"),
    ]

    private static func words<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> String {
        Word.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }
}
