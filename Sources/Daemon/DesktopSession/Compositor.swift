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
                // Windows lack a frame and fill the area beside the bar. Without any binding labwc would add its own, and to
                // an empty menu its own entries.
                File("rc.xml", isLocked ? PackageResources.rc_locked_xml : PackageResources.rc_xml),
                File("menu.xml", isLocked ? PackageResources.menu_locked_xml : PackageResources.menu_xml),
                File(name: "autostart", content: "\(ready)\n"),
            ]
        case "sway":
            command = ["sway", "-c", "\(folder)/sway.conf"]
            // Sway parses the name after `include` like a shell, so a link gives it one without blanks, `$` and the like.
            let link = userFile.map { File(name: "user.conf", target: $0) }
            let include = link.map { "include \($0.name)\n" } ?? ""
            // 100 ms is the shortest time.
            let hiding = pointer.delay.map { "seat * hide_cursor \(max(Int($0 * 1000), 100))\n" } ?? ""
            files =
                [File(name: "sway.conf", content: Self.sway(ready: ready, isLocked) + hiding + include)]
                + [link].compactMap(\.self)
        default: return nil
        }
    }

    private static func sway(ready: String, _ isLocked: Bool) -> String {
        // A key that does nothing can be unbound by the user's file; unbinding a free one is an error.
        let (exit, kill) = isLocked ? ("nop", "nop") : ("exit", "kill")
        let keys = "bindsym Mod4+Shift+e \(exit)\nbindsym Mod4+Shift+q \(kill)\nexec \(ready)\n"
        return String(decoding: PackageResources.sway_conf, as: UTF8.self) + keys
    }
}

extension Compositor.File {
    fileprivate init(_ name: String, _ bytes: [UInt8]) {
        self.init(name: name, content: String(decoding: bytes, as: UTF8.self))
    }
}
