import DocumentText
import EventLoop
import Glibc
import Localization
import Posix

/// A text file as a document: it is read when the page is shown, and when it changes while the page is shown.
final class FileSource: DocumentSource {
    /// The maximum number of shown bytes of a file.
    static let maximumSize = 1024 * 1024

    let name: String
    let folder: String?
    private(set) var content: DocumentContent?
    var onChange: () -> Void = {}

    private let path: String
    private let loop: EventLoop
    private let reading: BackgroundCall<Void, DocumentContent>
    private var watch: FileWatcher?

    /// - Parameters:
    ///   - format: nil: by the name's extension.
    ///   - timeout: the time after which a silent disk is reported, ns.
    ///   - read: reads a file, at most a number of bytes.
    init(
        path: String, format: DocumentFormat? = nil, timeout: UInt64 = 3_000_000_000, loop: EventLoop,
        read: @escaping @Sendable (String, Int) throws(SystemError) -> [UInt8] = {
            (path, count) throws(SystemError) in try FileSystem.read(path, upTo: count)
        }
    ) {
        (self.path, self.loop) = (path, loop)
        name = path.split(separator: "/").last.map(String.init) ?? path
        folder = FileSystem.directory(of: path)
        let format = format ?? DocumentFormat(path: path)
        // On a thread: the disk may not answer, and a long text takes time.
        reading = BackgroundCall("reading \(path)", timeout: timeout, on: loop) {
            () throws(SystemError) in Self.content(of: path, format, read)
        }
        reading.onResult = { [weak self] in self?.arrived($0) }
    }

    func show() {
        // It reports when it has begun to watch, so that no change is missed.
        watch = FileWatcher([path], on: loop, watchesLater: true) { [weak self] in self?.refresh() }
        refresh()
    }

    func hide() { watch = nil }

    func stop() { hide() }

    /// True while the file is read, or not watched yet.
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
        if watch?.failure != nil, fresh.problem == nil {
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
            // One byte more than the maximum shows that the file is longer.
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
        guard var text = TextEncoding.text(of: bytes.prefix(maximumSize), isCut: isTruncated) else {
            guard TextEncoding.isText(bytes) else {
                return failed(localized("Not a text file"), localized("\(path) is not text."))
            }
            return failed(
                localized("Unknown encoding"),
                localized("\(path) needs to be in UTF-8. To convert it, name its encoding: iconv -f ENCODING -t UTF-8"))
        }
        // Carriage returns alone end lines, too; in a command's output these only go back.
        if text.utf8.contains(0x0D), !text.utf8.contains(0x0A) {
            text = String(decoding: text.utf8.map { $0 == 0x0D ? 0x0A : $0 }, as: UTF8.self)
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
