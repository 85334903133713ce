// SPDX-License-Identifier: MIT
import Canvas
import EventLoop
import Posix
import IconDrawing
import RasterProtocol
import Icons

/// The masks of icons and texts. Built-in icons are drawn at once. All others are rasterized by a short-lived helper
/// process, because librsvg and Pango take more memory than the rest of the panel.
package final class MaskLoader {
    private enum Mask {
        case icon(Bitmap)
        case text(TextMask)
    }

    /// Called after masks have arrived and after a timeout.
    package var onChange: () -> Void = {}

    private let loop: EventLoop
    private let helper: String?
    private let timeout: UInt64
    private var masks: [RasterRequest: Mask] = [:]
    /// The requests made already, which are not repeated even if they fail.
    private var requested: Set<RasterRequest> = []
    /// The requests that failed or timed out.
    private var unavailable: Set<RasterRequest> = []
    private var unsent: [RasterRequest] = []
    /// The helpers that have not exited. A finished one may still be exiting when the next is started.
    private var processes: [RasterProcess] = []
    private var timeoutTimer: EventLoop.Timer?

    /// - Parameters:
    ///   - helper: the rasterizer's path; nil if there is none.
    ///   - timeout: the longest wait for a helper's masks, ns.
    package init(
        loop: EventLoop, helper: String? = ChildProcess.findExecutable("tabshell-raster"), timeout: UInt64 = 500_000_000
    ) {
        self.loop = loop
        self.helper = helper
        self.timeout = timeout
        timeoutTimer = loop.timer { [unowned self] in timedOut() }
    }

    /// The mask of an icon with a side in buffer pixels; nil until it is loaded.
    package func icon(_ name: String, side: Int) -> Bitmap? {
        guard case .icon(let bitmap) = masks[.icon(name, side: side)] else { return nil }
        return bitmap
    }

    /// The mask of a text; nil until it is loaded.
    package func text(_ key: TextMaskKey) -> TextMask? {
        guard case .text(let mask) = masks[.text(key)] else { return nil }
        return mask
    }

    /// Loads masks: those of built-in icons at once, all others by one helper.
    ///
    /// - Returns: true if each mask is loaded, or failed or timed out.
    package func prepare(_ wanted: [RasterRequest]) -> Bool {
        for request in wanted where requested.insert(request).inserted {
            if let mask = Self.builtInMask(for: request) { masks[request] = mask } else { unsent.append(request) }
        }
        startIfNeeded()
        return wanted.allSatisfy { masks[$0] != nil || unavailable.contains($0) }
    }

    /// Discards all masks but some. Failed requests are repeated when they are needed again.
    package func retain(only wanted: Set<RasterRequest>) {
        masks = masks.filter { wanted.contains($0.key) }
        unsent.removeAll { !wanted.contains($0) }
        // Masks in flight arrive all the same: they must neither be requested again nor, if they are late, be waited
        // for.
        let inFlight = processes.flatMap(\.waiting)
        requested = requested.intersection(wanted).union(inFlight)
        unavailable = unavailable.intersection(wanted).union(processes.filter(\.isLate).flatMap(\.waiting))
    }

    private static func builtInMask(for request: RasterRequest) -> Mask? {
        guard case .icon(let width, let height, let source) = request else { return nil }
        return Icons.mask(named: source, width: width, height: height).map(Mask.icon)
    }

    private func startIfNeeded() {
        // Further requests wait until the current helper is finished.
        guard !unsent.isEmpty, !processes.contains(where: { !$0.isFinished && !$0.isLate }) else { return }
        guard let helper else { return abandonUnsent("tabshell-raster not found") }
        do throws(SystemError) {
            let run = try RasterProcess(unsent, helper: helper, on: loop)
            run.onReply = { [unowned self] in handle($1, as: $0) }
            run.onProgress = { [unowned self, unowned run] in progressed(run) }
            run.onExit = { [unowned self, unowned run] in processes.removeAll { $0 === run } }
            processes.append(run)
            unsent = []
            timeoutTimer?.arm(after: timeout)
        } catch {
            abandonUnsent(error.description)
        }
    }

    private func abandonUnsent(_ reason: String) {
        logError(reason)
        unavailable.formUnion(unsent)
        unsent.removeAll()
    }

    /// Stops waiting for late helpers. Their masks are still used if they arrive.
    private func timedOut() {
        for run in processes where !run.isFinished {
            run.isLate = true
            unavailable.formUnion(run.waiting)
        }
        startIfNeeded()
        onChange()
    }

    private func handle(_ reply: RasterReply, as request: RasterRequest) {
        unavailable.remove(request)
        switch (request, reply) {
        case (.icon, .icon(let width, let height, let bytes)):
            masks[request] = .icon(Bitmap(mask: bytes, width: width, height: height))
        case (.text, .text(let width, let height, let metrics, let bytes)):
            masks[request] = .text(
                TextMask(
                    bitmap: Bitmap(mask: bytes, width: width, height: height), originX: metrics.originX,
                    baseline: metrics.baseline, advance: metrics.advance))
        case (_, .failure(let message)):
            unavailable.insert(request)
            logError("\(request.subject): \(message)")
        default:
            unavailable.insert(request)
            logError("\(request.subject): the rasterizer sent a reply of another kind")
        }
    }

    private func progressed(_ run: RasterProcess) {
        if run.isFinished {
            if let first = run.waiting.first {
                let others = run.waiting.count > 1 ? " and \(run.waiting.count - 1) more" : ""
                logError("\(first.subject)\(others): the rasterizer sent no reply")
            }
            unavailable.formUnion(run.waiting)
            run.waiting = []
            if processes.allSatisfy({ $0.isFinished || $0.isLate }) { timeoutTimer?.disarm() }
            startIfNeeded()
        }
        onChange()
    }

    private func logError(_ message: String) {
        Log.write("tabshell-panel: \(message)")
    }
}

extension RasterRequest {
    /// A square icon with a side in buffer pixels.
    package static func icon(_ name: String, side: Int) -> RasterRequest {
        .icon(width: side, height: side, source: name)
    }

    /// The request's name in log messages.
    fileprivate var subject: String {
        switch self {
        case .icon(_, _, let source): "icon \(source)"
        case .text(let key): "text \(key.string.prefix(40))"
        }
    }
}
