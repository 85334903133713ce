import Canvas
import EventLoop
import Posix
import RasterProtocol
import Icons

/// The masks of icons and texts. Built-in icons are drawn at once. All others are rasterized by a short-lived helper
/// process, because librsvg and Pango take more memory than the rest of the panel.
///
/// There is at most one helper. If it dies or is killed, its current request is the cause: it is reported and never
/// sent again; the others go to the next helper, after a growing delay, until several in a row fail without any reply.
package final class MaskLoader {
    /// The time limits, ns.
    package struct Limits {
        /// The longest time that a frame waits for its masks; nil if it must not be drawn without them.
        package var frame: UInt64? = 500_000_000
        /// The longest time for one mask. The first text on a slow machine waits until all fonts are found.
        package var mask: UInt64 = 10_000_000_000
        /// The delay before the next helper after one that failed; it doubles with each further failure.
        package var delay: UInt64 = 500_000_000
        /// The longest time that texts wait until the files of icons are watched, so that one helper draws both.
        package var watch: UInt64 = 100_000_000

        package init() {}
    }

    private enum Mask {
        case icon(Bitmap)
        case text(TextMask)
        case font
    }

    /// The number of helpers in a row that fail without any reply before the requests are given up.
    private static let maximumFailures = 3
    /// The number of masks up to which all are kept.
    private static let minimumCapacity = 128

    /// Called after masks have arrived and after a timeout.
    package var onChange: () -> Void = {}

    private let loop: EventLoop
    private let helper: String?
    private let limits: Limits
    private let log: Log
    private var masks: [RasterRequest: Mask] = [:]
    /// The number of masks at which to start discarding unused ones.
    private var capacity = minimumCapacity
    /// The requests made so far, which are not repeated even if they fail.
    private var requested: Set<RasterRequest> = []
    /// The requests that failed, or that frames no longer wait for.
    private var unavailable: Set<RasterRequest> = []
    /// The icons and texts that ended a helper; other sizes of them are not tried either.
    private var refused: Set<String> = []
    private var unsent: [RasterRequest] = []
    private var process: RasterProcess?
    /// A killed helper that has not ended. Only one runs at a time.
    private var killed: RasterProcess?
    /// True once the present helper has sent a reply.
    private var hasReplied = false
    /// The number of helpers in a row that failed without any reply.
    private var failures = 0
    private var frameTimer: EventLoop.Timer?
    private var startTimer: EventLoop.Timer?
    /// The time before which no helper is started.
    private var earliestStart: UInt64 = 0
    private var watcher: FileWatcher?
    /// The files of icons that are watched.
    private var files: Set<String> = []
    /// True until the files are watched. An icon is not read before, so that no change is missed.
    private var beginsToWatch = false

    /// Loads with the helper at a path, if any. The log names icons and texts that cannot be rasterized.
    package init(
        loop: EventLoop, helper: String? = ChildProcess.findExecutable("tabshell-raster"), limits: Limits = Limits(),
        log: Log = Log(program: "tabshell-panel")
    ) {
        self.loop = loop
        self.helper = helper
        self.limits = limits
        self.log = log
        frameTimer = loop.timer { [weak self] in self?.frameTimedOut() }
        startTimer = loop.timer { [weak self] in self?.start() }
    }

    /// The picture of an icon, a mask or in its own colours; nil until it is loaded.
    package func picture(_ request: RasterRequest) -> Bitmap? {
        guard case .icon(let bitmap) = masks[request] else { return nil }
        return bitmap
    }

    /// The mask of a text; nil until it is loaded.
    package func text(_ key: TextMaskKey) -> TextMask? {
        guard case .text(let mask) = masks[.text(key)] else { return nil }
        return mask
    }

    package var count: Int { masks.count }

    /// True with so many masks that unused ones should be discarded.
    package var isFull: Bool { masks.count + unavailable.count > capacity }

    /// Loads masks: built-in icons at once, all others by a helper, which is started in a later iteration of
    /// the loop. True if each mask is loaded, or failed or timed out.
    package func prepare(_ wanted: [RasterRequest]) -> Bool {
        for request in wanted where requested.insert(request).inserted {
            if let mask = Self.builtInMask(for: request) {
                masks[request] = mask
            } else if helper == nil || refused.contains(request.subject) {
                unavailable.insert(request)
                if helper == nil { log.warning("\(request.subject): tabshell-raster not found") }
            } else {
                unsent.append(request)
            }
        }
        if !unsent.isEmpty {
            watchFiles()
            scheduleStart()
            if let timeout = limits.frame, frameTimer?.deadline == nil { frameTimer?.arm(after: timeout) }
        }
        return wanted.allSatisfy { masks[$0] != nil || unavailable.contains($0) }
    }

    /// Discards all masks but some. Failed requests are repeated when they are needed again.
    package func retain(only wanted: Set<RasterRequest>) {
        masks = masks.filter { wanted.contains($0.key) }
        capacity = max(2 * wanted.count, Self.minimumCapacity)
        unsent.removeAll { !wanted.contains($0) }
        // Masks in flight still arrive: they must neither be requested again nor, if they are late, be waited for.
        let kept = wanted.union(process?.waiting ?? [])
        requested.formIntersection(kept)
        unavailable.formIntersection(kept)
        refused.formIntersection(kept.map(\.subject))
        watchFiles()
    }

    /// Watches the files of all icons, unless the pictures are made once.
    private func watchFiles() {
        let wanted = Set(requested.compactMap(\.file))
        guard wanted != files, limits.frame != nil else { return }
        files = wanted
        beginsToWatch = true
        if let watcher { return watcher.watch(Array(wanted)) }
        watcher = FileWatcher(Array(wanted), on: loop, watchesLater: true) { [weak self] in self?.filesChanged() }
    }

    /// Draws icons again whose files may have changed. They remain as they are until then.
    private func filesChanged() {
        if beginsToWatch, watcher?.isRearming != true {
            beginsToWatch = false
            return scheduleStart()
        }
        let drawn = requested.filter { $0.file != nil }.subtracting(unsent)
        requested.subtract(drawn)
        refused.subtract(drawn.map(\.subject))
        onChange()
    }

    private static func builtInMask(for request: RasterRequest) -> Mask? {
        guard case .icon(let width, let height, let source, _) = request else { return nil }
        return Icons.mask(named: source, width: width, height: height).map(Mask.icon)
    }

    private func scheduleStart() {
        guard process == nil, killed == nil, !unsent.isEmpty, !beginsToWatch || startTimer?.deadline == nil else {
            return
        }
        startTimer?.arm(at: max(earliestStart, MonotonicClock.now + (beginsToWatch ? limits.watch : 0)))
    }

    private func start() {
        guard process == nil, !unsent.isEmpty, let helper else { return }
        hasReplied = false
        let waiting = unsent.filter { beginsToWatch && $0.file != nil }
        // Texts do not wait for a picture that takes long.
        let batch = unsent.filter(\.isText) + unsent.filter { !$0.isText && !waiting.contains($0) }
        unsent = waiting
        guard !batch.isEmpty else { return }
        let run = RasterProcess(batch, helper: helper, timeout: limits.mask, on: loop)
        run.onReply = { [weak self] in self?.handle($1, as: $0) }
        run.onProgress = { [weak self] in self?.progressed() }
        run.onEnd = { [weak self] in self?.ended($0) }
        process = run
    }

    private func handle(_ reply: RasterReply, as request: RasterRequest) {
        unavailable.remove(request)
        switch (request, reply) {
        case (.icon, .icon(let width, let height, let bytes)):
            masks[request] = .icon(Bitmap(mask: bytes, width: width, height: height))
        case (.icon, .picture(let width, let height, let bytes)):
            masks[request] = .icon(Bitmap(format: .argb32, packedRows: bytes, width: width, height: height))
        case (.icon, .recolorable(let width, let height, let bytes)):
            let bitmap = Bitmap(format: .argb32, packedRows: bytes, width: width, height: height)
            bitmap.textParts = Bitmap(mask: Array(bytes.suffix(width * height)), width: width, height: height)
            masks[request] = .icon(bitmap)
        case (.text, .text(let width, let height, let metrics, let bytes)):
            masks[request] = .text(
                TextMask(
                    bitmap: Bitmap(mask: bytes, width: width, height: height), originX: metrics.originX,
                    baseline: metrics.baseline, advance: metrics.advance))
        case (.font(let families), .font(let family)):
            masks[request] = .font
            if let wanted = families.split(separator: ",").first, wanted.lowercased() != family.lowercased() {
                log.warning(
                    "the font \(wanted) is not installed; texts are drawn in \(family): see Fonts in tabshell-looks(7)")
            }
        case (_, .failure(let message)):
            giveUp([request], request.reason(in: message))
        default:
            return giveUp([request], "the rasterizer sent a reply of another kind")
        }
        hasReplied = true
        failures = 0
    }

    private func ended(_ ending: RasterProcess.Ending) {
        var rest = process?.waiting ?? []
        killed = process?.isKilled == true ? process : nil
        killed?.onCollected = { [weak self] in
            self?.killed = nil
            self?.scheduleStart()
        }
        process = nil
        switch ending {
        case .notStarted(let reason):
            // Without a helper, no request is the cause.
            unsent = rest + unsent
            failed(reason)
        case .exited(let reason):
            guard let culprit = rest.first else { break }
            rest.removeFirst()
            refused.insert(culprit.subject)
            giveUp([culprit], "the rasterizer failed: \(reason)")
            unsent = rest.filter { !refused.contains($0.subject) } + unsent
            unavailable.formUnion(rest.filter { refused.contains($0.subject) })
            failed(hasReplied ? nil : reason)
        }
        progressed()
        scheduleStart()
    }

    /// Delays the next helper after a failure. The reason belongs to a helper without any reply; nil if it replied.
    private func failed(_ reason: String?) {
        earliestStart = MonotonicClock.now + (limits.delay << UInt64(min(failures, 6)))
        failures += 1
        guard let reason, failures >= Self.maximumFailures else { return }
        giveUp(unsent, "the rasterizer failed \(failures) times: \(reason)")
        unsent = []
    }

    /// Reports requests that will not be repeated.
    private func giveUp(_ requests: [RasterRequest], _ reason: String) {
        unavailable.formUnion(requests)
        guard let first = requests.first else { return }
        let others = requests.count > 1 ? " and \(requests.count - 1) more" : ""
        log.warning("\(first.subject)\(others): \(reason)")
    }

    private func progressed() {
        if unsent.isEmpty, process?.waiting.isEmpty ?? true { frameTimer?.disarm() }
        onChange()
    }

    /// Draws frames without the late masks, which are used if they arrive.
    private func frameTimedOut() {
        unavailable.formUnion(unsent + (process?.waiting ?? []))
        onChange()
    }
}

extension RasterRequest {
    package static func icon(_ name: String, side: Int) -> RasterRequest {
        .icon(width: side, height: side, source: name)
    }

    /// The file of an icon; nil for any other request.
    fileprivate var file: String? {
        guard case .icon(_, _, let source, _) = self, source.hasPrefix("/") else { return nil }
        return source
    }

    fileprivate var isText: Bool {
        if case .text = self { true } else { false }
    }

    /// The reason for a failure in the rasterizer's message, which may begin with the icon's source.
    fileprivate func reason(in message: String) -> String {
        guard case .icon(_, _, let source, _) = self, message.hasPrefix("\(source): ") else { return message }
        return String(message.dropFirst(source.count + 2))
    }

    fileprivate var subject: String {
        switch self {
        case .icon(_, _, let source, _): "icon \(source)"
        case .text(let key): "text \(key.string.prefix(40))"
        case .font(let families): "font \(families)"
        }
    }
}
