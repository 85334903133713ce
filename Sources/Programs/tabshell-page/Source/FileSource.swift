// SPDX-License-Identifier: MIT
import DocumentText
import EventLoop
import Glibc
import Localization
import Posix

/// A text file as a document: it is read when the page is shown, and when it changes while the page is shown.
final class FileSource: DocumentSource {
    /// The maximum number of bytes that are shown of a file.
    static let maximumSize = 1024 * 1024

    let name: String
    let folder: String?
    private(set) var content: DocumentContent?
    var onChange: () -> Void = {}

    private let path: String
    private let loop: EventLoop
    private let reading: BackgroundCall<Void, DocumentContent>
    private var watch: FileWatcher?
    /// True if the file could not be watched when it was shown last.
    private var isUnwatched = false

    /// - Parameters:
    ///   - path: the absolute path of the file.
    ///   - format: the format; nil for that of the name's extension.
    ///   - timeout: the time after which a disk that has not answered is reported, ns.
    ///   - read: reads a file, at most so many bytes.
    init(
        path: String, format: DocumentFormat? = nil, timeout: UInt64 = 3_000_000_000, loop: EventLoop,
        read: @escaping @Sendable (String, Int) throws(SystemError) -> [UInt8] = {
            (path, count) throws(SystemError) in try FileSystem.read(path, upTo: count)
        }
    ) {
        self.path = path
        self.loop = loop
        name = path.split(separator: "/").last.map(String.init) ?? path
        folder = FileSystem.directory(of: path)
        let format = format ?? DocumentFormat(path: path)
        // Beside the loop: the disk may not answer, and a long text takes its time.
        reading = BackgroundCall(localized("reading \(path)"), timeout: timeout, on: loop) {
            () throws(SystemError) in Self.content(of: path, format, read)
        }
        reading.onResult = { [weak self] in self?.arrived($0) }
    }

    func show() {
        // It reports when it has begun to watch, so that no change is missed.
        watch = try? FileWatcher([path], on: loop, watchesLater: true) { [weak self] in self?.refresh() }
        isUnwatched = watch == nil
        refresh()
    }

    func hide() {
        watch = nil
    }

    func stop() {
        hide()
    }

    /// True while the file is read, or still to be watched.
    var isBusy: Bool { reading.isBusy || watch?.isRearming == true }

    func refresh() { reading.run(()) }

    private func arrived(_ result: Result<DocumentContent, SystemError>) {
        var fresh: DocumentContent
        switch result {
        case .success(let content): fresh = content
        case .failure(let error) where error.code == ETIMEDOUT:
            fresh = Self.failed(
                localized("No answer"), localized("The disk with \(path) does not answer. It is shown when it does."))
        case .failure(let error): fresh = Self.failed(localized("Not readable"), error.description)
        }
        if isUnwatched, fresh.problem == nil {
            fresh.footnote = fresh.footnote ?? localized("Changes of this file are not shown: it cannot be watched.")
        }
        guard fresh != content else { return }
        content = fresh
        onChange()
    }

    private static func content(
        of path: String, _ format: DocumentFormat, _ read: (String, Int) throws(SystemError) -> [UInt8]
    ) -> DocumentContent {
        do throws(SystemError) {
            // With one byte more than the maximum, a longer file is recognized.
            return content(of: try read(path, maximumSize + 1), of: path, format)
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR:
                return failed(
                    localized("No such file"),
                    localized("The file \(path) does not exist.\nIt will be shown when it is created."))
            case EISDIR: return failed(localized("Not a file"), localized("\(path) is a folder."))
            case EINVAL: return failed(localized("Not a file"), localized("\(path) is not a regular file."))
            case EACCES, EPERM:
                return failed(localized("Not readable"), localized("You are not permitted to read \(path)."))
            default: return failed(localized("Not readable"), "\(path): \(SystemError.message(for: error.code)).")
            }
        }
    }

    private static func content(of bytes: [UInt8], of path: String, _ format: DocumentFormat) -> DocumentContent {
        let isTruncated = bytes.count > maximumSize
        // The end may cut a character, of at most four bytes.
        let cuts = 0...(isTruncated ? 3 : 0)
        let shown = bytes.prefix(maximumSize)
        guard let text = cuts.lazy.compactMap({ String(validating: shown.dropLast($0), as: UTF8.self) }).first else {
            return failed(localized("Not a text file"), localized("\(path) is not text in UTF-8."))
        }
        var content = DocumentContent(text, as: format)
        if isTruncated { content.footnote = localized("Only the first MiB of the file is shown.") }
        if text.isEmpty { content.footnote = localized("The file is empty.") }
        return content
    }

    private static func failed(_ title: String, _ detail: String) -> DocumentContent {
        DocumentContent(problem: DocumentContent.Problem(title, detail))
    }
}
