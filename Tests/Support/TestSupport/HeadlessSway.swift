import Foundation

/// A headless sway in its own runtime directory. It ends with the last reference, which Swift may release right
/// after the last use: keep it with `withExtendedLifetime`, or with a ``stop()`` at the end, while clients need it.
public final class HeadlessSway {
    public struct Options: Sendable {
        /// The size of the first output, buffer pixels.
        public var width = 1280
        public var height = 720
        /// The scale of the first output, which may be fractional.
        public var scale = 1.0
        /// True to run in a window of another headless sway, so that outputs can be unplugged: sway 1.7 can neither
        /// unplug nor disable a headless output. Outputs are then called WL-1 and so on, and the outer sway, which
        /// paces them, affects their size.
        public var isNested = false
        /// The root folder of another Debian whose sway is run, by that Debian's loader; nil is this system's.
        public var root: String?
        /// Further lines of the configuration.
        public var configuration: [String] = []

        public init() {}
    }

    /// An output, as in sway's `get_outputs`.
    public struct Output: Equatable, Sendable {
        /// The name, such as HEADLESS-1.
        public let name: String
        /// Buffer pixels.
        public let width: Int
        public let height: Int
        /// Buffer pixels per logical pixel.
        public let scale: Double
        /// The position in the layout, logical pixels.
        public let place: Frame
    }

    /// A rectangle in whole logical pixels.
    public struct Frame: Equatable, Sendable {
        public let x, y, width, height: Int

        public init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// `XDG_RUNTIME_DIR`.
    public var runtimeDirectory: String { directory.path }
    /// The name in `WAYLAND_DISPLAY`.
    public let display: String
    public let ipcSocket: String
    public let process: ChildProcess

    private let directory: TemporaryDirectory
    private let outer: HeadlessSway?

    /// Starts sway and waits until it responds and has its output.
    public init(_ options: Options = Options()) throws {
        directory = try TemporaryDirectory(in: TemporaryDirectory.memoryBase)
        ipcSocket = directory.appending("sway.sock")
        let configuration = try directory.write(HeadlessSway.configuration(options), to: "config")
        var settings = [
            "XDG_RUNTIME_DIR": directory.path, "HOME": try directory.makeDirectory("home"), "SWAYSOCK": ipcSocket,
            "WLR_BACKENDS": "headless", "WLR_HEADLESS_OUTPUTS": "1", "WLR_RENDERER": "pixman",
            "WLR_LIBINPUT_NO_DEVICES": "1",
        ]
        outer = options.isNested ? try HeadlessSway() : nil
        if let outer {
            settings["WLR_BACKENDS"] = "wayland"
            settings["WAYLAND_DISPLAY"] = "\(outer.runtimeDirectory)/\(outer.display)"
        }
        let command = try options.root.map(HeadlessSway.command(inRoot:)) ?? ["sway"]
        let started = try ChildProcess(
            command[0], command.dropFirst() + ["--config", configuration],
            environment: Environment.plain.merging(settings) { _, ours in ours })
        process = started
        if options.root == nil { SwayProcesses.current?.add(started) }
        let runtime = directory.path
        display = try waitFor("sway's Wayland socket") {
            guard started.isRunning else { throw SystemError("sway ended at once: \(started.errorOutput)") }
            let names = try FileManager.default.contentsOfDirectory(atPath: runtime)
            return names.first { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }
        }
        try waitUntil("sway to answer with its output; it wrote: \(started.errorOutput)") {
            guard started.isRunning else { throw SystemError("sway ended: \(started.errorOutput)") }
            // The socket has its name before sway listens on it.
            return (try? outputs)?.isEmpty == false
        }
    }

    deinit { stop() }

    /// The environment in which a child finds this compositor.
    public var environment: [String: String] {
        Environment.plain.merging(
            [
                "XDG_RUNTIME_DIR": runtimeDirectory, "WAYLAND_DISPLAY": display, "SWAYSOCK": ipcSocket,
                "HOME": "\(runtimeDirectory)/home", "XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": "sway",
            ]) { _, ours in ours }
    }

    /// Starts a program on this compositor, with variables that extend or replace ``environment``.
    public func start(
        _ executable: String, _ arguments: [String] = [], environment more: [String: String] = [:], pass: Int32? = nil
    ) throws -> ChildProcess {
        try ChildProcess(
            executable, arguments, environment: environment.merging(more) { _, theirs in theirs }, pass: pass)
    }

    /// Runs a command by swaymsg.
    public func swaymsg(_ command: String...) throws {
        _ = try ChildProcess.run("swaymsg", ["--quiet", "--"] + command, environment: environment)
    }

    /// Sends a query by swaymsg, such as `get_outputs` or `get_tree`, and returns the JSON value of the reply.
    public func query(_ type: String) throws -> Any {
        let output = try ChildProcess.run("swaymsg", ["--raw", "--type", type], environment: environment)
        return try JSONSerialization.jsonObject(with: output)
    }

    /// The enabled outputs, in sway's order.
    public var outputs: [Output] {
        get throws {
            let all = try query("get_outputs") as? [[String: Any]] ?? []
            return all.compactMap { output in
                guard output["active"] as? Bool == true, let name = output["name"] as? String,
                    let mode = output["current_mode"] as? [String: Any], let place = frame(output["rect"])
                else { return nil }
                return Output(
                    name: name, width: mode["width"] as? Int ?? 0, height: mode["height"] as? Int ?? 0,
                    scale: output["scale"] as? Double ?? 1, place: place)
            }
        }
    }

