import ShellModel

/// A compositor that a session can start, with its generated configuration.
struct Compositor: Equatable, Sendable {
    /// The compositors with a generated configuration, the preferred one first.
    static let names = ["labwc", "sway"]
    struct File: Equatable, Sendable {
        var name: String
        var content = ""
        /// The target of a symbolic link; nil for a regular file.
        var target: String?
    }

    /// The argument vector. The first argument is a path, or a name to search on `PATH`.
    var command: [String]
    /// The files that it reads, in the session's folder.
    var files: [File]

    var name: String { command.first ?? "" }

    /// A compositor with a configuration of its own, which runs `tabshell-session --ready` once programs can connect to it.
    init(command: [String]) { (self.command, files) = (command, []) }

    /// A compositor with a generated configuration; nil for a name that is not of ``names``. Sway reads the user's file, if any,
    /// after the generated ones, and hides the pointer only after a time.
    ///
    /// - Parameter isLocked: true for a configuration without keys and menus that start a program, close a window or leave.
    init?(
        named name: String, folder: String, userFile: String?, executable: String, pointer: PointerHiding = .never,
        isLocked: Bool = false
    ) {
        let ready = "'\(executable)' --ready"
        switch name {
        case "labwc":
            command = ["labwc", "-C", folder]
            files = [
                File(name: "rc.xml", content: Self.labwc(Self.labwcBindings(isLocked))),
                File(name: "menu.xml", content: Self.labwcMenus(isLocked)),
                File(name: "autostart", content: "\(ready)\n"),
            ]
        case "sway":
            command = ["sway", "-c", "\(folder)/sway.conf"]
            // Sway parses the name after `include` like a shell, so a link gives it one without blanks, `$` and the like.
            let link = userFile.map { File(name: "user.conf", target: $0) }
            let include = link.map { "include \($0.name)\n" } ?? ""
            files =
                [File(name: "sway.conf", content: Self.sway(ready: ready, isLocked) + Self.sway(pointer) + include)]
                + [link].compactMap(\.self)
        default: return nil
        }
    }

    private static func sway(_ pointer: PointerHiding) -> String {
        // 100 ms is the shortest time.
        pointer.delay.map { "seat * hide_cursor \(max(Int($0 * 1000), 100))\n" } ?? ""
    }

    private static func sway(ready: String, _ isLocked: Bool) -> String {
        // A key that does nothing can be unbound by the user's file; unbinding a free one is an error.
        let (exit, kill) = isLocked ? ("nop", "nop") : ("exit", "kill")
        return """
            default_border none
            default_floating_border none
            titlebar_padding 1
            workspace_layout tabbed
            focus_on_window_activation focus
            bindsym Mod4+Shift+e \(exit)
            bindsym Mod4+Shift+q \(kill)
            exec \(ready)

            """
    }

    /// Windows lack a frame and fill the area beside the bar.
    private static func labwc(_ bindings: String) -> String {
        """
        <?xml version="1.0"?>
        <labwc_config>
          <core><decoration>server</decoration><gap>0</gap></core>
          <placement><policy>automatic</policy></placement>
        \(bindings)
          <windowRules>
            <windowRule identifier="*" type="normal" serverDecoration="no"><action name="Maximize" /></windowRule>
          </windowRules>
        </labwc_config>

        """
    }

    private static func labwcBindings(_ isLocked: Bool) -> String {
        guard isLocked else {
            return #"  <keyboard><default /><keybind key="W-S-e"><action name="Exit" /></keybind></keyboard>"#
        }
        // Without any binding labwc would add its own. A press of a button still brings the window below it to the front.
        let buttons = ["Left", "Middle", "Right"].map {
            #"    <mousebind button="\#($0)" action="Press"><action name="Focus" /><action name="Raise" /></mousebind>"#
        }
        return """
              <keyboard><keybind key="W-S-e"><action name="None" /></keybind></keyboard>
              <mouse><context name="Client">
            \(buttons.joined(separator: "\n"))
              </context></mouse>
            """
    }

    /// The menu of the desktop, and with a lock the one that a window may ask for: labwc adds its own entries to an empty menu.
    private static func labwcMenus(_ isLocked: Bool) -> String {
        let menus =
            isLocked
            ? ["root-menu", "client-menu"].map { #"<menu id="\#($0)" label=""><separator /></menu>"# }
            : [#"<menu id="root-menu" label="tabshell"><item label="Log out"><action name="Exit" /></item></menu>"#]
        return """
            <?xml version="1.0"?>
            <openbox_menu>
              \(menus.joined(separator: "\n  "))
            </openbox_menu>

            """
    }
}
