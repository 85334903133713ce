// SPDX-License-Identifier: MIT
import EventLoop
import RasterProtocol
import CommandLineKit
import ShellKit
import SurfaceKit
import TabBar
import ShellModel
import TabshellIPC

/// The panel: it draws what the daemon says on every output, and tells the daemon what the user did.
public final class PanelProgram {
    private static let topics: [Topic] = [
        .tabs, .actions, .look, .appearance, .badges, .windows, .sheet, .menu, .bar, .programs, .selection,
    ]

    /// How often a menu that closes is asked whether it has gone, should its frames not tell, ns.
    private static let menuPatience: UInt64 = 250_000_000
    /// How long a page's program may be missing before that is said, ns: at the start of a session all are.
    private static let noticePatience: UInt64 = 500_000_000

    let shell: ShellProgram
    let masks: MaskLoader
    /// What the user asks the daemon for.
    let requests: RequestSender
    var model = BarModel()

    /// The bars, by their output; in a window, by the panel itself.
    private var views: [ObjectIdentifier: BarView] = [:]
    private var menus: [ObjectIdentifier: MenuView] = [:]
    private var notice: StatusView?
    private var backdrop: SolidColorSurface?
    private var backdropColor: UInt32?
    private var menuEnd: EventLoop.Timer?
    private var noticeStart: EventLoop.Timer?
    private let feedback: PanelFeedback
    private let windows: ToplevelController

    /// - Throws: ``ExitError`` when there is no compositor for the panel.
    public init(options: ShellOptions) throws(ExitError) {
        shell = try ShellProgram(.panel, topics: Self.topics, options: options)
        masks = MaskLoader(loop: shell.loop)
        requests = RequestSender(shell.client)
        feedback = PanelFeedback(loop: shell.loop)
        windows = ToplevelController(shell)
        model.textScale = options.textScale
        model.reducesMotion = options.reducedMotion
        menuEnd = shell.loop.timer { [unowned self] in showMenus() }
        noticeStart = shell.loop.timer { [unowned self] in showNotice(isDue: true) }
    }

    /// Runs until the compositor goes away or the panel is told to end.
    ///
    /// - Throws: ``ExitError`` unless it was ended by request.
    public func run() throws(ExitError) {
        shell.session.cursorImage = PointerCursor.image
        shell.session.onOutput = { [unowned self] in outputAppeared($0) }
        shell.session.onOutputRemoved = { [unowned self] in outputVanished($0) }
        model.blursBehind = shell.session.blursBehind
        shell.session.onBlursBehind = { [unowned self] in
            model.blursBehind = shell.session.blursBehind
            invalidate()
        }
        masks.onChange = { [unowned self] in masksArrived() }
        windows.onFullscreen = { [unowned self] in placeBars() }
        shell.client.onUpdate = { [unowned self] in stateChanged(from: $0) }
        shell.client.onConnectionChange = { [unowned self] in connectionChanged() }
        try shell.run()
        for menu in menus.values { menu.destroy() }
        for view in views.values { view.destroy() }
        notice?.destroy()
    }

    /// Shows a press at once, before the daemon knows of it, and does what a finished one asks for.
    ///
    /// - Parameter surface: where it was.
    func take(_ outcome: PressTracker.Outcome, on surface: Surface?) {
        switch outcome {
        case .nothing: return
        case .pressed(let target):
            model.setPressed(true, target, at: MonotonicClock.now)
            feedback.pressed(at: MonotonicClock.now)
        case .lifted(let target): model.setPressed(false, target, at: MonotonicClock.now)
        case .done(let target):
            model.setPressed(false, target, at: MonotonicClock.now)
            perform(target, on: surface)
        }
        invalidate()
    }

    /// Closes what is open over the page.
    func dismiss() {
        if shell.client.state.menu.tab != nil {
            requests.send(.setMenu(nil))
        } else if shell.client.state.sheet.tab != nil {
            requests.send(.setSheet(nil))
        }
    }

    /// The compositor has taken a bar away. Its output usually follows; the bar comes back with the output.
    func closed(_ view: BarView) {
        guard let key = views.first(where: { $0.value === view })?.key else { return }
        views.removeValue(forKey: key)?.destroy()
        menus.removeValue(forKey: key)?.destroy()
        if shell.options.window { shell.end(.done, nil) }
    }

    /// A menu moves no more from a time on, which is still to come; if it has closed, it goes then.
    func menuSettled(at time: UInt64) {
        guard shell.client.state.menu.tab == nil else { return }
        menuEnd?.arm(at: min(time, MonotonicClock.now + Self.menuPatience))
    }

    /// What was pressed once more takes back what the first press brought.
    private func perform(_ target: HitRegion.Target, on surface: Surface?) {
        let state = shell.client.state
        switch target {
        case .tab(let tab) where state.sheet.tab == tab: requests.send(.setSheet(nil))
        case .tab(let tab) where state.menu.tab == tab: requests.send(.setMenu(nil))
        case .tab(let tab): requests.select(tab, from: surface)
        case .restoreBar: requests.send(.minimize(false))
        case .action(let action): requests.send(.run(action))
        case .closeMenu: requests.send(.setMenu(nil))
        }
    }

