// SPDX-License-Identifier: MIT
import BarAssets
import EventLoop
import Gestures
import Posix
import RasterProtocol
import ShellKit
import SurfaceKit
import Sway
import TabBar
import ShellModel
import TabshellIPC

/// The panel: draws the daemon's state on every output and sends the user's requests to the daemon.
public final class PanelProgram {
    static let topics: [Topic] = [
        .tabs, .actions, .look, .appearance, .badges, .windows, .sheet, .menu, .bar, .programs, .configuration,
        .drag, .selection, .reselect,
    ]

    /// The timeout after which a closing menu is removed although no frame was shown, ns.
    private static let menuTimeout: UInt64 = 250_000_000
    /// The delay before a missing page's status is shown, ns: at the start of a session all pages are missing.
    private static let statusDelay: UInt64 = 500_000_000

    let shell: ShellProgram
    let masks: MaskLoader
    /// The sender of the user's requests.
    let requests: RequestSender
    /// The sender of drags of the selection.
    let drags: SelectionDragSender
    var model = BarModel()
    /// The viewer of what is held in a bar or menu.
    private(set) lazy var largeContent = LargeContentViewer(self, loop: shell.loop)

    /// The bars by output; in a window, the only bar by the panel itself.
    private var views: [ObjectIdentifier: BarView] = [:]
    private var menus: [ObjectIdentifier: SceneView] = [:]
    private(set) var status: StatusView?
    private var notice: ConfigurationNoticeView?
    private var backdrop: SolidColorSurface?
    private var backdropColor: UInt32?
    /// The output that the pages are on. Unlike the backdrop it remains when the compositor closes the surfaces before the output
    /// goes.
    private var pageOutput: Output?
    private var menuTimer: EventLoop.Timer?
    private var statusTimer: EventLoop.Timer?
    private(set) lazy var feedback = PanelFeedback(loop: shell.loop) { [weak self] in self?.announcedScreen }
    /// The touches while speech is on.
    private(set) lazy var explorer = TouchExplorer(self)
    private let windows: ToplevelController
    private let stacking: StackingFinder
    private let missingOutputs: MissingOutputReporter

    /// - Throws: ``ExitError`` if there is no suitable compositor.
    public init(options: ShellOptions) throws(ExitError) {
        shell = try ShellProgram(.panel, topics: Self.topics, options: options)
        masks = MaskLoader(loop: shell.loop)
        requests = RequestSender(shell.client)
        drags = SelectionDragSender(shell)
        let sway = SharedSway(compositor: shell.connection.compositorPID, loop: shell.loop)
        windows = ToplevelController(shell, sway: sway)
        stacking = StackingFinder(shell, sway: sway)
        missingOutputs = MissingOutputReporter(shell)
        model.textScale = options.textScale
        model.reducesMotion = options.reducedMotion
        model.isInWindow = options.window
        menuTimer = shell.loop.timer { [weak self] in self?.showMenus() }
        statusTimer = shell.loop.timer { [weak self] in
            guard let self else { return }
            showStatus(isDue: true)
            updateBarLayers()
            feedback.announceChanges()
        }
    }

    /// Runs until the compositor disconnects or the panel is ended.
    ///
    /// - Throws: ``ExitError`` unless the panel was ended on request.
    public func run() throws(ExitError) {
        shell.onTermination = { [weak self] in self?.windows.release($0) }
        shell.connection.onOutput = { [weak self] in self?.outputAppeared($0) }
        shell.connection.onOutputRemoved = { [weak self] in self?.outputRemoved($0) }
        shell.connection.prepareDataDrags()
        model.supportsBackgroundBlur = shell.connection.supportsBackgroundBlur
        shell.connection.onBlurSupportChange = { [weak self] in
            guard let self else { return }
            model.supportsBackgroundBlur = shell.connection.supportsBackgroundBlur
            invalidate()
        }
        masks.onChange = { [weak self] in self?.masksArrived() }
        windows.onFullscreen = { [weak self] in self?.updateBarLayers() }
        shell.client.onUpdate = { [weak self] _, changed in self?.stateChanged(changed) }
        shell.client.onAnnounce = { [weak self] in self?.feedback.announce($0, $1) }
        shell.client.onHaptic = { [weak self] in self?.feedback.play($0) }
        shell.onConnectionChange = { [weak self] in self?.connectionChanged() }
        startAccessibility()
        try shell.run()
        for menu in menus.values { menu.destroy() }
        for bar in views.values { bar.destroy() }
        largeContent.remove()
        status?.view.destroy()
        notice?.view.destroy()
    }

