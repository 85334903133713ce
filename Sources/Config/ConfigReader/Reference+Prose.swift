// SPDX-License-Identifier: MIT

extension Reference {
    /// The sections before the keys.
    static let introduction = [
        ReferenceSection(
            title: "Location",
            paragraphs: [
                "`tabshelld` reads `$XDG_CONFIG_HOME/tabshell/config.toml` (`~/.config/tabshell/config.toml` if that "
                    + "variable is not set), or the file given with `--config FILE`. The format is TOML 1.0 in UTF-8. "
                    + "Without a file, the look is `stress-monitor`.",
                "The file is read again when it changes, on `tabctl reload` and on SIGHUP. If it has errors, they are "
                    + "logged, and shown by `tabctl status` and at the top of the screen, and the previous configuration "
                    + "stays in effect. If it has errors when `tabshelld` starts, the last configuration without errors "
                    + "is in effect, which is kept in `$XDG_STATE_HOME/tabshell`, or else the default. Only a file or a "
                    + "look that is named on the command line and does not exist prevents the start. "
                    + "`tabshelld --check [FILE]` prints all errors and exits with 0 if there are none, otherwise with 1.",
            ]),
        ReferenceSection(
            title: "Changes in the running shell",
            paragraphs: [
                "`tabctl tab add`, `remove` and `move` change the tabs of the running shell, and `tabctl adopt` makes a tab of a "
                    + "window. An added tab has the program of an installed application, whose desktop entry is named by its "
                    + "ID. Such changes stay until `tabshelld` ends or `tabctl reload` or SIGHUP reads the files again; "
                    + "`tabctl status` tells that there are some. A file that is changed by an editor leaves them in force.",
                "`tabctl save` keeps them, and a look that `tabctl look` has put in force, in the file `tabs.toml` beside "
                    + "`config.toml` (`NAME.tabs.toml` beside another `--config NAME.toml`). That file is read after "
                    + "`config.toml`, in the same way: its `look` and `order` replace those of `config.toml`, and its tabs are "
                    + "added. Its lines may be moved to `config.toml`, which tabshell never writes, and edited; comments are "
                    + "lost at the next `tabctl save`.",
                "`order` is written only if the tabs are not in the order of the files anyway. From then on a new tab in "
                    + "`config.toml` needs its place there, too. An `order` in `tabs.toml` with a tab that the look does not have "
                    + "was made in another look, and is passed over.",
            ],
            code: """
                # tabs.toml
                order = ["home", "text-editor", "growth"]

                [[tabs]]
                id = "text-editor"
                title = "Text Editor"
                icon = "document"
                exec = ["gnome-text-editor"]
                app_id = "org.gnome.TextEditor"
                """),
        ReferenceSection(
            title: "Looks",
            paragraphs: [
                "A look is a complete configuration file. tabshell has five: `stress-monitor`, `aspire-budget`, "
                    + "`lucidpal`, `swift-kit` and `better-fit`. A file `looks/NAME.toml` beside `config.toml` is "
                    + "another. `look = \"NAME\"` selects a look, and `tabshelld --look NAME` overrides that selection. "
                    + "The values of `config.toml` override those of the look. A look of your own may extend another "
                    + "look in the same way.",
                "Values that a look leaves out are those of `stress-monitor`, except for the tabs, actions and scenes.",
            ],
            code: """
                # config.toml: swift-kit in green, a little lower, with one more tab and without another
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
            title: "A menu instead of a sheet",
            paragraphs: ["With these lines, the button of `swift-kit` opens a menu:"],
            code: """
                look = "swift-kit"

                [[tabs]]
                id = "create"
                role = "action"
                menu = ["new-post", "new-photo", "new-document"]

                [button]
                diameter = 56
                icon = 24

                [light]
                button_end = "accent"

                [dark]
                button_end = "accent"

                [motion]
                button = { duration = 0.35, bounce = 0.3 }
                """),
        ReferenceSection(
            title: "Any program as a tab",
            paragraphs: [
                "The page of a tab with an `app_id` is the window with that app ID, which may belong to any Wayland "
                    + "program. `app_id` may be a list, and each text of it a shell-style pattern for the whole app ID: "
                    + "`*` stands for any characters or none, `?` for one character, and everything else for itself; upper "
                    + "and lower case differ. There are no brackets, braces or backslashes. A tab with the app ID itself has "
                    + "the window, else the first tab on the bar with a pattern that matches. "
                    + "Selecting the tab activates the window, or starts `exec` if there is none. Activating the "
                    + "window in another way selects its tab. The compositor must support "
                    + "wlr-foreign-toplevel-management; without it, selecting the tab only starts `exec`, and "
                    + "`tabctl status` reports that. Where the compositor renames app IDs, as Mir makes `foot-server` of "
                    + "`foot2`, a window that opens while its tab waits for it is known by the same first letters.",
                "If there is such a tab, the selected page of tabshell is above all windows. A window that belongs to no "
                    + "tab comes in front when it gets the focus or opens, and goes behind the page when a tab is selected, "
                    + "also the one that is selected already.",
                "The window of the selected tab fills the area that the bar leaves, and no other window is beside it. This "
                    + "needs no configuration of the compositor. Where windows float, the window is maximized when it opens and "
                    + "when its tab is selected. On sway it gets a workspace of its own, `tabshell:` and the tab's ID, where it "
                    + "is tiled without a border or gaps; a second window of the tab gets a second one, such as "
                    + "`tabshell:editor 2`. A window of no tab that opens there is moved to the workspace that you used last. "
                    + "The rules of sway's configuration, such as `assign`, are applied first, and the window is moved "
                    + "afterwards. If you make a window smaller or move it while you look at it, it stays so until its tab is "
                    + "selected again. When `fill` becomes false, the tab is removed or the shell ends, a window gets back its "
                    + "border and its workspace, floats again if it did, and is unmaximized unless it was maximized before.",
                "With `fill = false` the placement of the window is up to the compositor. On KWin it always is, as KWin has no "
                    + "foreign-toplevel management but a protocol of its own for the programs of Plasma; a rule of KWin's, "
                    + "\"Maximized\", does it there.",
                "A dialog belongs to the tab of its window, whatever its app ID, and keeps its size. It counts as one with its "
                    + "window when the selected tab is pressed again, which alternates the windows of the tab. sway does not "
                    + "tell which window a dialog belongs to; there, a floating window of the same process is one.",
                "While the window is not open, the tab says so in its place, and why if the program has failed, with a button that "
                    + "starts the program; so it does if no window has come after 5 s, and then the button ends the program first, as "
                    + "`tabctl restart` does. A window that hangs is not noticed: Wayland's pings (xdg_wm_base) are between the "
                    + "compositor and the program, and no protocol tells others of them.",
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
            title: "A web page as a tab",
            paragraphs: [
                "The page of a tab with a `url` is a window of the first of the `browsers` that is installed: without tabs and "
                    + "toolbars, and with a profile of its own in `$XDG_DATA_HOME/tabshell/web/ID` (`~/.local/share` if that "
                    + "variable is not set), so that each tab has its own logins and cookies. It starts when the tab is "
                    + "selected. If no browser is installed, the tab and `tabctl status` say so. A new `url` shows when the "
                    + "window has been closed. Like any window as a tab, it needs wlr-foreign-toplevel-management.",
                "Chromium and Google Chrome run with `--app`, and open links to a new window in one that is no tab. Cog (WebKit) "
                    + "has the page and nothing else, and is the smallest. Firefox has no such mode but `--kiosk`, which is "
                    + "fullscreen and covers the bar; so it gets an ordinary window, and its toolbars are hidden by a style sheet in "
                    + "the profile; it is at least 450 px wide. Epiphany is not among them: it needs D-Bus, and an application that was installed by itself.",
            ],
            code: """
                browsers = ["chromium", "cog"]

                [[tabs]]
                id = "wiki"
                title = "Wiki"
                icon = "document"
                url = "https://en.wikipedia.org/"
                """),
        ReferenceSection(
            title: "Narrow, low and wide screens",
            paragraphs: [
                "Titles that do not fit become smaller, all alike and by a quarter at most. If that is not enough, they make "
                    + "way for the icons. Tabs that do not fit are scrolled to: by a finger or a touchpad on the bar, and by "
                    + "each selection; `tabshelld --check` tells how many fit.",
                "A finger or the pointer's button that is held for half a second on a tab whose title is not there, or at a "
                    + "text scale of 1.6 or more, shows its icon, title and badge large in the middle of the screen. Sliding "
                    + "along the bar shows the other tabs; lifting selects the one that is shown; away from the bar, none.",
                "On a screen lower than 500 px, a bar with `bar.compact = \"auto\"` has a height of 50 and titles beside its "
                    + "icons. On a wide screen, `row.max_width` keeps the tabs together in the middle.",
                "Windows keep clear of the bar as `bar.reserve` says. Pages extend to the screen's edge below a bar that is "
                    + "translucent or has margins or round corners, and keep their content at rest clear of it.",
            ]),
        ReferenceSection(
            title: "A bar that hides",
            paragraphs: [
                "With `bar.hide` the bar slides out over its edge and gives up its exclusive zone. A finger "
                    + "that comes in from the edge draws it in, and the pointer brings it back at the edge, where a strip of "
                    + "2 px takes input. It hides again 3 seconds after a touch, soon after the pointer has left it, or when "
                    + "a finger pushes it out. It moves as `motion.minimize` says.",
                "`when-covered` hides it while a window is in front of the page on its output, or is the page. The compositor "
                    + "must support wlr-foreign-toplevel-management; without it, the bar stays. The bar never hides while "
                    + "a sheet or a menu is open, with `speech.enabled`, or in a window.",
            ],
            code: """
                [bar]
                hide = "when-covered"
                """),
        ReferenceSection(
            title: "Several screens",
            paragraphs: [
                "Each output that `outputs` names has a bar. The pages are on one of them: at first on the first one, then on "
                    + "the one whose bar was used last. An output that is unplugged gives them to another, and has them again "
                    + "when it comes back. Names are those of the compositor (in sway, `swaymsg -t get_outputs`); make, model "
                    + "and serial number with spaces between them are the same screen at any port. If none of the outputs "
                    + "exists there is no bar; `tabctl status` and the log tell of each that does not."
            ],
            code: """
                outputs = ["eDP-1", "Dell Inc. DELL U2720Q 8KBNX13"]
                """),
        ReferenceSection(
            title: "A trace of the frames",
            paragraphs: [
                "With the environment variable `TABSHELL_TRACE`, the panel and the pages append a line for each frame to the file "
                    + "that it names: when the frame was to be seen, when it was committed, and when it was seen. Set it for "
                    + "`tabshelld`, which hands it on, as an absolute path, best in `$XDG_RUNTIME_DIR`. docs/frames.md of the sources "
                    + "describes the lines; `scripts/frames` there draws them."
            ]),
        ReferenceSection(
            title: "Units and values",
            paragraphs: [
                "Lengths are in logical pixels (px). `y` increases downwards from the upper edge of the bar's container. "
                    + "Times are in seconds (s).",
                "A **colour** is `\"#RRGGBB\"`, `\"#RRGGBBAA\"`, `\"black\"`, `\"white\"`, `\"clear\"`, or the name of another "
                    + "colour of the same appearance, optionally followed by an opacity: `\"accent 80%\"`. Names are "
                    + "resolved after all files have been read, so a new accent also changes the colours that refer to "
                    + "it.",
                "A **motion** is `\"none\"`, a timing curve or a spring. A timing curve has a `duration` (0 to 10 s) and a "
                    + "`curve`: `\"linear\"`, `\"ease-in\"`, `\"ease-out\"`, `\"ease-in-out\"`, or the coordinates of two "
                    + "control points with x from 0 to 1: `[0.42, 0, 0.58, 1]`. A spring has a perceptual `duration` and a "
                    + "`bounce` from −1 to 1. Keys that a motion leaves out keep the values of the look.",
                "An **icon** is the name of a built-in icon (`tabctl icons` lists them), the path of an SVG or PNG file (absolute, below `~/`, or "
                    + "relative to the configuration file), or the name of an icon of the icon theme.",
                "A **program** is a list of the program and its arguments, or one text for a program without arguments. A "
                    + "name without a slash is searched for beside `tabshelld` and then on `PATH`. No shell is involved.",
                "Texts have at most 1024 bytes and no control characters; lists have at most 64 elements.",
            ],
            code: """
                [motion]
                select = { duration = 0.35, bounce = 0.3 }
                page = { duration = 0.15, curve = "ease-in-out" }
                press = "none"
                """),
    ]

    /// The introductions of the look's tables.
    static let notes = [
        "bar": ["The container of the tabs."],
        "shadow": ["The shadow of the container. It is outside the bar's exclusive zone and receives no input."],
        "minimize": ["The minimized bar while a page is scrolled."],
        "page": ["The layout of the pages beneath the bar."],
        "safe_area": ["The margins for a notch or rounded corners of the screen."],
        "row": ["The layout of the tabs' touch targets."],
        "icon": ["The icons of the tabs."],
        "title": ["The titles of the tabs. The capital letters of a title are centred in a line of the given height."],
        "indicator": ["The indicator of the selected tab."],
        "press": ["A tab while it is pressed."],
        "badge": ["The badges of the tabs."],
        "button": ["The disc of the prominent tab."],
        "menu": ["The menu of a tab with a `menu`."],
        "sheet": ["The sheets of tabs of the roles `search` and `compose`."],
        "speech": [
            "The voice of the bar (docs/speech.md of the sources), and texts for screen readers. `{title}` is replaced by the title of "
                + "the tab, and `{count}` by the number of its badge."
        ],
        "haptics": ["Vibration, on devices with a motor."],
        "motion": ["The animations; see above for the values."],
        "light": ["The colours of the light appearance; see above for the values."],
        "dark": ["The colours of the dark appearance."],
    ]
}
