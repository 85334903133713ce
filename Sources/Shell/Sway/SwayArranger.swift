// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import ShellModel
import TabshellIPC
import WindowTabs

/// Arranges sway's windows as ``SwayArrangement`` decides, by sway's IPC socket. sway ignores the request of
/// wlr-foreign-toplevel-management to maximize a window.
///
/// If sway does not answer or the connection is lost, it is made again, with growing delays.
package final class SwayArranger {
    private enum Phase: Equatable {
        case idle
        case awaitingTree(SwayArrangement.Occasion)
        /// The commands are sent. Afterwards the windows are looked at once more, with nil they are not.
        case awaitingReply(SwayArrangement.Occasion?)
    }

    /// The longest wait for an answer, ns.
    private static let timeout: UInt64 = 1_000_000_000
    /// The time after which a new window that is still to get its place is looked at again, ns, and how often that is done.
    private static let settlingDelay: UInt64 = 20_000_000
    private static let maximumSettlings = 15
    private static let kinds: Set<UInt32> = [SwayIPCMessage.command, SwayIPCMessage.tree, SwayIPCMessage.windowEvent]

    /// Called when commands are sent, which may move the focus.
    package var onArranging: () -> Void = {}
    /// Called when sway has carried out the commands, or does not answer.
    package var onArranged: () -> Void = {}

    private let path: String
    private let loop: EventLoop
    private let shortestDelay: UInt64
    private var arrangement = SwayArrangement()
    private var selection: (tab: TabID?, presses: UInt64) = (nil, 0)
    private var pending = SwayArrangement.Occasion(isAll: true)
    /// The windows that have opened and are still to get their places.
    private var settling: Set<Int64> = []
    private var settlings = 0
    /// True if the next tree shows the result of commands.
    private var isLookingAgain = false
    private var phase = Phase.idle
    private var released: (() -> Void)?
    private var socket: FileDescriptor?
    private var watch: FileDescriptorSource?
    private var received: [UInt8] = []
    private var failures = 0
    private var retry: EventLoop.Timer?
    private var timer: EventLoop.Timer?
    private var settlingTimer: EventLoop.Timer?

    /// - Parameters:
    ///   - path: the path of the socket.
    ///   - shortestDelay: the delay before the connection is made again, ns; it doubles with each failure, up to 64 times.
    package init(path: String, loop: EventLoop, shortestDelay: UInt64 = 1_000_000_000) {
        self.path = path
        self.loop = loop
        self.shortestDelay = shortestDelay
        retry = loop.timer { [weak self] in self?.connect() }
        timer = loop.timer { [weak self] in self?.close() }
        settlingTimer = loop.timer { [weak self] in self?.lookAgain() }
        connect()
    }

    /// Applies the tabs and the selection.
    package func update(_ state: ShellState) {
        let pages = [WindowPage](state.tabs)
        if pages != arrangement.pages { pending.isAll = true }
        arrangement.pages = pages
        let tab = state.selection?.tab
        if tab != selection.tab || state.reselect.count != selection.presses { pending.tab = tab }
        selection = (tab, state.reselect.count)
        proceed()
    }

    /// Restores all windows, and calls back when that is done, or impossible.
    package func release(_ completion: @escaping () -> Void) {
        guard socket != nil, !arrangement.pages.isEmpty else { return completion() }
        arrangement.pages = []
        pending.isAll = true
        released = completion
        proceed()
    }

    private func connect() {
        guard let socket = try? UnixSocket.connect(to: path) else { return close() }
        watch = try? loop.watch(socket.rawValue, for: .read) { [weak self] _ in self?.receive() }
        self.socket = consume socket
        guard watch != nil, send(SwayIPCMessage.windowSubscription) else { return close() }
        pending.isAll = true
        proceed()
    }

    /// Sends a message.
    ///
    /// - Returns: false if sway does not read.
    private func send(_ bytes: [UInt8]) -> Bool {
        (try? socket?.send(bytes.span)) == bytes.count
    }

    /// Asks for the windows if some are to be arranged.
    private func proceed() {
        guard phase == .idle, socket != nil, !pending.isEmpty else { return }
        guard send(SwayIPCMessage.treeRequest) else { return close() }
        phase = .awaitingTree(pending)
        pending = SwayArrangement.Occasion()
        timer?.arm(after: Self.timeout)
    }

    private func receive() {
        let bytes: [UInt8]
        do throws(SystemError) {
            guard let available = try socket?.read(upTo: 64 * 1024) ?? nil else { return }
            bytes = available
        } catch {
            return close()
        }
        received += bytes
        guard !bytes.isEmpty, let packets = SwayIPCMessage.packets(&received, of: Self.kinds) else { return close() }
        for (kind, json) in packets where socket != nil { handle(kind, json) }
        proceed()
    }

    private func handle(_ kind: UInt32, _ json: JSON) {
        switch (kind, phase) {
        case (SwayIPCMessage.windowEvent, _):
            guard json["change"] == "new", case .integer(let id)? = json["container"]?["id"] else { return }
            pending.opened.insert(id)
            settlings = 0
        case (SwayIPCMessage.tree, .awaitingTree(let occasion)):
            let commands = arrangement.commands(for: settled(SwayTree(json)), on: occasion)
            guard !commands.isEmpty else {
                isLookingAgain = false
                return finish()
            }
            onArranging()
            phase = .awaitingReply(isLookingAgain ? nil : occasion)
            isLookingAgain = false
            let message = SwayIPCMessage.message(SwayIPCMessage.command, Array(commands.joined(separator: "; ").utf8))
            guard send(message) else { return close() }
            timer?.arm(after: Self.timeout)
        case (SwayIPCMessage.command, .awaitingReply(let occasion)):
            if let occasion {
                pending = pending.union(occasion)
                isLookingAgain = true
            }
            finish()
        default: break
        }
    }

    /// The tree without the windows that have just opened; they are looked at again.
    private func settled(_ tree: SwayTree) -> SwayTree {
        // The selection of its tab may follow from its focus and come before the news of the window.
        let early = tree.windows.filter(\.isSettling)
        guard !early.isEmpty, settlings < Self.maximumSettlings else { return tree }
        settlings += 1
        settling.formUnion(early.map(\.id))
        settlingTimer?.arm(after: Self.settlingDelay)
        return SwayTree(windows: tree.windows.filter { !settling.contains($0.id) }, workspaces: tree.workspaces)
    }

    private func lookAgain() {
        pending.opened.formUnion(settling)
        settling = []
        proceed()
    }

    private var isArranging: Bool { if case .awaitingReply = phase { true } else { false } }

    private func finish() {
        let wasArranging = isArranging
        phase = .idle
        failures = 0
        timer?.disarm()
        if wasArranging { onArranged() }
        if pending.isEmpty, let released {
            self.released = nil
            released()
        }
    }

    private func close() {
        let wasArranging = isArranging
        phase = .idle
        timer?.disarm()
        watch = nil
        socket = nil
        received = []
        isLookingAgain = false
        retry?.arm(after: shortestDelay << UInt64(min(failures, 6)))
        failures += 1
        if wasArranging { onArranged() }
        released?()
        released = nil
    }
}
