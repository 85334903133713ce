import FakeCompositor
import ShellModel
import TestSupport
import Testing

/// The shell with films of the bar and, if started, of the pages.
final class FilmShell {
    /// The tabs of the default look.
    static let pages = SamplePages.tabs.map { TabID(rawValue: $0) }

    let stage: FilmStage
    let bar: BarFilm
    let pages: [PageFilm]
    /// The look's tabs with pages.
    let tabs: [TabID]
    /// The surfaces with a frame since the last refresh that has replaced a pending one.
    private var early: Set<Int> = []
    private let background: UInt32
    /// The pictures of the pages, compared with a cross-fade.
    private(set) var screen: ScreenFilm

    /// - Parameters:
    ///   - look: a look, whose pages are not started; nil for the default one with its pages.
    ///   - badges: badges of the first tab, drawn later.
    ///   - stacking: the stacking that can be found out; with nil the compositor shows nothing of it.
    ///   - fades: true if the compositor can fade a surface.
    ///   - versions: see ``FakeCompositor``.
    init(
        look: String? = nil, badges: [[String: Any]] = [], stacking: PageStacking? = nil, fades: Bool = false,
        direction: LayoutDirection = .leftToRight, versions: [String: UInt32] = [:]
    ) throws {
        let started = look == nil ? Self.pages : []
        stage = try FilmStage(
            "direction = \"\(direction.rawValue)\"",
            versions: versions.merging(fades ? ["wp_alpha_modifier_v1": 1] : [:]) { $1 },
            programs: [("tabshell-panel", [])] + started.map { ("tabshell-sample", ["--tab", $0.rawValue]) },
            arguments: look.map { ["--look", $0] } ?? []
        ) {
            $0.skipsCoveredSurfaces = stacking != nil
            $0.stacksNewestAbove = stacking != .newestBelow
        }
        bar = try BarFilm(try stage.surface("tabshell-bar"))
        let (stage, bar) = (stage, bar)
        pages = try started.map { PageFilm($0, try stage.surface("tabshell-page-\($0.rawValue)")) }
        let state = try stage.compositor.waitFor("the stacking") {
            let state = try stage.state()
            return state.bar.pageStacking == stacking && stage.compositor.surfaces("tabshell-probe").isEmpty
                ? state : nil
        }
        background = state.look?.light[.page].rgb ?? 0
        screen = ScreenFilm(pages, background: background)
        tabs = state.tabs.filter { $0.role == .page }.map(\.id)
        update(state, at: Monotonic.now)
        /// Texts are drawn by another process, in any time: the tabs' in both states, and the badges'.
        func complete(_ what: String) throws {
            bar.update(try stage.state(), at: Monotonic.now)
            try stage.compositor.waitUntil("\(what) to be complete") { try bar.fault(at: .max) == nil }
        }
        try complete("the bar")
        let order = tabs.dropFirst() + tabs.prefix(1)
        for tab in order {
            try stage.request("select", ["tab": tab.rawValue])
            try complete(tab.rawValue)
            // The pages load their fonts and data while each is in front for the first time.
            if !pages.isEmpty { try stage.rest() }
        }
        for badge in badges {
            try stage.request("badge", ["tab": tabs[0].rawValue, "badge": badge])
            try complete("the badge")
        }
        try stage.stopClock()
        // The programs learn the times of the refreshes from their first animations.
        for tab in order {
            try select(tab, checks: false)
            try run(checks: false)
            pages.first { $0.tab == tab }?.rememberRest()
        }
        #expect(try bar.fault(at: stage.nextRefresh) == nil)
    }

    var isMoving: Bool {
        bar.model.isAnimating(at: stage.refresh) || pages.contains { $0.transition.isMoving(at: stage.refresh) }
    }

    func update(_ state: ShellState, at time: UInt64) {
        bar.update(state, at: time)
        for page in pages { page.update(state) }
    }

    func select(_ tab: TabID, after delay: UInt64 = 5_000_000, checks: Bool = true) throws {
        try request("select", ["tab": tab.rawValue], after: delay, checks: checks)
    }

    /// Makes a change, and compares each frame until all is at rest.
    func change(_ verb: String, _ arguments: [String: Any]) throws {
        try request(verb, arguments)
        try run()
    }

    private func request(
        _ verb: String, _ arguments: [String: Any], after delay: UInt64 = 5_000_000, checks: Bool = true
    ) throws {
        let surfaces = [bar.surface] + pages.map(\.surface)
        let before = surfaces.map { (isWaiting: !$0.callbacks.isEmpty, count: $0.frameCount) }
        try stage.request(verb, arguments, after: delay)
        update(try stage.state(), at: stage.clock.now)
        guard checks else { return }
        // A surface at rest draws at once, as one that appears. One that moves draws the coming frame anew, but not twice.
        for (index, fault) in try faults().enumerated() {
            let isWaiting = before[index].isWaiting && (index == 0 || !pages[index - 1].enters)
            // An earlier left page may stay hidden.
            if isWaiting, surfaces[index].picture?.size == PixelSize(1, 1) { continue }
            let frames = surfaces[index].frameCount - before[index].count
            if isWaiting { #expect(frames <= 1, "\(name(index)), \(verb) \(arguments)") }
            guard !isWaiting || frames > 0 || !early.contains(index) else { continue }
            #expect(fault == nil, "\(name(index)), \(verb) \(arguments)")
            if isWaiting { early.insert(index) }
        }
    }

    /// Advances to the next refresh, compares the drawing for the one after, and returns the number of the bar's frames.
    @discardableResult
    func advance(delays: [UInt64] = [], checks: Bool = true) throws -> Int {
        let surfaces = [bar.surface] + pages.map(\.surface)
        let counts = surfaces.map(\.frameCount)
        early = []
        try stage.advance(delays: delays)
        if checks, pages.first?.transition.dependsOnStacking == true {
            // The present drawing is shown at the next refresh.
            screen.compare(stage.compositor.stacked, at: stage.nextRefresh)
        }
        if checks {
            for (index, fault) in try faults().enumerated() {
                #expect(fault == nil, "\(name(index)), \(stage.refresh)")
                #expect(surfaces[index].frameCount <= counts[index] + 1, "\(name(index))")
            }
        }
        let frames = bar.surface.frameCount - counts[0]
        for surface in surfaces { surface.forgetCommits() }
        return frames
    }

    func run(delays: [UInt64] = [], checks: Bool = true) throws {
        var count = 0
        while isMoving, count < 200 {
            try advance(delays: delays, checks: checks)
            count += 1
        }
        #expect(count < 200)
        // At rest nothing is drawn, except for a mask that the rasterizer sends late: its time is not the scripted one.
        try stage.waitForRasterizer()
        var refreshes = 0
        repeat {
            try advance(checks: checks)
            refreshes += 1
        } while !bar.surface.callbacks.isEmpty && refreshes < 4
        let frames = try advance(checks: checks)
        #expect(!checks || frames == 0 && bar.surface.callbacks.isEmpty)
    }

    func faults() throws -> [String?] {
        let time = stage.nextRefresh
        return try [bar.fault(at: time)] + pages.map { $0.fault(at: time, background: background) }
    }

    func name(_ index: Int) -> String { index == 0 ? "the bar" : pages[index - 1].tab.rawValue }
}
