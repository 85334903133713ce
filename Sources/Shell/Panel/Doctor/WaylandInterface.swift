// SPDX-License-Identifier: MIT
import Localization

/// A Wayland interface that the panel and the pages use.
struct WaylandInterface: Equatable, Sendable {
    enum Need: Sendable {
        case needed
        /// Something that the user configures does not work without it.
        case wanted
        /// Without it the result is plainer.
        case optional
    }

    var name: String
    /// The lowest version of use.
    var version: UInt32 = 1
    var need: Need
    /// The effect of its absence.
    var loss: String
    var advice: String?

    /// All interfaces, the needed ones first.
    static let all = [
        Self(name: "wl_compositor", version: 4, need: .needed, loss: localized("nothing can be drawn")),
        Self(name: "wl_shm", need: .needed, loss: localized("nothing can be drawn")),
        Self(
            name: "wl_output", need: .wanted, loss: localized("there is no screen for a bar"),
            advice: localized("Turn an output on.")),
        layerShell,
        Self(
            name: "zwlr_foreign_toplevel_manager_v1", need: .wanted,
            loss: localized("windows of other programs cannot be tabs, and bar.hide = \"when-covered\" has no effect"),
            advice: WaylandInterface.session),
        Self(name: "wp_viewporter", need: .optional, loss: localized("text is blurred at fractional scales")),
        Self(
            name: "wp_fractional_scale_manager_v1", need: .optional,
            loss: localized("fractional scales are derived from the output's mode")),
        Self(name: "wp_presentation", need: .optional, loss: localized("motion follows frame callbacks alone")),
        Self(
            name: "wp_alpha_modifier_v1", need: .optional, loss: localized("pages that fade are drawn for each frame")),
        Self(
            name: "wp_commit_timing_manager_v1", need: .optional,
            loss: localized("frames are shown as soon as they are drawn")),
        Self(name: "wp_fifo_manager_v1", need: .optional, loss: localized("frames are paced by frame callbacks")),
        Self(
            name: "xdg_activation_v1", need: .optional,
            loss: localized("the compositor may not focus a program that a tab starts")
        ),
        Self(
            name: "wp_cursor_shape_manager_v1", need: .optional,
            loss: localized("the pointer has a shape of tabshell's own")),
        Self(
            name: "zwp_text_input_manager_v3", need: .optional,
            loss: localized("text fields have no input methods and on-screen keyboards")),
    ]

    static let session = localized(
        "`tabshell-session --window` runs the whole shell in a window, on a compositor of its own.")

    /// The interface that only window mode can do without.
    static let layerShell = Self(
        name: "zwlr_layer_shell_v1", need: .needed, loss: localized("the bar cannot be at the edge of the screen"),
        advice: session + "\n"
            + localized(
                """
                Or take sway, labwc, Wayfire, niri, Hyprland, river, phoc, KWin or COSMIC; `tabshelld --window` uses ordinary \
                windows.
                """))
}