    /// Shows a press at once, before the daemon knows of it, and sends the request of an activated element.
    ///
    /// - Parameter surface: the pressed surface.
    func handle(_ phase: TapPhase, on surface: Surface?) {
        switch phase {
        case .pressed(let target): model.setPressed(true, target, at: MonotonicClock.now)
        case .cancelled(let target): model.setPressed(false, target, at: MonotonicClock.now)
        case .activated(let target):
            model.setPressed(false, target, at: MonotonicClock.now)
            feedback.tapCompleted(at: MonotonicClock.now)
            perform(target, on: surface)
        }
        invalidate()
    }

    /// Opens the menu of a tab, as the right button and a long press do.
    ///
    /// - Parameter surface: the pressed surface.
    /// - Returns: false if the target has none.
    func openMenu(of target: BarPart.Target?, on surface: Surface?) -> Bool {
        guard let target, hasMenu(target), case .tab(let tab) = target else { return false }
        if let output = destination(surface?.output) { requests.send(.setOutput(output)) }
        requests.send(.setMenu(tab))
        return true
    }

    func hasMenu(_ target: BarPart.Target) -> Bool {
        guard case .tab(let tab) = target else { return false }
        return shell.client.state.tab(tab)?.menu.isEmpty == false
    }

    /// Closes the open menu, or else the open sheet.
    func dismiss() {
        if shell.client.state.menu.tab != nil {
            requests.send(.setMenu(nil))
        } else if shell.client.state.sheet.tab != nil {
            requests.send(.setSheet(nil))
        }
    }

    /// Removes a bar that the compositor has closed. Usually its output disappears next; a new bar comes with the
    /// output.
    func closed(_ view: BarView) {
        guard let key = views.first(where: { $0.value === view })?.key else { return }
        remove(key)
        if shell.options.window { shell.exit(.done, nil) }
    }

    /// Schedules the removal of a closed menu for the end of its animation.
    func menuAnimationEnded(at time: UInt64) {
        guard shell.client.state.menu.tab == nil else { return }
        menuTimer?.arm(at: min(time, MonotonicClock.now + Self.menuTimeout))
    }

    /// The name of an output whose bar the user operates, if the pages move to it by that; nil if they are on it, and in a
    /// window.
    func destination(_ output: Output?) -> String? {
        guard let output, !shell.options.window, let current = shell.pageOutput, output !== current else { return nil }
        return output.name
    }

    /// True if the bar of an output is hidden until the user brings it back.
    func hidesBar(on output: Output?) -> Bool {
        shell.client.state.hidesBar(withPages: output === shell.pageOutput, isFullscreen: windows.isFullscreen)
    }

    /// Performs a pressed element's action. Pressing a tab again closes the sheet or menu that it opened; on another output,
    /// it moves it there.
    private func perform(_ target: BarPart.Target, on surface: Surface?) {
        let state = shell.client.state
        let output = destination(surface?.output)
        switch target {
        case .tab(let tab) where output != nil: requests.select(tab, from: surface, output: output)
        case .tab(let tab) where state.sheet.tab == tab: requests.send(.setSheet(nil))
        case .tab(let tab) where state.menu.tab == tab: requests.send(.setMenu(nil))
        case .tab(let tab): requests.select(tab, from: surface, output: nil)
        case .expandBar: requests.send(.minimize(false))
        case .action(let action): requests.send(.run(action))
        case .closeMenu: requests.send(.setMenu(nil))
        case .retry: if let tab = state.selection?.tab { requests.restart(tab, from: surface) }
        }
    }

