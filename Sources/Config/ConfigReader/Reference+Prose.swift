// SPDX-License-Identifier: MIT

extension Reference {
    /// What stands before the keys.
    static let introduction = [
        ReferenceSection(
            title: "Where it is",
            paragraphs: [
                "`tabshelld` reads `$XDG_CONFIG_HOME/tabshell/config.toml` (`~/.config/tabshell/config.toml` where that "
                    + "variable is not set), or the file that `--config FILE` names. It is TOML 1.0 in UTF-8. Without a "
                    + "file the look is `stress-monitor`.",
                "The file is read again when it changes, and at `tabctl reload` and SIGHUP. A file with an error "
                    + "changes nothing: the errors are said, and what was in force stays in force. "
                    + "`tabshelld --check [FILE]` says them all at once and exits with 0 or 1.",
            ]),
        ReferenceSection(
            title: "Looks",
            paragraphs: [
                "A look is a complete file of its own; five are part of tabshell: `stress-monitor`, `aspire-budget`, "
                    + "`lucidpal`, `swift-kit` and `better-fit`. A file `looks/NAME.toml` beside `config.toml` is a sixth. "
                    + "`look = \"NAME\"` takes one, `tabshelld --look NAME` takes another in its place, and the values "
                    + "of the user's own file go over it. A look of your own may name a look, too, and go over it.",
                "What a look does not say is as in `stress-monitor`; only the tabs, the actions and the scenes are its own.",
            ],
            code: """
                # config.toml: swift-kit, in green, a little lower, with one tab more and without another
                look = "swift-kit"
                order = ["home", "search", "create", "notes", "profile"]

                [[tabs]]
                id = "notes"
                title = "Notes"
                icon = "notes"

                [bar]
                bottom_margin = 8

                [light]
                accent = "#14805E"

                [dark]
                accent = "#7EF192"
                """),
        ReferenceSection(
            title: "A menu in place of a sheet",
            paragraphs: ["With these lines the button of `swift-kit` opens a menu:"],
            code: """
                look = "swift-kit"

                [[tabs]]
                id = "create"
                role = "action"
                menu = ["new-post", "new-photo", "new-document"]

                [button]
                diameter = 56

                [motion]
                button = { duration = 0.35, bounce = 0.3 }
                """),
        ReferenceSection(
            title: "Any program as a tab",
            paragraphs: [
                "A tab with an `app_id` needs no program that knows of tabshell: its page is the window of that name. "
                    + "Selecting the tab brings the window forward, and starts `exec` where there is no window; a window "
                    + "that comes forward by other means selects its tab. It takes a compositor with "
                    + "wlr-foreign-toplevel-management; without it `tabctl status` says so, and `exec` is all that "
                    + "can be done.",
                "With such a tab the pages of tabshell stand above all windows while they are in front, also above those "
                    + "that are no tab's. Whether two windows share the screen is the compositor's affair: one that "
                    + "tiles had better give each a workspace of its own, as sway does with "
                    + "`assign [app_id=\"org.gnome.TextEditor\"] workspace Editor`.",
            ],
            code: """
                [[tabs]]
                id = "editor"
                title = "Editor"
                icon = "document"
                app_id = "org.gnome.TextEditor"
                exec = "gnome-text-editor"
                window_title = "spoken"
                window_badge = "urgent"
                """),
        ReferenceSection(
            title: "Units and values",
            paragraphs: [
                "Lengths are logical pixels (px). `y` grows downwards and is measured from the upper edge of the bar's "
                    + "container. Times are seconds (s).",
                "A **colour** is `\"#RRGGBB\"`, `\"#RRGGBBAA\"`, `\"black\"`, `\"white\"`, `\"clear\"`, or the name of another "
                    + "colour of the same appearance; an opacity may follow: `\"accent 80%\"`. Names are followed after "
                    + "all files have been read, so a new accent also changes what is made of it.",
                "A **motion** is `\"none\"`, a timing curve or a spring. A curve has a `duration` (0 to 10 s) and a `curve`: "
                    + "`\"linear\"`, `\"ease-in\"`, `\"ease-out\"`, `\"ease-in-out\"`, or the coordinates of two control points, "
                    + "x within 0 to 1: `[0.42, 0, 0.58, 1]`. A spring has a `duration`, which is the one that is felt, and a "
                    + "`bounce` from −1 to 1. What a motion does not say stays as the look has it.",
                "An **icon** is the name of a built-in one, the path of an SVG or PNG file (absolute, below `~/`, or "
                    + "relative to the file that names it), or a name that the icon theme has.",
                "A **program** is a list of the program and its arguments, or one text for a program without arguments. A "
                    + "name without a slash is looked for beside `tabshelld`, and then on `PATH`. No shell is involved.",
                "Texts have at most 1024 bytes and no line feeds; lists have at most 64 elements.",
            ],
            code: """
                [motion]
                select = { duration = 0.35, bounce = 0.3 }
                page = { duration = 0.15, curve = "ease-in-out" }
                press = "none"
                """),
    ]

    /// What is said of a table before its keys.
    static let notes = [
        "bar": ["The container that the tabs stand on."],
        "shadow": ["The shadow of the container. It lies outside of what the bar reserves, and takes no input."],
        "minimize": ["The bar that folds away while a page is scrolled."],
        "page": ["What the bar asks of the pages."],
        "safe_area": ["What a notch or round corners take away."],
        "row": ["Where the tabs' touch targets stand."],
        "icon": ["The tabs' icons."],
        "title": ["The tabs' titles. A title stands in a line of the given height, in the middle by its capitals."],
        "indicator": ["What marks the selected tab."],
        "press": ["A tab under a finger."],
        "badge": ["The marks that something waits."],
        "button": ["The prominent tab's disc."],
        "menu": ["The menu that fans out of a tab with a `menu`."],
        "sheet": ["The pages of tabs of the roles `search` and `compose`."],
        "speech": [
            "`{title}` stands for a tab's title, and `{count}` for its badge's number."
        ],
        "haptics": ["The device's motor, where it has one."],
        "motion": ["How each thing moves; see above for what a motion is."],
        "light": ["The colours in the light appearance; see above for what a colour is."],
        "dark": ["The colours in the dark appearance."],
    ]
}
