// SPDX-License-Identifier: MIT
import ShellModel

/// A compositor that a session can start, with the configuration that is made for it.
struct Compositor: Equatable, Sendable {
    /// The compositors for which a configuration can be made, the preferred one first.
    static let names = ["labwc", "sway"]
    /// A file of a configuration.
    struct File: Equatable, Sendable {
        var name: String
        var content = ""
        /// The target of a symbolic link; nil for a regular file.
        var target: String?
    }

    /// The argument vector. The first argument is a path, or a name that is searched for on `PATH`.
    var command: [String]
    /// The files that it reads, in the session's folder.
    var files: [File]

    /// The name, for messages.
    var name: String { command.first ?? "" }

    /// A compositor with a configuration of its own, which runs `tabshell-session --ready` once programs can connect to it.
    init(command: [String]) { (self.command, files) = (command, []) }

    /// A compositor with a made configuration; nil for one that is not known.
    ///
    /// - Parameters:
    ///   - name: one of ``names``.
    ///   - folder: the session's folder.
    ///   - userFile: a file of the user's that sway reads after the made ones; it may be missing.
    ///   - executable: the path of tabshell-session.
    ///   - pointer: the rule by which sway hides the pointer. It knows times only; labwc knows none.
    init?(
        named name: String, folder: String, userFile: String?, executable: String, pointer: PointerHiding = .never
    ) {
        let ready = "'\(executable)' --ready"
        switch name {
        case "labwc":
            command = ["labwc", "-C", folder]
            // Windows are without a frame and fill what the bar leaves. The menu of the desktop is seen only where nothing covers
            // it.
            files = [
                File(name: "rc.xml", content: String(decoding: PackageResources.rc_xml, as: UTF8.self)),
                File(name: "menu.xml", content: String(decoding: PackageResources.menu_xml, as: UTF8.self)),
                File(name: "autostart", content: "\(ready)\n"),
            ]
        case "sway":
            command = ["sway", "-c", "\(folder)/sway.conf"]
            // Sway takes the name after `include` apart like a shell, so it is one without blanks, `$` and the like: a link.
            let link = userFile.map { File(name: "user.conf", target: $0) }
            let include = link.map { "include \($0.name)\n" } ?? ""
            files =
                [File(name: "sway.conf", content: Self.sway(ready: ready) + Self.sway(pointer) + include)]
                + [link].compactMap(\.self)
        default: return nil
        }
    }

    private static func sway(_ pointer: PointerHiding) -> String {
        // 100 ms is the shortest time.
        pointer.delay.map { "seat * hide_cursor \(max(Int($0 * 1000), 100))\n" } ?? ""
    }

    private static func sway(ready: String) -> String {
        """
        default_border none
        default_floating_border none
        titlebar_padding 1
        workspace_layout tabbed
        focus_on_window_activation focus
        output * background #000000 solid_color
        bindsym Mod4+Shift+e exit
        bindsym Mod4+Shift+q kill
        exec \(ready)

        """
    }
}