    private func stateChanged(from previous: ShellState) {
        let state = shell.client.state
        model.update(to: state, at: MonotonicClock.now)
        feedback.update(model, from: previous, to: state, at: MonotonicClock.now)
        windows.update(state)
        showViews()
        placeBars()
        if let look = state.look {
            for view in views.values { view.update(to: look) }
            if look != previous.look || state.tabs != previous.tabs { forgetMasks() }
        }
        showMenus()
        showNotice()
        invalidate()
    }

    private func connectionChanged() {
        model.isConnected = shell.client.isConnected
        if !model.isConnected {
            feedback.connectionLost()
            windows.connectionLost()
        }
        invalidate()
    }

    /// Keeps the bars above the pages, which stand above all windows where windows are pages too.
    private func placeBars() {
        for view in views.values { view.place(among: barLayer) }
    }

    /// The layer of the bar: above the windows; above an open sheet, whose dimming reaches under the bar, and above the
    /// pages where they are above the windows themselves; but below an open menu, which is above all, and a page that
    /// fills the output, as any window may.
    var barLayer: LayerPlacement.Layer {
        let state = shell.client.state
        let isAboveTop = state.hasWindowTabs || state.sheet.tab != nil
        return isAboveTop && state.menu.tab == nil && !windows.isFullscreen ? .overlay : .top
    }

    private func masksArrived() {
        for view in views.values { view.redraw() }
        for menu in menus.values { menu.redraw() }
        notice?.redraw()
    }

    /// What no bar needs any more is not kept.
    private func forgetMasks() {
        let wanted = views.values.flatMap { view in
            MaskLoader.requests(model.needs(scale: view.scale), scale: view.scale) + view.requests
        }
        masks.retain(only: Set(wanted + (notice?.requests ?? [])))
    }

    private func outputAppeared(_ output: Output) {
        views[ObjectIdentifier(output)]?.outputChanged(output)
        showViews()
        showNotice()
    }

    private func outputVanished(_ output: Output) {
        menus.removeValue(forKey: ObjectIdentifier(output))?.destroy()
        views.removeValue(forKey: ObjectIdentifier(output))?.destroy()
        showBackdrop()
        showNotice()
    }

    /// Puts a bar on each output that has none, as soon as the look is known.
    private func showViews() {
        guard let look = model.currentLook else { return }
        if shell.options.window {
            show(ObjectIdentifier(self), on: nil, look)
        } else {
            for output in shell.session.outputs { show(ObjectIdentifier(output), on: output, look) }
            showBackdrop()
        }
    }

    private func show(_ key: ObjectIdentifier, on output: Output?, _ look: Look) {
        guard views[key] == nil else { return }
        do throws(WaylandConnectionError) {
            views[key] = try BarView(self, output: output, look: look, inWindow: shell.options.window)
        } catch {
            shell.end(error)
        }
    }

    /// Puts the menu over each output with a bar while it is open or on its way out, and takes it away after that.
    private func showMenus() {
        let isOpen = shell.client.state.menu.tab != nil
        guard isOpen || model.menuIsVisible(at: MonotonicClock.now) else {
            for menu in menus.values { menu.destroy() }
            menus.removeAll()
            return
        }
        // It is seen to the end of its motion, or not at all where no frame is ever shown.
        if !isOpen { menuEnd?.arm(after: Self.menuPatience) }
        for key in views.keys where menus[key] == nil {
            let output = shell.session.outputs.first { ObjectIdentifier($0) == key }
            do throws(WaylandConnectionError) {
                menus[key] = try MenuView(self, output: output, inWindow: shell.options.window)
            } catch {
                shell.end(error)
            }
        }
    }

    /// Keeps the pages' own colour behind them on the output where they stand, the first one: there may be none of them
    /// for a moment, because its program has ended and is only being started again.
    private func showBackdrop() {
        guard !shell.options.window, let look = model.currentLook else { return }
        let output = shell.session.outputs.first
        let color = look.palette(shell.client.state.appearance.value)[.page].rgb
        guard backdrop?.output !== output || backdropColor != color else { return }
        let previous = backdrop
        backdropColor = color
        backdrop = output.flatMap {
            SolidColorSurface(shell.session, output: $0, namespace: "tabshell-backdrop", color: color)
        }
        previous?.destroy()
    }

    /// Says what is the matter with the page in front where the pages stand, as long as no program shows it.
    private func showNotice(isDue: Bool = false) {
        let output = shell.options.window ? nil : shell.session.outputs.first
        guard let output, let text = StatusMessage(shell.client.state) else {
            noticeStart?.disarm()
            notice?.destroy()
            return notice = nil
        }
        if let notice, notice.output === output { return notice.update(to: text) }
        guard isDue || notice != nil else {
            if noticeStart?.deadline == nil { noticeStart?.arm(after: Self.noticePatience) }
            return
        }
        notice?.destroy()
        do throws(WaylandConnectionError) {
            notice = try StatusView(self, notice: text, output: output)
        } catch {
            shell.end(error)
        }
    }

    private func invalidate() {
        for view in views.values { view.invalidate() }
        for menu in menus.values { menu.invalidate() }
    }
}
