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
        Self(name: "wl_output", absence: .warning, loss: "no screen for a bar", advice: "Turn an output on."),
        layerShell,
        Self(
            name: "zwlr_foreign_toplevel_manager_v1", absence: .warning,
            loss: "windows of other programs cannot be tabs, and bar.hide = \"when-covered\" has no effect",
            advice: WaylandInterface.session),
        plainer("wp_viewporter", "text is blurred at fractional scales"),
        plainer("wp_fractional_scale_manager_v1", "fractional scales are derived from the output's mode"),
        plainer("wp_presentation", "motion follows frame callbacks alone"),
        plainer("wp_alpha_modifier_v1", "pages that fade are drawn for each frame"),
        plainer("wp_commit_timing_manager_v1", "frames are shown as soon as they are drawn"),
        plainer("wp_fifo_manager_v1", "frames are paced by frame callbacks"),
        plainer("xdg_activation_v1", "the compositor may not focus a program that a tab starts"),
        plainer("wp_cursor_shape_manager_v1", "the pointer has a shape of tabshell's own"),
        plainer("zwp_text_input_manager_v3", "text fields have no input methods and on-screen keyboards"),
        plainer(
            "ext_idle_notifier_v1", version: 2,
            "[idle] follows input on the bar and the pages alone, or takes a film for input"),
        plainer("zwlr_output_power_manager_v1", "idle.blank_after makes the screen black, and leaves it on"),
        plainer("zwlr_screencopy_manager_v1", "`tabctl screenshot` takes no pictures"),
        plainer(
            "wp_security_context_manager_v1", "with a lock, windows are not kept from layer surfaces and other windows"),
    ]

    /// An interface without which the result is plainer.
    private static func plainer(_ name: String, version: UInt32 = 1, _ loss: String) -> Self {
        Self(name: name, version: version, absence: .absent, loss: loss)
    }

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
