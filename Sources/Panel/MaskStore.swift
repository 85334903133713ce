// SPDX-License-Identifier: MIT
import Canvas
import EventLoop
import Glibc
import IconWire

/// The icons' masks. They are made by a helper that ends when it is done, because the library that reads SVG costs more
/// memory than all of the panel.
final class IconStore {
    private struct Key: Hashable {
        var name: String
        var side: Int
    }

    /// How long icons are waited for, ns.
    private static let patience: UInt64 = 500_000_000

    /// Called when icons have arrived, or are waited for no longer.
    var onChange: () -> Void = {}

    private let loop: EventLoop
    private let helper: String?
    private var masks: [Key: Bitmap] = [:]
    /// What was asked for, to be asked for no second time even when it cannot be had.
    private var requested: Set<Key> = []
    private var waiting: [Key] = []
    /// What cannot be had, or is too late to be waited for.
    private var absent: Set<Key> = []
    private var patienceTimer: EventLoop.Timer?
    private var reader = RasterReplyReader()
    private var pipe: Descriptor?
    private var watch: Watch?
    /// The helpers that have not been seen to end; one that is done may still be on its way out when the next begins.
    private var helpers: [ProcessWatch] = []
    private var unsent: [Key] = []

    init(loop: EventLoop) {
        self.loop = loop
        helper = ChildProcess.find("tabshell-raster")
        patienceTimer = loop.timer { [unowned self] in giveUpWaiting() }
    }

    /// The mask of an icon with a side in buffer pixels; nil until it is there.
    func mask(_ name: String, side: Int) -> Bitmap? {
        masks[Key(name: name, side: side)]
    }

    /// Sees to it that icons are there, soon.
    ///
    /// - Returns: whether they are there, or are not to be waited for.
    func prepare(_ names: [String], side: Int) -> Bool {
        let keys = names.map { Key(name: $0, side: side) }
        unsent.append(contentsOf: keys.filter { requested.insert($0).inserted })
        startIfNeeded()
        return keys.allSatisfy { masks[$0] != nil || absent.contains($0) }
    }

    private func startIfNeeded() {
        // While one helper works, the rest waits for the next.
        guard pipe == nil, !unsent.isEmpty else { return }
        guard let helper else { return giveUp("there is no program tabshell-raster") }
        do throws(SystemError) {
            let requests = try Pipe()
            let replies = try Pipe()
            let pid = try ChildProcess.start(
                helper, arguments: [], standardInput: requests.readEnd.number,
                standardOutput: replies.writeEnd.number)
            let process = try ProcessWatch(pid: pid, on: loop) { [weak self] _ in
                self?.helpers.removeAll { $0.pid == pid }
            }
            helpers.append(process)
            watch = try loop.watch(replies.readEnd.number, for: .read) { [unowned self] _ in receive() }
            pipe = replies.readEnd
            ask(on: requests.writeEnd)
        } catch {
            giveUp(error.description)
        }
    }

    private func ask(on requests: Descriptor) {
        // A few short lines always fit into a pipe that is still empty.
        let text = unsent.map { RasterRequest(width: $0.side, height: $0.side, source: $0.name).line }.joined()
        let bytes = Array(text.utf8)
        _ = write(requests.number, bytes, bytes.count)
        waiting = unsent
        unsent = []
        reader = RasterReplyReader()
        patienceTimer?.arm(after: Self.patience)
    }

    private func giveUp(_ reason: String) {
        complain(reason)
        absent.formUnion(unsent)
        unsent.removeAll()
    }

    private func giveUpWaiting() {
        absent.formUnion(waiting)
        onChange()
    }

    private func receive() {
        guard let pipe else { return }
        var count = 0
        let replies = withUnsafeTemporaryAllocation(byteCount: 64 * 1024, alignment: 1) { buffer -> [RasterReply]? in
            count = read(pipe.number, buffer.baseAddress, buffer.count)
            guard count > 0 else { return nil }
            return try? reader.feed(buffer[..<count])
        }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        for reply in replies ?? [] where !waiting.isEmpty {
            let key = waiting.removeFirst()
            switch reply {
            case .mask(let width, let height, let bytes):
                masks[key] = Bitmap(mask: bytes, width: width, height: height)
            case .failure(let message):
                complain("icon \(key.name): \(message)")
                absent.insert(key)
            }
        }
        if replies == nil || waiting.isEmpty { finish() }
        onChange()
    }

    private func finish() {
        for key in waiting { complain("icon \(key.name): the rasteriser gave no answer") }
        absent.formUnion(waiting)
        waiting = []
        patienceTimer?.disarm()
        watch?.cancel()
        watch = nil
        pipe = nil
        startIfNeeded()
    }

    private func complain(_ message: String) {
        let line = Array("tabshell-panel: \(message)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
