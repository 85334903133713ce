// SPDX-License-Identifier: MIT

/// The names of the keys that are not values of a look, in the order of the reference, which says what they mean.
enum KeyNames {
    static let topLevel = [
        "look", "appearance", "icon_theme", "order", "inherit_tabs", "panel", "compositor", "browsers",
        "unresponsive_timeout", "screenshots",
    ]
    /// The tables and the arrays of tables.
    static let tables = ["accessibility", "idle", "rotation", "schedule", "lock", "tabs", "actions", "on"]
    static let accessibility = ["bridge"]
    static let idle = [
        "return_after", "return_to", "clears_text", "resets", "dim_after", "blank_after", "hide_pointer",
    ]
    static let rotation = ["tabs", "every", "resume_after"]
    static let rotationStop = ["tab", "seconds"]
    static let lock = ["pin", "tabs", "actions", "changes", "unlock_for"]
    static let schedule = [
        "from", "to", "days", "tab", "rotation", "look", "appearance", "contrast", "brightness", "blank",
    ]
    static let tab = [
        "id", "title", "icon", "filled_icon", "icon_style", "spoken_label", "spoken_hint", "role", "prominent",
        "width", "hidden",
        "entrance", "routes", "action", "menu", "actions", "exec", "app_id", "url", "file", "command", "every",
        "keep_open", "needs_network",
        "window_title",
        "window_badge", "fill", "controls_shell",
    ]
    static let action = ["id", "title", "icon", "icon_style", "exec"]
    static let on = ["event", "run"]
}
