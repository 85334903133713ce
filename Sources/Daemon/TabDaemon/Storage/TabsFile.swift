// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import Localization
import Posix

/// The file in which changes of the tabs are kept, written by a thread.
final class TabsFile {
    let path: String
    private let files: any FileCalls
    private let loop: EventLoop
    /// The time within which the disk has to write, ns.
    private let timeout: UInt64
    private var task: BackgroundTask?
    private var timer: EventLoop.Timer?
    /// Called with the error of the write that is under way, unless it is overdue.
    private var completion: ((SystemError?) -> Void)?

    init(
        path: String, files: any FileCalls = SystemFileCalls(), timeout: UInt64 = 3_000_000_000, loop: EventLoop
    ) {
        self.path = path
        self.files = files
        self.loop = loop
        self.timeout = timeout
        timer = loop.timer { [weak self] in
            guard let self else { return }
            end(overdue)
        }
    }

    /// Replaces the content, and waits until the disk has stored it. A link leads to the file that is replaced.
    ///
    /// - Parameter completion: called once with the error; nil on success.
    func write(_ text: String, completion: @escaping (SystemError?) -> Void) {
        guard task == nil else { return completion(overdue) }
        self.completion = completion
        timer?.arm(after: timeout)
        let (path, files, content) = (path, files, Array(text.utf8))
        do throws(SystemError) {
            task = try BackgroundTask(on: loop) { () throws(SystemError) in
                try files.store(FileSystem.resolve(path) ?? path, content, includingAncestors: true)
            } onEnd: { [weak self] result in
                self?.task = nil
                if case .failure(let error) = result { self?.end(error) } else { self?.end(nil) }
            }
        } catch {
            end(error)
        }
    }

    private var overdue: SystemError { SystemError(code: ETIMEDOUT, operation: localized("writing \(path)")) }

    private func end(_ error: SystemError?) {
        timer?.disarm()
        let completion = completion
        self.completion = nil
        completion?(error)
    }
}
