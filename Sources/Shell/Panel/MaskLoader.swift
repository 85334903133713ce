// SPDX-License-Identifier: MIT
import Canvas
import EventLoop
import Posix
import IconDrawing
import RasterProtocol
import Icons

/// The masks of icons and texts. Built-in icons are drawn at once. All else is made by a helper that ends when it is done,
/// because the libraries that read SVG and set text cost more memory than all of the panel.
package final class MaskLoader {
    private enum Mask {
        case icon(Bitmap)
        case text(TextMask)
    }

    /// Called when masks have arrived, or are waited for no longer.
    package var onChange: () -> Void = {}

    private let loop: EventLoop
    private let helper: String?
    private let timeout: UInt64
    private var masks: [RasterRequest: Mask] = [:]
    /// What was asked for, to be asked for no second time even when it cannot be had.
    private var requested: Set<RasterRequest> = []
    /// What cannot be had, or is too late to be waited for.
    private var absent: Set<RasterRequest> = []
    private var unsent: [RasterRequest] = []
    /// The helpers that have not been seen to end; one that is done may still be on its way out when the next begins.
    private var runs: [RasterProcess] = []
    private var patienceTimer: EventLoop.Timer?

    /// - Parameters:
    ///   - helper: the program that makes masks; nil when there is none.
    ///   - patience: how long masks are waited for, ns.
    package init(
        loop: EventLoop, helper: String? = ChildProcess.findExecutable("tabshell-raster"), timeout: UInt64 = 500_000_000
    ) {
        self.loop = loop
        self.helper = helper
        self.timeout = timeout
        patienceTimer = loop.timer { [unowned self] in giveUpWaiting() }
    }

    /// The mask of an icon with a side in buffer pixels; nil until it is there.
    package func icon(_ name: String, side: Int) -> Bitmap? {
        guard case .icon(let bitmap) = masks[.icon(name, side: side)] else { return nil }
        return bitmap
    }

    /// The mask of a text; nil until it is there.
    package func text(_ key: TextMaskKey) -> TextMask? {
        guard case .text(let mask) = masks[.text(key)] else { return nil }
        return mask
    }

    /// Sees to it that masks are there: those of built-in icons now, all others soon. What is asked for at one time is
    /// made by one helper.
    ///
    /// - Returns: whether they are there, or are not to be waited for.
    package func prepare(_ wanted: [RasterRequest]) -> Bool {
        for request in wanted where requested.insert(request).inserted {
            if let builtIn = Self.drawn(request) { masks[request] = builtIn } else { unsent.append(request) }
        }
        startIfNeeded()
        return wanted.allSatisfy { masks[$0] != nil || absent.contains($0) }
    }

    /// Forgets all masks but some. What could not be had is asked for again when it is wanted again.
    package func retain(only wanted: Set<RasterRequest>) {
        masks = masks.filter { wanted.contains($0.key) }
        unsent.removeAll { !wanted.contains($0) }
        // What is on its way arrives all the same; it must not be asked for twice, nor waited for if it is late.
        let inFlight = runs.flatMap(\.waiting)
        requested = requested.intersection(wanted).union(inFlight)
        absent = absent.intersection(wanted).union(runs.filter(\.isLate).flatMap(\.waiting))
    }

    private static func drawn(_ request: RasterRequest) -> Mask? {
        guard case .icon(let width, let height, let source) = request else { return nil }
        return Icons.mask(named: source, width: width, height: height).map(Mask.icon)
    }

    private func startIfNeeded() {
        // While one helper works, the rest waits for the next.
        guard !unsent.isEmpty, !runs.contains(where: { !$0.isOver && !$0.isLate }) else { return }
        guard let helper else { return giveUp("there is no program tabshell-raster") }
        do throws(SystemError) {
            let run = try RasterProcess(unsent, helper: helper, on: loop)
            run.onReply = { [unowned self] in take($1, as: $0) }
            run.onProgress = { [unowned self, unowned run] in progressed(run) }
            run.onExit = { [unowned self, unowned run] in runs.removeAll { $0 === run } }
            runs.append(run)
            unsent = []
            patienceTimer?.arm(after: timeout)
        } catch {
            giveUp(error.description)
        }
    }

    private func giveUp(_ reason: String) {
        complain(reason)
        absent.formUnion(unsent)
        unsent.removeAll()
    }

    /// A helper that is late may yet answer, but nothing waits for it any more, the next helper neither.
    private func giveUpWaiting() {
        for run in runs where !run.isOver {
            run.isLate = true
            absent.formUnion(run.waiting)
        }
        startIfNeeded()
        onChange()
    }

    private func take(_ reply: RasterReply, as request: RasterRequest) {
        absent.remove(request)
        switch (request, reply) {
        case (.icon, .icon(let width, let height, let bytes)):
            masks[request] = .icon(Bitmap(mask: bytes, width: width, height: height))
        case (.text, .text(let width, let height, let metrics, let bytes)):
            masks[request] = .text(
                TextMask(
                    bitmap: Bitmap(mask: bytes, width: width, height: height), originX: metrics.originX,
                    baseline: metrics.baseline, advance: metrics.advance))
        case (_, .failure(let message)):
            absent.insert(request)
            complain("\(request.subject): \(message)")
        default:
            absent.insert(request)
            complain("\(request.subject): the rasteriser answered something else")
        }
    }

    private func progressed(_ run: RasterProcess) {
        if run.isOver {
            if let first = run.waiting.first {
                let others = run.waiting.count > 1 ? " and \(run.waiting.count - 1) more" : ""
                complain("\(first.subject)\(others): the rasteriser gave no answer")
            }
            absent.formUnion(run.waiting)
            run.forgetWaiting()
            if runs.allSatisfy({ $0.isOver || $0.isLate }) { patienceTimer?.disarm() }
            startIfNeeded()
        }
        onChange()
    }

    private func complain(_ message: String) {
        Log.write("tabshell-panel: \(message)")
    }
}

extension RasterRequest {
    /// An icon in a square of a side in buffer pixels.
    package static func icon(_ name: String, side: Int) -> RasterRequest {
        .icon(width: side, height: side, source: name)
    }

    /// What a complaint is about.
    fileprivate var subject: String {
        switch self {
        case .icon(_, _, let source): "icon \(source)"
        case .text(let key): "text \(key.string.prefix(40))"
        }
    }
}
