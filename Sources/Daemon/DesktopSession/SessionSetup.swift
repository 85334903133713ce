// SPDX-License-Identifier: MIT
import Glibc
import Localization
import Posix
import ShellModel

/// The parts of a session: its folder, its compositor, and the arguments of its daemon.
struct SessionSetup {
    private let compositor: Compositor
    private let folder: SessionFolder
    private let daemonArguments: [String]
    private let isFirstStart: Bool
    private let variables: [String: String?]

    /// Chooses the compositor.
    ///
    /// - Parameters:
    ///   - requested: the name or path of a compositor on the command line.
    ///   - configured: the argument vector of the configuration; a name of ``Compositor/names`` alone stands for that compositor
    ///     with a made configuration.
    ///   - pointer: the rule of the configuration by which the pointer is hidden.
    ///   - configuration: the file for the daemon.
    ///   - isDemo: true to welcome the user as at the first start.
    ///   - inWindow: true to show the session in a window of another one.
    ///   - environment: the environment, by name.
    /// - Throws: ``ExitError`` with what is missing; ``SystemError`` when the folder cannot be made.
    init(
        compositor requested: String?, configured: [String]?, pointer: PointerHiding = .never, configuration: String?,
        isDemo: Bool = false, inWindow: Bool,
        environment: (String) -> String?
    ) throws {
        guard let runtimeDirectory = environment("XDG_RUNTIME_DIR"), !runtimeDirectory.isEmpty else {
            throw ExitError(
                status: .refused,
                reason:
                    localized(
                        "XDG_RUNTIME_DIR is not set: it names a folder of the session, which a login makes (pam_systemd, elogind)"
                    )
            )
        }
        let display = environment("WAYLAND_DISPLAY").flatMap { $0.isEmpty ? nil : $0 }
        if inWindow, display == nil {
            throw ExitError(
                status: .refused,
                reason: localized("--window needs a session that runs already, and WAYLAND_DISPLAY names none"))
        }
        if !inWindow, let display, environment("WLR_BACKENDS") == nil {
            throw ExitError(
                status: .refused,
                reason: localized(
                    "this is a session already (\(display)): --window shows another one in a window of it"))
        }
        let command = try requested.map { [$0] } ?? configured ?? [Self.installed()]
        let program = command.first ?? ""
        do throws(MissingExecutable) {
            _ = try ChildProcess.executable(named: program)
        } catch {
            throw ExitError(status: .refused, reason: localized("the compositor cannot be started: \(error)"))
        }
        folder = try SessionFolder(runtimeDirectory: runtimeDirectory, pid: getpid())
        let made =
            command.count == 1
            ? Compositor(
                named: program, folder: folder.path,
                userFile: BaseDirectory.configuration.path(environment: environment).map { "\($0)/tabshell/sway.conf" },
                executable: ChildProcess.findExecutable("tabshell-session") ?? "tabshell-session", pointer: pointer)
            : nil
        compositor = made ?? Compositor(command: command)
        isFirstStart = isDemo || configuration == nil && Self.isFirstStart(environment: environment)
        daemonArguments = configuration.map { ["--config", $0] } ?? []
        var variables: [String: String?] = ["XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": "tabshell"]
        if inWindow { variables["WLR_BACKENDS"] = "wayland" }
        if let renderer = Self.renderer(chosen: environment(Session.renderer), gpus: RenderNode.accelerated()) {
            variables[Session.renderer] = renderer
        }
        // Those of a daemon that has started this session's terminal, and a connection that is another program's.
        for name in ["TABSHELL_SOCKET", "TABSHELL_WINDOW", "TABSHELL_CONFIG", "WAYLAND_SOCKET"] {
            variables.updateValue(nil, forKey: name)
        }
        self.variables = variables
    }

    /// The renderer of a compositor of wlroots: without a GPU, its GLES renderer may show old pictures. Nil leaves the choice to
    /// the compositor, or to the user who has made it.
    static func renderer(chosen: String?, gpus: [String]) -> String? {
        chosen == nil && gpus.isEmpty ? Session.software : nil
    }

    /// The session, which has not started anything yet.
    func session() throws(SystemError) -> Session {
        try Session(
            compositor, in: folder, daemonArguments: daemonArguments, isFirstStart: isFirstStart,
            environment: variables,
            log: Log(program: "tabshell-session"))
    }

    /// Reports to the session of this process's compositor the variables by which programs find it.
    ///
    /// - Throws: ``ExitError`` outside of a session.
    static func reportReady(environment: (String) -> String?) throws {
        guard let path = environment(SessionFolder.variable) else {
            throw ExitError(
                status: .refused,
                reason: localized("--ready is run by the compositor of a session; \(SessionFolder.variable) is not set")
            )
        }
        guard environment("WAYLAND_DISPLAY") != nil else {
            throw ExitError(status: .refused, reason: localized("the compositor has not set WAYLAND_DISPLAY"))
        }
        do throws(SystemError) {
            // Without a reader it fails rather than waits; with one it waits until a long message fits.
            _ = try FileDescriptor(opening: path, O_WRONLY | O_NONBLOCK)
            let pipe = try FileDescriptor(opening: path, O_WRONLY)
            try pipe.writeAll(ReadyMessage(environment: environment).encoded)
        } catch {
            throw ExitError(status: .refused, reason: localized("the session cannot be reached: \(error)"))
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
        throw ExitError(
            status: .refused,
            reason:
                localized(
                    "no compositor found: install \(alternatives(Compositor.names)), or name another by --compositor"
                )
        )
    }
}
