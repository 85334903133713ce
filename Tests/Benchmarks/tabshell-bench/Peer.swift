import TestSupport

/// Another bar with a minimal configuration: one bar at the bottom, with workspaces only.
struct Peer {
    /// Its executable, and its Debian package.
    let name: String
    let package: String
    let arguments: [String]

    var isInstalled: Bool { Environment.find(name) != nil }

    func start(on sway: HeadlessSway, environment: [String: String] = [:], pass: Int32? = nil) throws -> ChildProcess {
        // Keeps GTK from looking for services of a desktop session.
        let quiet = ["NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory", "GDK_BACKEND": "wayland"]
        return try sway.start(
            name, arguments, environment: quiet.merging(environment) { _, theirs in theirs }, pass: pass)
    }

    /// The options of sway's bar block, which swaybar requests although sway does not start it.
    static let swayConfiguration = [
        "bar {", "  id bar-0", "  swaybar_command true", "  position bottom", "  workspace_buttons yes", "}",
    ]

    /// Writes the configurations of the other bars and returns the bars.
    static func all(_ sway: HeadlessSway, files: TemporaryDirectory) throws -> [Peer] {
        let yambar = try files.write(yambarConfiguration, to: "yambar.yml")
        let waybar = try files.write(waybarConfiguration, to: "waybar.json")
        let style = try files.write("window#waybar { background: #ffffff; color: #000000; }\n", to: "waybar.css")
        return [
            Peer(name: "swaybar", package: "sway", arguments: ["-b", "bar-0", "-s", sway.ipcSocket]),
            Peer(name: "yambar", package: "yambar", arguments: ["-c", yambar]),
            Peer(name: "waybar", package: "waybar", arguments: ["-c", waybar, "-s", style]),
        ]
    }

    private static let waybarConfiguration = """
        {"layer": "top", "position": "bottom", "height": 30, "modules-left": ["sway/workspaces"]}

        """

    private static let yambarConfiguration = """
        bar:
          location: bottom
          height: 30
          background: ffffffff
          foreground: 000000ff
          left:
            - i3:
                sort: ascending
                content:
                  "":
                    map:
                      default: {string: {text: "{name}", margin: 6}}
                      conditions:
                        focused: {string: {text: "{name}", margin: 6, deco: {background: {color: ccccccff}}}}

        """
}
