// SPDX-License-Identifier: MIT
import EventLoop
import Localization
import Posix

/// The file in which changes of the tabs are kept, written by a thread.
final class TabsFile {
    let path: String
    private let writer: BackgroundCall<[UInt8], Void>

    /// - Parameter timeout: the time within which the disk has to write, ns.
    init(
        path: String, files: any FileCalls = SystemFileCalls(), timeout: UInt64 = 3_000_000_000, loop: EventLoop
    ) {
        self.path = path
        writer = BackgroundCall(localized("writing \(path)"), timeout: timeout, on: loop) {
            (content) throws(SystemError) in
            try files.store(FileSystem.resolve(path) ?? path, content, includingAncestors: true)
        }
    }

    /// Replaces the content, and waits until the disk has stored it. A link leads to the file that is replaced.
    ///
    /// - Parameter completion: called once with the error; nil on success.
    func write(_ text: String, completion: @escaping (SystemError?) -> Void) {
        writer.run(Array(text.utf8)) { completion($0.error) }
    }
}
