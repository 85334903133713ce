// SPDX-License-Identifier: MIT
public import DocumentText
public import EventLoop
import Glibc
import Localization
import Posix

/// A text file as a document: it is read when the page is shown, and when it changes while the page is shown.
public final class FileSource: DocumentSource {
    /// The maximum number of bytes that are shown of a file.
    public static let maximumSize = 1024 * 1024

    public let name: String
    public let folder: String?
    public private(set) var content: DocumentContent?
    public var onChange: () -> Void = {}

    private let path: String
    private let format: DocumentFormat
    private let loop: EventLoop
    private var watch: FileWatcher?

    /// - Parameters:
    ///   - path: the absolute path of the file.
    ///   - format: the format; nil for that of the name's extension.
    public init(path: String, format: DocumentFormat? = nil, loop: EventLoop) {
        self.path = path
        self.format = format ?? DocumentFormat(path: path)
        self.loop = loop
        name = path.split(separator: "/").last.map(String.init) ?? path
        folder = FileSystem.directory(of: path)
    }

    public func show() {
        // Before the file is read, so that no change is missed in between.
        watch = try? FileWatcher([path], on: loop) { [weak self] in self?.refresh() }
        refresh()
    }

    public func hide() {
        watch = nil
    }

    public func stop() {
        hide()
    }

    public func refresh() {
        var fresh = read()
        if watch == nil, fresh.problem == nil {
            fresh.footnote = fresh.footnote ?? localized("Changes of this file are not shown: it cannot be watched.")
        }
        guard fresh != content else { return }
        content = fresh
        onChange()
    }

    private func read() -> DocumentContent {
        do throws(SystemError) {
            // With one byte more than the maximum, a longer file is recognized.
            return content(of: try FileSystem.read(path, upTo: Self.maximumSize + 1))
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR:
                return failed(
                    localized("No such file"),
                    localized("There is no file \(path).\nIt will be shown when it is created."))
            case EISDIR: return failed(localized("Not a file"), localized("\(path) is a folder."))
            case EINVAL: return failed(localized("Not a file"), localized("\(path) is not a regular file."))
            case EACCES, EPERM:
                return failed(localized("Not readable"), localized("You are not permitted to read \(path)."))
            default: return failed(localized("Not readable"), "\(path): \(SystemError.message(for: error.code)).")
            }
        }
    }

    private func content(of bytes: [UInt8]) -> DocumentContent {
        let isTruncated = bytes.count > Self.maximumSize
        // The end may cut a character, of at most four bytes.
        let cuts = 0...(isTruncated ? 3 : 0)
        let shown = bytes.prefix(Self.maximumSize)
        guard let text = cuts.lazy.compactMap({ String(validating: shown.dropLast($0), as: UTF8.self) }).first else {
            return failed(localized("Not a text file"), localized("\(path) is not text in UTF-8."))
        }
        let footnote = isTruncated ? localized("Only the first MiB of the file is shown.") : nil
        return DocumentContent(
            format.blocks(of: text), footnote: text.isEmpty ? localized("The file is empty.") : footnote)
    }

    private func failed(_ title: String, _ detail: String) -> DocumentContent {
        DocumentContent(problem: DocumentContent.Problem(title, detail))
    }
}
