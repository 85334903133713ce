import EventLoop
import Glibc
import Localization
import Posix
import ShellModel
import TabshellIPC

/// Opens files and addresses in the programs that the user prefers for them, by xdg-open(1).
final class Opener {
    /// The maximum number of running programs: some end with the file, others at once.
    private static let maximumConcurrent = 32
    /// The time after which a silent disk is reported, ns.
    private static let timeout: UInt64 = 3_000_000_000

    /// True with a lock: the programs are kept from the shell.
    var isConfined = false

    private let program: String
    private let tab: TabID
    private let loop: EventLoop
    private let onFailure: (String) -> Void
    private var processes: [ProcessExitSource] = []
    private var count = 0
    /// The creation of each file, on a thread: the disk may not answer.
    private var creations: [String: BackgroundCall<Void, Void>] = [:]

    /// - Parameter onFailure: called with a sentence on failure.
    init(
        program: String = "xdg-open", of tab: TabID, on loop: EventLoop, onFailure: @escaping (String) -> Void
    ) {
        (self.program, self.tab, self.loop, self.onFailure) = (program, tab, loop, onFailure)
    }

    /// Opens a file by its absolute path, after creating it with a text, and its folders, if it is missing.
    func open(_ path: String, creatingWith text: String) {
        let creation =
            creations[path]
            ?? BackgroundCall(localized("writing \(path)"), timeout: Self.timeout, on: loop) { () throws(SystemError) in
                try Self.create(path, text)
            }
        creations[path] = creation
        creation.run(()) { [weak self, onFailure] result in
            switch result {
            case .success:
                self?.open(path) { localized("\(path) was not opened: \($0). Open it in an editor.") }
            case .failure(let error): onFailure(localized("\(path) cannot be created: \(error)"))
            }
        }
    }

    /// Opens an address, or a file by its absolute path.
    func open(_ target: String) {
        open(target) { localized("\(target) was not opened: \($0).") }
    }

    private func open(_ target: String, _ failure: @escaping (String) -> String) {
        guard processes.count < Self.maximumConcurrent else {
            return onFailure(failure(localized("\(processes.count) programs are running")))
        }
        // It must outlive the page: the daemon finds a page's left processes by this variable, and ends them.
        var environment: [String: String?] = [ChildProcess.instanceVariable: nil]
        var launcher: [String] = []
        if isConfined, let socket = try? SocketPath(environment: environmentVariable) {
            environment.merge(Confinement.environment) { $1 }
            launcher = Confinement.launcher("link-\(tab)-\(count % Self.maximumConcurrent)", beside: socket.path)
            count += 1
        }
        ProcessExitSource.start(
            program, arguments: [target], by: launcher, environment: environment, on: loop,
            onExit: { [weak self, program, onFailure] pid, code in
                self?.processes.removeAll { $0.pid == pid }
                if code != 0 { onFailure(failure(localized("\(program) failed with exit code \(code ?? -1)"))) }
            },
            onStart: { [weak self, onFailure] result in
                switch result {
                case .success(let process): self?.processes.append(process)
                case .failure(let error): onFailure(failure("\(error)"))
                }
            })
    }

    private static func create(_ path: String, _ text: String) throws(SystemError) {
        try FileSystem.makeDirectories(above: path)
        if FileSystem.isPresent(path) { return }
        try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644).writeAll(Array(text.utf8))
    }
}
