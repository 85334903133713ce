import EventLoop
import Glibc
import Localization
import Posix

/// The file in which changes of the tabs are kept, written by a thread.
final class TabsFile {
    /// The code of the error of a file that has changed since it was read.
    static let hasChanged = ESTALE
    /// The maximum number of such errors in a row before one with another code.
    private static let maximumChanges = 5

    private struct Save: Sendable {
        var content: [UInt8]
        /// The content of the file as it was read.
        var earlier: [UInt8]
    }

    let path: String
    private let writer: BackgroundCall<Save, Void>
    /// The number of saves in a row that found a changed file.
    private var changes = 0

    init(
        path: String, files: any FileCalls = SystemFileCalls(), timeout: UInt64 = 3_000_000_000, loop: EventLoop
    ) {
        self.path = path
        writer = BackgroundCall("writing \(path)", timeout: timeout, on: loop) {
            (save) throws(SystemError) in
            let target = FileSystem.resolve(path) ?? path
            try Self.check(target, save, files)
            try files.store(target, save.content, includingAncestors: true) { () throws(SystemError) in
                try Self.check(target, save, files)
            }
        }
    }

    /// Replaces the content, and waits until the disk has stored it. A link is followed to the file that is replaced. The
    /// earlier content is evaluated when the write begins; a file with another one is not replaced.
    func write(
        _ text: String, over earlier: @autoclosure @escaping () -> String, completion: @escaping (SystemError?) -> Void
    ) {
        writer.run(Save(content: Array(text.utf8), earlier: Array(earlier().utf8))) { [weak self] result in
            var error = result.error
            if let self {
                changes = error?.code == Self.hasChanged ? changes + 1 : 0
                if changes > Self.maximumChanges {
                    changes = 0
                    error?.code = EBUSY
                }
            }
            completion(error)
        }
    }

    /// Throws unless there is no file, or a regular one with the content that was read.
    private static func check(_ path: String, _ save: Save, _ files: any FileCalls) throws(SystemError) {
        let content: [UInt8]
        do throws(SystemError) {
            content = try files.read(path)
        } catch {
            switch error.code {
            case ENOENT: content = []
            case EINVAL, EISDIR, ENXIO:
                throw SystemError(
                    code: error.code, operation: localized("writing \(path), which is not a regular file"))
            default: throw error
            }
        }
        guard content == save.earlier || content == save.content else {
            throw SystemError(code: hasChanged, operation: localized("writing \(path), which has just been changed"))
        }
    }
}
