// SPDX-License-Identifier: MIT
public import DocumentText
public import EventLoop
import Glibc
import Posix

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
            fresh.remark = fresh.remark ?? "Changes of this file cannot be watched."
        }
        guard fresh != content else { return }
        content = fresh
        onChange()
    }

    private func read() -> DocumentContent {
        do throws(SystemError) {
            // One byte more than is shown tells that the file is longer.
            return content(of: try FileSystem.read(path, upTo: Self.longest + 1))
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR:
                return failed("No such file", "There is no \(path).\nIt is shown as soon as there is.")
            case EISDIR: return failed("Not a file", "\(path) is a folder.")
            case EINVAL: return failed("Not a file", "\(path) is no ordinary file.")
            case EACCES, EPERM: return failed("Not readable", "\(path) may not be read by this user.")
            default: return failed("Not readable", "\(path): \(SystemError.message(for: error.code)).")
            }
        }
    }

    private func content(of bytes: [UInt8]) -> DocumentContent {
        let isCut = bytes.count > Self.longest
        let shown = isCut ? Self.whole(bytes[..<Self.longest]) : bytes[...]
        guard let text = String(validating: shown, as: UTF8.self) else {
            return failed("Not a text", "\(path) is not a text in UTF-8.")
        }
        let remark = isCut ? "The file goes on: this is its first MiB." : nil
        return DocumentContent(format.blocks(of: text), remark: text.isEmpty ? "The file is empty." : remark)
    }

    /// All of the bytes but a character at the end that is not complete.
    private static func whole(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let tail = bytes.reversed().prefix(3).prefix { $0 & 0xC0 == 0x80 }.count
        guard let lead = bytes.dropLast(tail).last, lead >= 0xC0 else { return bytes }
        let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
        return tail + 1 < length ? bytes.dropLast(tail + 1) : bytes
    }

    private func failed(_ title: String, _ detail: String) -> DocumentContent {
        DocumentContent(problem: DocumentContent.Problem(title, detail))
    }
}