    /// The area of an output outside all exclusive zones: the rectangle of its visible workspace.
    public func usableArea(of output: String) throws -> Frame? {
        frame(try workspaces.first { $0["output"] as? String == output && $0["visible"] as? Bool == true }?["rect"])
    }

    /// The name of the workspace with the focus.
    public var shownWorkspace: String? {
        get throws { try workspaces.first { $0["focused"] as? Bool == true }?["name"] as? String }
    }

    /// The app-ids of all windows.
    public var windows: [String] {
        get throws { try nodes.compactMap { $0["app_id"] as? String } }
    }

    /// The app-id of the focused window; nil without one.
    public var focusedWindow: String? {
        get throws { try nodes.first { $0["focused"] as? Bool == true }?["app_id"] as? String }
    }

    /// The rectangle of the window with an app ID, in the layout.
    public func place(of app: String) throws -> Frame? {
        frame(try nodes.first { $0["app_id"] as? String == app }?["rect"])
    }

    private var workspaces: [[String: Any]] {
        get throws { try query("get_workspaces") as? [[String: Any]] ?? [] }
    }

    /// The nodes of the tree, parents first.
    private var nodes: [[String: Any]] {
        get throws {
            func all(_ node: [String: Any]) -> [[String: Any]] {
                [node] + ["nodes", "floating_nodes"].flatMap { node[$0] as? [[String: Any]] ?? [] }.flatMap(all)
            }
            return all(try query("get_tree") as? [String: Any] ?? [:])
        }
    }

    /// Sets an output's size in buffer pixels and its refresh rate in Hz, and waits for it.
    public func setMode(_ name: String = "HEADLESS-1", width: Int, height: Int, rate: Int = 60) throws {
        try swaymsg("output", name, "mode", "--custom", "\(width)x\(height)@\(rate)Hz")
        try waitUntil("output \(name) to be \(width)x\(height)") {
            try outputs.contains { $0.name == name && $0.width == width && $0.height == height }
        }
    }

    /// Adds an output, and returns its name.
    public func createOutput() throws -> String {
        let before = Set(try outputs.map(\.name))
        try swaymsg("create_output")
        return try waitFor("a new output") { try outputs.map(\.name).first { !before.contains($0) } }
    }

    /// Removes an output together with its wl_output global. With sway 1.7 this needs ``Options/isNested``.
    public func unplug(_ name: String) throws {
        if let outer {
            // The inner sway's window is its output, and opens a moment after it.
            try waitUntil("the window of output \(name)") {
                (try? outer.swaymsg("[title=\"^wlroots - \(name)$\"] kill")) != nil
            }
        } else {
            try swaymsg("output", name, "unplug")
        }
        try waitUntil("output \(name) to be gone") { try !outputs.contains { $0.name == name } }
    }

    public var log: String { process.errorOutput }

    /// All live processes whose environment has this compositor's runtime directory.
    public var processes: [ProcessFacts] {
        let runtime = runtimeDirectory
        return ProcessFacts.all.filter { $0.environment?["XDG_RUNTIME_DIR"] == runtime }
    }

    /// Ends sway and all processes in its runtime directory, and returns sway's exit.
    @discardableResult
    public func stop() -> ChildProcess.Exit? {
        let exit = process.terminate()
        // Clients get a moment to exit by themselves after the compositor.
        do {
            try waitUntil("sway's programs to end", seconds: 2) { processes.isEmpty }
        } catch {
            for left in processes where left.pid != getpid() { kill(left.pid, SIGKILL) }
        }
        outer?.stop()
        return exit
    }

    /// The command line of the sway of another Debian.
    private static func command(inRoot root: String) throws -> [String] {
        let files = FileManager.default
        let libraries = try files.contentsOfDirectory(atPath: "\(root)/usr/lib").first { $0.hasSuffix("-linux-gnu") }
        let folders = ["lib64", "lib"].map { "\(root)/usr/\($0)" }
        let loaders = folders.flatMap { folder in
            ((try? files.contentsOfDirectory(atPath: folder)) ?? []).map { "\(folder)/\($0)" }
        }
        guard let libraries, let loader = loaders.first(where: { $0.contains("/ld-linux") }) else {
            throw SystemError("\(root): no root folder of Debian")
        }
        return [loader, "--library-path", "\(root)/usr/lib/\(libraries)", "\(root)/usr/bin/sway"]
    }

    private static func configuration(_ options: Options) -> String {
        let size = "\(options.width)x\(options.height)@60Hz"
        let lines = [
            "xwayland disable", "seat seat0 fallback true", "default_border none",
            "output HEADLESS-1 mode --custom \(size)", "output HEADLESS-1 scale \(options.scale)", "swaybg_command -",
        ]
        return (lines + options.configuration).joined(separator: "\n") + "\n"
    }

    private func frame(_ value: Any?) -> Frame? {
        guard let fields = value as? [String: Any], let x = fields["x"] as? Int, let y = fields["y"] as? Int,
            let width = fields["width"] as? Int, let height = fields["height"] as? Int
        else { return nil }
        return Frame(x: x, y: y, width: width, height: height)
    }
}
