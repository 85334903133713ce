// SPDX-License-Identifier: MIT
extension [CommandSpec.Entry] {
    /// The variables that the path of the daemon's socket depends on, for manual pages.
    public static let socket = [
        Element("TABSHELL_SOCKET", "The absolute path of the daemon's socket."),
        Element("XDG_RUNTIME_DIR", "Without `TABSHELL_SOCKET`, the socket is `tabshell/NAME.sock` in this folder."),
        Element("WAYLAND_DISPLAY", "The display, whose name is that of the socket; `default` without a display."),
    ]
}
