import TabshellIPC

struct WaylandInterface: Equatable, Sendable {
    var name: String
    /// The lowest usable version.
    var version: UInt32 = 1
    /// The verdict on its absence: a failure if needed, a warning if a configured feature needs it, else the result is plainer.
    var absence: Check.Verdict
    /// The effect of its absence.
    var loss: String
    var advice: String?

    /// All interfaces, the needed ones first.
    static let all = [
        Self(name: "wl_compositor", version: 4, absence: .failed, loss: "nothing can be drawn"),
        Self(name: "wl_shm", absence: .failed, loss: "nothing can be drawn"),
        Self(
            name: "wl_output", absence: .warning, loss: "no screen for a bar",
            advice: "Turn an output on."),
        layerShell,
        Self(
            name: "zwlr_foreign_toplevel_manager_v1", absence: .warning,
            loss: "windows of other programs cannot be tabs, and bar.hide = \"when-covered\" has no effect",
            advice: WaylandInterface.session),
        Self(name: "wp_viewporter", absence: .absent, loss: "text is blurred at fractional scales"),
        Self(
            name: "wp_fractional_scale_manager_v1", absence: .absent,
            loss: "fractional scales are derived from the output's mode"),
        Self(name: "wp_presentation", absence: .absent, loss: "motion follows frame callbacks alone"),
        Self(
            name: "wp_alpha_modifier_v1", absence: .absent, loss: "pages that fade are drawn for each frame"),
        Self(
            name: "wp_commit_timing_manager_v1", absence: .absent,
            loss: "frames are shown as soon as they are drawn"),
        Self(name: "wp_fifo_manager_v1", absence: .absent, loss: "frames are paced by frame callbacks"),
        Self(
            name: "xdg_activation_v1", absence: .absent,
            loss: "the compositor may not focus a program that a tab starts"
        ),
        Self(
            name: "wp_cursor_shape_manager_v1", absence: .absent,
            loss: "the pointer has a shape of tabshell's own"),
        Self(
            name: "zwp_text_input_manager_v3", absence: .absent,
            loss: "text fields have no input methods and on-screen keyboards"),
        Self(
            name: "ext_idle_notifier_v1", version: 2, absence: .absent,
            loss: "[idle] follows input on the bar and the pages alone, or takes a film for input"),
        Self(
            name: "zwlr_output_power_manager_v1", absence: .absent,
            loss: "idle.blank_after makes the screen black, and leaves it on"),
        Self(
            name: "zwlr_screencopy_manager_v1", absence: .absent,
            loss: "`tabctl screenshot` takes no pictures"),
        Self(
            name: "wp_security_context_manager_v1", absence: .absent,
            loss: "with a lock, windows are not kept from layer surfaces and other windows"),
    ]

    static let session = "`tabshell-session --window` runs the whole shell in a window, on a compositor of its own."

    /// The interface that only window mode can do without.
    static let layerShell = Self(
        name: "zwlr_layer_shell_v1", absence: .failed, loss: "the bar cannot be at the edge of the screen",
        advice: session + "\n"
            + """
            Or take sway, labwc, Wayfire, niri, Hyprland, river, phoc, KWin or COSMIC; `tabshelld --window` uses ordinary \
            windows.
            """)

    /// The check of the interface in the offered version; nil without one. `inWindows`: the shell uses ordinary windows.
    func check(offered: UInt32?, inWindows: Bool) -> Check {
        if let offered, offered >= version { return Check(name, .ok, "version \(offered)") }
        if inWindows, self == .layerShell {
            return Check(name, .absent, "not offered, and not needed in windows")
        }
        let problem = offered.map { "version \($0) of \(version)" } ?? "not offered"
        return Check(name, absence, "\(problem): \(loss)", advice: advice)
    }
}
