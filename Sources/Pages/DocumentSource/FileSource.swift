// SPDX-License-Identifier: MIT
public import DocumentText
public import EventLoop
import Glibc

/// A text file, read when it is shown and whenever it changes while it is shown.
public final class FileSource: DocumentSource {
    /// How much of a file is shown, in bytes.
    public static let longest = 1024 * 1024

    public let name: String
    public private(set) var content: DocumentContent?
    public var onChange: () -> Void = {}

    private let path: String
    private let format: DocumentFormat
    private let loop: EventLoop
    private var watch: FileWatcher?

    /// - Parameters:
    ///   - path: absolute.
    ///   - format: nil for what its name promises.
    public init(path: String, format: DocumentFormat? = nil, loop: EventLoop) {
        self.path = path
        self.format = format ?? DocumentFormat(path: path)
        self.loop = loop
        name = path.split(separator: "/").last.map(String.init) ?? path
    }

    public func show() {
        // Watched before it is read, so that no change falls in between.
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
            fresh.footnote = fresh.footnote ?? "Changes of this file cannot be watched."
        }
        guard fresh != content else { return }
        content = fresh
        onChange()
    }

    private func read() -> DocumentContent {
        do throws(SystemError) {
            // Something that is no file could keep us waiting for its other end.
            let file = FileDescriptor(
                owning: try systemCall("open") { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) })
            var status = stat()
            try systemCall("fstat") { fstat(file.number, &status) }
            guard status.st_mode & S_IFMT == S_IFREG else {
                let isFolder = status.st_mode & S_IFMT == S_IFDIR
                return failed("Not a file", "\(path) is \(isFolder ? "a folder" : "no ordinary file").")
            }
            return content(of: try bytes(of: file))
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR:
                return failed("No such file", "There is no \(path).\nIt is shown as soon as there is.")
            case EACCES, EPERM: return failed("Not readable", "\(path) may not be read by this user.")
            default: return failed("Not readable", "\(path): \(String(cString: strerror(error.code))).")
            }
        }
    }

    private func content(of bytes: [UInt8]) -> DocumentContent {
        let isCut = bytes.count > Self.longest
        let shown = isCut ? Self.whole(bytes[..<Self.longest]) : bytes[...]
        guard let text = String(validating: shown, as: UTF8.self) else {
            return failed("Not a text", "\(path) is not a text in UTF-8.")
        }
        let footnote = isCut ? "The file goes on: this is its first MiB." : nil
        return DocumentContent(format.blocks(of: text), footnote: text.isEmpty ? "The file is empty." : footnote)
    }

    /// All of the bytes but a character at the end that is not complete.
    private static func whole(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let tail = bytes.reversed().prefix(3).prefix { $0 & 0xC0 == 0x80 }.count
        guard let lead = bytes.dropLast(tail).last, lead >= 0xC0 else { return bytes }
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        return tail + 1 < length ? bytes.dropLast(tail + 1) : bytes
    }

    /// What it holds, and a byte more where that is too much.
    private func bytes(of file: FileDescriptor) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count <= Self.longest {
            let count = try systemCall("read") { Glibc.read(file.number, &buffer, buffer.count) }
            if count == 0 { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
    }

    private func failed(_ title: String, _ detail: String) -> DocumentContent {
        DocumentContent(problem: DocumentContent.Problem(title, detail))
    }
}