    /// Updates the parts that follow from the changed topics.
    private func stateChanged(_ changed: Set<Topic>) {
        let state = shell.client.state
        model.update(to: state, at: MonotonicClock.now)
        let parts = PanelPart.following(changed)
        guard !parts.isEmpty else {
            for bar in views.values { bar.view.invalidate() }
            return
        }
        if parts.contains(.windows) { windows.update(state) }
        if parts.contains(.bars) {
            showViews()
            if state.look != nil {
                for bar in views.values { bar.update() }
                if changed.contains(.look) || changed.contains(.tabs) || masks.isFull { discardUnusedMasks() }
            }
        }
        if parts.contains(.menus) { showMenus() }
        if parts.contains(.status) { showStatus() }
        if parts.contains(.layers) { updateBarLayers() }
        if parts.contains(.notice) { showNotice() }
        if parts.contains(.stacking) { findStacking() }
        if parts.contains(.outputs) { missingOutputs.update() }
        if parts.contains(.feedback) { feedback.update(state, at: MonotonicClock.now) }
        if parts.contains(.speech) { feedback.announceChanges() }
        invalidate()
    }

    /// Finds out how the pages are stacked, once there is an output with a bar.
    private func findStacking() {
        guard !shell.options.window, let look = model.look, let output = shell.pageOutput else { return }
        stacking.update(on: output, color: look[palette: shell.client.state.appearance.value][.page].rgb)
    }

    private func connectionChanged() {
        model.isConnected = shell.client.isConnected
        if !model.isConnected {
            feedback.connectionLost()
            windows.connectionLost()
            stacking.connectionLost()
            missingOutputs.connectionLost()
        }
        invalidate()
    }

    /// Keeps the bars above the pages.
    private func updateBarLayers() {
        for bar in views.values {
            bar.updateHiding()
            bar.arrange()
            bar.updateKeyboard()
        }
    }

    /// The bar's layer. It is above the windows; above an open sheet, whose dimmed background extends below the bar;
    /// above the message over a page that does not answer; and above the pages where these are above the windows. It is below
    /// an open menu and below a fullscreen page.
    var barLayer: LayerPlacement.Layer {
        let state = shell.client.state
        let isAboveTop =
            state.arePagesAboveWindows || state.sheet.tab != nil || status?.message.isAboveWindows == true
        return isAboveTop && state.menu.tab == nil && !windows.isFullscreen ? .overlay : .top
    }

    private func masksArrived() {
        for bar in views.values { bar.view.redraw() }
        for menu in menus.values { menu.redraw() }
        largeContent.view?.redraw()
        status?.view.redraw()
        notice?.view.redraw()
    }

    /// Discards the masks that no surface needs, and returns their memory to the kernel.
    private func discardUnusedMasks() {
        let surfaces =
            views.values.map(\.view) + menus.values
            + [status?.view, notice?.view, largeContent.view].compactMap(\.self)
        let wanted = surfaces.flatMap { view in
            let assets = model.requiredAssets(scale: view.scale, screen: view.screen)
            return MaskLoader.requests(assets, scale: view.scale) + view.requests
        }
        masks.retain(only: Set(wanted))
        releaseFreeMemory()
    }

    private func outputAppeared(_ output: Output) {
        if let bar = views[ObjectIdentifier(output)] {
            bar.view.surface?.outputChanged(output)
            bar.update()
        }
        showViews()
        showMenus()
        showStatus()
        updateBarLayers()
        showNotice()
        missingOutputs.update()
    }

    private func outputRemoved(_ output: Output) {
        remove(ObjectIdentifier(output))
        // The pages go to another output, and are to come back to this one. A restarted page must know that too.
        if pageOutput === output, shell.client.state.bar.output == nil {
            shell.client.send(.command(.setOutput(output.name)))
        }
        showBackdrop()
        showMenus()
        showStatus()
        updateBarLayers()
        showNotice()
        missingOutputs.update()
    }

    private func remove(_ key: ObjectIdentifier) {
        menus.removeValue(forKey: key)?.destroy()
        views.removeValue(forKey: key)?.destroy()
    }

    /// Creates a bar on each output that is to have one, once the look is known, and removes it from the others.
    private func showViews() {
        guard let look = model.look(on: nil) else { return }
        if shell.options.window {
            show(ObjectIdentifier(self), on: nil, look)
        } else {
            let outputs = shell.outputs
            for key in views.keys where !outputs.contains(where: { ObjectIdentifier($0) == key }) { remove(key) }
            for output in outputs { show(ObjectIdentifier(output), on: output, look) }
            showBackdrop()
        }
    }

