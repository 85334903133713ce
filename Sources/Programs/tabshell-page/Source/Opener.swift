// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import Posix

/// Opens files and addresses in the programs that the user prefers for them, by xdg-open(1).
final class Opener {
    /// The maximum number of programs that run at a time: some of them end with the file, others at once.
    private static let maximumConcurrent = 32
    /// The time after which a disk that has not answered is reported, ns.
    private static let timeout: UInt64 = 3_000_000_000

    private let program: String
    private let loop: EventLoop
    private let onFailure: (String) -> Void
    private var processes: [ProcessExitSource] = []
    /// The creation of each file, beside the loop: the disk may not answer.
    private var creations: [String: BackgroundCall<Void, Void>] = [:]

    /// - Parameters:
    ///   - program: the program that opens them.
    ///   - onFailure: called with a sentence when nothing has opened one.
    init(program: String = "xdg-open", on loop: EventLoop, onFailure: @escaping (String) -> Void) {
        self.program = program
        self.loop = loop
        self.onFailure = onFailure
    }

    /// Opens a file, after creating it with its folders if it is missing.
    ///
    /// - Parameters:
    ///   - path: its absolute path.
    ///   - text: the content of a new file.
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
                self?.open(path) { localized("\(path) was not opened: \($0). Open it in an editor of yours.") }
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
        // It must outlive the page: the daemon ends what a page leaves behind by this variable.
        ProcessExitSource.start(
            program, arguments: [target], environment: ["TABSHELL_INSTANCE": nil], on: loop,
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
