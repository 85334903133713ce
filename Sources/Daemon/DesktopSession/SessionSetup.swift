import Glibc
import Posix
import ShellConfig
import ShellModel

/// The parts of a session: its folder, its compositor, and the arguments of its daemon.
struct SessionSetup {
    let compositor: Compositor
    let folder: SessionFolder
    let daemonArguments: [String]
    let isFirstStart: Bool
    /// Further variables of the compositor; nil removes one.
    let variables: [String: String?]

    /// Chooses the compositor: the requested one, else the configured one, else an installed one. A name of
    /// ``Compositor/names`` alone stands for that compositor with a generated configuration.
    ///
    /// - Parameter isLocked: true if the configuration has a lock.
    init(
        compositor requested: String?, configured: [String]?, pointer: PointerHiding = .never, isLocked: Bool = false,
        configuration: String?,
        isDemo: Bool = false, inWindow: Bool, environment: (String) -> String?
    ) throws {
        guard let runtimeDirectory = environment("XDG_RUNTIME_DIR"), !runtimeDirectory.isEmpty else {
            throw ExitError.refused(
                "XDG_RUNTIME_DIR is not set; log in through pam_systemd or elogind, or set it")
        }
        let display = environment("WAYLAND_DISPLAY").flatMap { $0.isEmpty ? nil : $0 }
        if inWindow, display == nil {
            throw ExitError.refused("--window needs a running session, but WAYLAND_DISPLAY is not set")
        }
        if !inWindow, let display, environment("WLR_BACKENDS") == nil {
            throw ExitError.refused("a session is already running (\(display)); --window runs another one in a window")
        }
        let command = try requested.map { [$0] } ?? configured ?? [Self.installed()]
        let program = command.first ?? ""
        do throws(MissingExecutable) {
            _ = try ChildProcess.executable(named: program)
        } catch {
            throw ExitError.refused("the compositor cannot be started: \(error)")
        }
        folder = try SessionFolder(runtimeDirectory: runtimeDirectory, pid: getpid())
        let made =
            command.count == 1
            ? Compositor(
                named: program, folder: folder.path,
                userFile: BaseDirectory.configuration.path(environment: environment).map { "\($0)/tabshell/sway.conf" },
                executable: ChildProcess.findExecutable("tabshell-session") ?? "tabshell-session", pointer: pointer,
                isLocked: isLocked)
            : nil
        compositor = made ?? Compositor(command: command)
        isFirstStart = isDemo || configuration == nil && Self.isFirstStart(environment: environment)
        daemonArguments = configuration.map { ["--config", $0] } ?? []
        var variables: [String: String?] = ["XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": "tabshell"]
        if inWindow { variables["WLR_BACKENDS"] = "wayland" }
        if let renderer = Self.renderer(chosen: environment(Session.renderer), gpus: RenderNode.accelerated()) {
            variables[Session.renderer] = renderer
        }
        // Variables of a daemon that started this session's terminal, and another program's connection.
        for name in ["TABSHELL_SOCKET", "TABSHELL_WINDOW", "TABSHELL_CONFIG", "WAYLAND_SOCKET"] {
            variables.updateValue(nil, forKey: name)
        }
        self.variables = variables
    }

    /// The renderer of wlroots; nil leaves the choice. Without a GPU, its GLES renderer may show old pictures.
    static func renderer(chosen: String?, gpus: [String]) -> String? {
        chosen == nil && gpus.isEmpty ? Session.software : nil
    }

    /// True for a configuration with a lock, or with errors that may hide one.
    static func isLocked(_ reading: Result<ConfigurationReading, ConfigurationErrors>) -> Bool {
        switch reading {
        case .success(let reading): reading.configuration.setup.lock != nil
        case .failure(let errors): errors.mayHideLock
        }
    }

    /// Reports the variables by which programs find this process's compositor to its session.
    static func reportReady(environment: (String) -> String?) throws {
        guard let path = environment(SessionFolder.variable) else {
            throw ExitError.refused(
                "--ready is run by the compositor of a session; \(SessionFolder.variable) is not set")
        }
        guard environment("WAYLAND_DISPLAY") != nil else {
            throw ExitError.refused("the compositor has not set WAYLAND_DISPLAY")
        }
        do throws(SystemError) {
            // Without a reader it fails instead of waiting; with one it waits until a long message fits.
            _ = try FileDescriptor(opening: path, O_WRONLY | O_NONBLOCK)
            let pipe = try FileDescriptor(opening: path, O_WRONLY)
            try pipe.writeAll(ReadyMessage(environment: environment).encoded)
        } catch {
            throw ExitError.refused("the session cannot be reached: \(error)")
        }
    }

    /// True if the user has neither a configuration nor the state of an earlier session.
    private static func isFirstStart(environment: (String) -> String?) -> Bool {
        [BaseDirectory.configuration, .state].allSatisfy { directory in
            directory.path(environment: environment).map { !FileSystem.exists("\($0)/tabshell") } ?? false
        }
    }

    private static func installed() throws(ExitError) -> String {
        for name in Compositor.names where ChildProcess.findExecutable(name) != nil { return name }
        throw ExitError.refused(
            "no compositor found: install \(Compositor.names.joined(separator: " or ")), or name another by --compositor"
        )
    }
}
