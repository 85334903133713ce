/// The names of the keys besides a look's values, in the order of the reference, which explains them.
enum KeyNames {
    static let topLevel = [
        "look", "appearance", "accent", "icon_theme", "order", "inherit_tabs", "panel", "compositor", "browsers",
        "unresponsive_timeout", "screenshots",
    ]
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
        "entrance", "routes", "action", "menu", "actions", "exec", "directory", "app_id", "url", "file", "command",
        "every",
        "keep_open", "needs_network",
        "window_title",
        "window_badge", "fill", "controls_shell",
    ]
    static let action = ["id", "title", "icon", "icon_style", "exec", "controls_shell"]
    static let on = ["event", "run"]

    /// Keys that people try first, by the table that they are in, and the keys that they mean.
    private static let mistakes = [
        "": ["theme": "appearance", "font": "title.families"],
        "tabs": ["name": "title", "label": "title", "path": "file", "program": "exec"],
        "actions": ["name": "title", "label": "title", "command": "exec", "program": "exec"],
    ]

    /// The key that is meant by a path with an unknown one.
    static func meant(by path: ConfigPath) -> String? {
        guard case .key(let key)? = path.steps.last, case .key(let first)? = path.steps.first else { return nil }
        return mistakes[path.steps.count == 1 ? "" : first]?[key]
    }
}