    private func show(_ key: ObjectIdentifier, on output: Output?, _ look: Look) {
        let previous = views[key]
        // A bar that is to be at another edge gets a new surface.
        guard previous?.edge != look.bar.position else { return }
        previous?.destroy()
        do throws(WaylandConnectionError) {
            views[key] = try BarView(self, output: output, look: look, inWindow: shell.options.window)
        } catch {
            shell.exit(error)
        }
    }

    /// Creates the menu while it is open or closing, on the output of the pages, and removes it afterwards.
    private func showMenus() {
        let isOpen = shell.client.state.menu.tab != nil
        guard isOpen || model.isMenuVisible(at: MonotonicClock.now) else {
            for menu in menus.values { menu.destroy() }
            menus.removeAll()
            return
        }
        // The menu is removed after its animation, or after the timeout if no frame is ever shown.
        if !isOpen { menuTimer?.arm(after: Self.menuTimeout) }
        let output = shell.options.window ? nil : shell.pageOutput
        let key = shell.options.window ? ObjectIdentifier(self) : output.map { ObjectIdentifier($0) }
        for other in menus.keys where other != key { menus.removeValue(forKey: other)?.destroy() }
        guard let key, views[key] != nil, menus[key] == nil else { return }
        do throws(WaylandConnectionError) {
            menus[key] = try SceneView(menuOf: self, output: output, inWindow: shell.options.window)
        } catch {
            shell.exit(error)
        }
    }

    /// Keeps a surface in the page colour behind the pages on their output: for a moment there may be no
    /// page, while its program is being restarted.
    private func showBackdrop() {
        guard !shell.options.window, let look = model.look else { return }
        let output = shell.pageOutput
        pageOutput = output ?? pageOutput
        let color = look[palette: shell.client.state.appearance.value][.page].rgb
        guard backdrop?.output !== output || backdropColor != color else { return }
        let previous = backdrop
        backdropColor = color
        backdrop = output.flatMap {
            SolidColorSurface(shell.connection, output: $0, namespace: "tabshell-backdrop", color: color)
        }
        backdrop?.onClosed = { [weak self] in self?.backdrop = nil }
        previous?.destroy()
    }

    /// Shows the status of the selected tab's program in place of its page while no program shows it.
    private func showStatus(isDue: Bool = false) {
        let output = shell.options.window ? nil : shell.pageOutput
        guard let output, let text = StatusMessage(shell.client.state, listsWindows: windows.areListed) else {
            statusTimer?.disarm()
            status?.view.destroy()
            return status = nil
        }
        if let status, status.output === output { return status.update(to: text) }
        guard isDue || status != nil else {
            if statusTimer?.deadline == nil { statusTimer?.arm(after: Self.statusDelay) }
            return
        }
        status?.view.destroy()
        do throws(WaylandConnectionError) {
            status = try StatusView(self, message: text, output: output)
        } catch {
            shell.exit(error)
        }
    }

    /// Shows the errors of the configuration on the output of the pages.
    private func showNotice() {
        let output = shell.options.window ? nil : shell.pageOutput
        guard let output, let text = ConfigurationNotice(shell.client.state.configuration) else {
            notice?.view.destroy()
            return notice = nil
        }
        if let notice, notice.output === output { return notice.update(to: text) }
        notice?.view.destroy()
        do throws(WaylandConnectionError) {
            notice = try ConfigurationNoticeView(self, notice: text, output: output)
        } catch {
            shell.exit(error)
        }
    }

    /// Schedules a frame of all bars and menus.
    func invalidate() {
        for bar in views.values { bar.view.invalidate() }
        for menu in menus.values { menu.invalidate() }
        largeContent.view?.invalidate()
        shell.accessibility.changed()
    }

    /// The bar and the menu beside the pages.
    var frontBar: BarView? { viewKey.flatMap { views[$0] } }
    var frontMenu: SceneView? { viewKey.flatMap { menus[$0] } }

    private var viewKey: ObjectIdentifier? {
        shell.options.window ? ObjectIdentifier(self) : shell.pageOutput.map { ObjectIdentifier($0) }
    }
}
