// SPDX-License-Identifier: MIT
public import EventLoop
import Glibc
import Localization
import Posix

/// Opens a file in the user's editor, by xdg-open(1).
public final class FileOpener {
    private let path: String
    private let program: String
    private let loop: EventLoop
    private let onFailure: (String) -> Void
    private var process: ProcessExitSource?

    /// - Parameters:
    ///   - path: the absolute path of the file.
    ///   - program: the program that opens it.
    ///   - onFailure: called with a sentence when nothing has opened it.
    public init(
        path: String, program: String = "xdg-open", on loop: EventLoop, onFailure: @escaping (String) -> Void
    ) {
        self.program = program
        self.path = path
        self.loop = loop
        self.onFailure = onFailure
    }

    /// Opens the file, after creating it with its folders if it is missing.
    ///
    /// - Parameter text: the content of a new file.
    public func open(creatingWith text: String) {
        do throws(SystemError) {
            try create(text)
        } catch {
            return onFailure(localized("\(path) cannot be created: \(error)"))
        }
        // It must outlive the page: the daemon ends what a page leaves behind by this variable.
        ProcessExitSource.start(
            program, arguments: [path], environment: ["TABSHELL_INSTANCE": nil], on: loop,
            onExit: { [weak self, program] _, code in
                self?.process = nil
                if code != 0 { self?.fail(localized("\(program) failed with exit code \(code ?? -1)")) }
            },
            onStart: { [weak self] result in
                switch result {
                case .success(let process): self?.process = process
                case .failure(let error): self?.fail("\(error)")
                }
            })
    }

    private func fail(_ reason: String) {
        onFailure(localized("\(path) was not opened: \(reason). Open it in an editor of yours."))
    }

    private func create(_ text: String) throws(SystemError) {
        try FileSystem.makeDirectories(above: path)
        if FileSystem.isPresent(path) { return }
        try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644).writeAll(Array(text.utf8))
    }
}
