import RasterClient
import EventLoop
import Posix
import ScreenClient
import SurfaceKit
import Sway
import TabBar
import ShellModel
import TabshellIPC

/// The panel: draws the daemon's state on every output and sends the user's requests to the daemon.
public final class PanelProgram {
    static let topics: [Topic] = [
        .tabs, .actions, .look, .appearance, .badges, .windows, .sheet, .menu, .bar, .programs, .configuration,
        .message,
        .drag, .selection, .reselect, .lock,
    ]

    /// The timeout after which a closing menu is removed although no frame was shown, ns.
    private static let menuTimeout: UInt64 = 250_000_000
    /// The delays before the pages' colour and a missing page's status, ns: at the start of a session all pages are missing.
    static let groundDelay: UInt64 = 100_000_000
    static let statusDelay: UInt64 = 300_000_000

    let shell: ShellProgram
    let masks: MaskLoader
    let requests: RequestSender
    let drags: SelectionDragSender
    var model = BarModel()
    private(set) lazy var largeContent = LargeContentViewer(self, loop: shell.loop)

    /// The bars: one on each output that has one, or the only one in a window.
    private var bars: [BarView] = []
    /// The menu beside the pages, while it is open or closing.
    private(set) var menu: SceneView?
    var status: MessageView<StatusMessage>?
    var notices: MessageView<[Notice]>?
    /// The PIN pad, while a request needs the PIN.
    var pad: PinPadView?
    var closedErrors: [String] = []
    private var backdrop: SolidColorSurface?
    private var backdropColor: UInt32?
    /// The output of the pages. Unlike the backdrop it remains when the compositor closes the surfaces before the output goes.
    private var pageOutput: Output?
    private var menuTimer: EventLoop.Timer?
    var statusTimer: EventLoop.Timer?
    /// The time since which no program shows the selected tab, ns; nil if one does.
    var missingSince: UInt64?
    /// The key that moves the bar's focus now, and later keys.
    var keyQueue: [QueuedKey] = []
    private(set) lazy var feedback = PanelFeedback(loop: shell.loop) { [weak self] in self?.announcedScreen }
    private(set) lazy var explorer = TouchExplorer(self)
    private var openers: [ProcessExitSource] = []
    private let log = Log(program: "tabshell-panel")
    let windows: ToplevelController
    private let stacking: StackingFinder
    private let missingOutputs: MissingOutputReporter
    private let idleWatcher: IdleWatcher
    private let cover: ScreenCover

    public init(options: ShellOptions) throws(ExitError) {
        shell = try ShellProgram(.panel, topics: Self.topics, options: options)
        masks = MaskLoader(loop: shell.loop)
        requests = RequestSender(shell.client)
        drags = SelectionDragSender(shell)
        let sway = SharedSway(compositor: shell.connection.compositorPID, loop: shell.loop)
        windows = ToplevelController(shell, sway: sway)
        stacking = StackingFinder(shell, sway: sway)
        missingOutputs = MissingOutputReporter(shell)
        idleWatcher = IdleWatcher(shell)
        cover = ScreenCover(shell)
        model.textScale = options.textScale
        model.reducesMotion = options.reducedMotion
        model.isInWindow = options.window
        menuTimer = shell.loop.timer { [weak self] in self?.showMenu() }
        statusTimer = shell.loop.timer { [weak self] in
            guard let self else { return }
            showStatus()
            updateBarLayers()
            feedback.announceChanges()
        }
    }

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
        masks.onChange = { [weak self] in self?.scenes.forEach { $0.redraw() } }
        windows.onFullscreen = { [weak self] in self?.updateBarLayers() }
        shell.client.onUpdate = { [weak self] _, changed in self?.stateChanged(changed) }
        shell.client.onAnnounce = { [weak self] in self?.feedback.announce($0, $1) }
        shell.client.onHaptic = { [weak self] in self?.feedback.play($0) }
        shell.onInput = { [weak self] in self?.cover.inputChanged() }
        shell.onConnectionChange = { [weak self] in self?.connectionChanged() }
        startAccessibility()
        try shell.run()
    }

    /// True if the pages are below the bar of an output, and no window can be in front of them unseen.
    func isAbovePages(_ output: Output?) -> Bool { windows.seesWindows && output === shell.pageOutput }

    /// Shows a press at once, before the daemon knows of it, and sends the request of an activated element.
    func handle(_ phase: TapPhase, on surface: Surface?) {
        switch phase {
        case .pressed(let target):
            model.setPressed(true, target, at: MonotonicClock.now)
            return invalidate(.press)
        case .cancelled(let target): model.setPressed(false, target, at: MonotonicClock.now)
        case .activated(let target):
            model.setPressed(false, target, at: MonotonicClock.now)
            feedback.tapCompleted(at: MonotonicClock.now)
            perform(target, on: surface)
        }
        invalidate()
    }

    /// Opens the menu of a tab, as the right button and a long press do; false if the target has none.
    func openMenu(of target: BarPart.Target?, on surface: Surface?) -> Bool {
        guard let target, hasMenu(target), case .tab(let tab) = target else { return false }
        if let output = destination(surface?.output) { requests.send(.setOutput(output)) }
        requests.send(.setMenu(tab))
        return true
    }

    func hasMenu(_ target: BarPart.Target) -> Bool {
        guard case .tab(let tab) = target else { return false }
        return !shell.client.state.menu(of: tab).isEmpty
    }

    func dismiss() {
        if shell.client.state.menu.tab != nil {
            requests.send(.setMenu(nil))
        } else if shell.client.state.sheet.tab != nil {
            requests.send(.setSheet(nil))
        }
    }

    /// Removes a bar that the compositor has closed. Usually its output goes next; a new bar comes with the output.
    func closed(_ view: BarView) {
        remove(view)
        if shell.options.window { shell.exit(.done, nil) }
    }

    /// Gives a bar another surface if it has kept the keyboard from a window.
    func keyboardWasKept(by view: BarView) {
        guard windows.mayHaveWindows, bars.contains(where: { $0 === view }) else { return }
        bars.removeAll { $0 === view }
        showBar(on: view.view.output, view.look, replacing: view)
        showAll()
    }

    /// Schedules the removal of a closed menu for the end of its animation.
    func menuAnimationEnded(at time: UInt64) {
        guard shell.client.state.menu.tab == nil else { return }
        menuTimer?.arm(at: min(time, MonotonicClock.now + Self.menuTimeout))
    }

    /// The name of an output whose bar is operated, if the pages move to it; nil if they are on it, and in a window.
    func destination(_ output: Output?) -> String? {
        guard let output, !shell.options.window, let current = shell.pageOutput, output !== current else { return nil }
        return output.name
    }

    func hidesBar(on output: Output?) -> Bool {
        shell.client.state.hidesBar(withPages: output === shell.pageOutput, isFullscreen: windows.isFullscreen)
    }

    /// Performs a pressed element's action. A second press closes a tab's sheet or menu; on another output, it moves it there.
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
        case .openConfiguration: if case .errors(let file?)? = notices?.message.first?.subject { open(file) }
        case .pad(let key): pad?.press(key)
        case .closeNotice:
            closedErrors = state.configuration.errors
            showNotices()
        case .openMessage:
            guard let tab = state.message?.tab else { return }
            requests.send(.message(nil))
            requests.select(tab, from: surface, output: nil)
        case .closeMessage: requests.send(.message(nil))
        case .retry:
            guard let tab = state.selection?.tab else { return }
            // The program of the tab has opened it.
            if let window = state.status(of: .page(tab))?.window {
                shell.client.send(.changeTabs(.setWindow(tab, [window]), selects: true))
            } else {
                requests.restart(tab, from: surface)
            }
        }
    }

    private func stateChanged(_ changed: Set<Topic>) {
        let state = shell.client.state
        model.update(to: state, at: MonotonicClock.now)
        let parts = PanelPart.following(changed)
        guard !parts.isEmpty else {
            // Nothing that is pressed moves while a finger drags.
            for bar in bars { bar.view.surface?.invalidate() }
            return
        }
        if parts.contains(.windows) { windows.update(state) }
        if parts.contains(.bars) {
            showViews()
            if state.look != nil {
                for bar in bars { bar.update(hasSameLayout: !parts.contains(.layouts)) }
                if changed.contains(.look) || changed.contains(.tabs) || masks.isFull { discardUnusedMasks() }
            }
        }
        if parts.contains(.menus) { showMenu() }
        if parts.contains(.status) { showStatus() }
        if parts.contains(.layers) { updateBarLayers() }
        if parts.contains(.notices) { showNotices() }
        if parts.contains(.pad) { showPad() }
        if parts.contains(.stacking) { findStacking() }
        if parts.contains(.outputs) { missingOutputs.update() }
        if parts.contains(.kiosk) {
            shell.followKiosk()
            idleWatcher.update()
            cover.update()
        }
        if parts.contains(.feedback) { feedback.update(state, at: MonotonicClock.now) }
        if parts.contains(.speech) { feedback.announceChanges() }
        // These make the pages move, too.
        invalidate(changed.isDisjoint(with: [.selection, .sheet]) ? .paced : .start)
    }

    private func findStacking() {
        guard !shell.options.window, let look = model.look, let output = shell.pageOutput else { return }
        stacking.update(on: output, color: look[palette: shell.client.state.appearance.value][.page].rgb)
    }

    private func connectionChanged() {
        model.isConnected = shell.client.isConnected
        if !model.isConnected {
            feedback.connectionLost()
            windows.connectionLost()
        }
        invalidate()
    }

    private func updateBarLayers() {
        for bar in bars {
            bar.updateHiding()
            bar.arrange()
            bar.updateKeyboard()
        }
        notices?.arrangeSurface()
    }

    /// The bar's layer. It is above the windows; above an open sheet, whose dimmed background extends below the bar;
    /// above the message over a page that does not answer; and above the pages where these are above the windows. It is below
    /// an open menu and, on the layer that is below in every compositor, below a fullscreen page: Mir has `top` above it.
    var barLayer: LayerPlacement.Layer {
        let state = shell.client.state
        let isAboveTop =
            state.arePagesAboveWindows || state.sheet.tab != nil || status?.message.isAboveWindows == true
        if windows.isFullscreen { return .bottom }
        return isAboveTop && state.menu.tab == nil && state.lock?.prompt == nil ? .overlay : .top
    }

    private var scenes: [SceneView] {
        let views = [menu, status?.view, notices?.view, pad?.view, largeContent.view]
        return bars.map(\.view) + (bars.map(\.tooltip.view) + views).compactMap(\.self)
    }

    /// Discards the masks that no surface needs, and returns their memory to the kernel.
    private func discardUnusedMasks() {
        let wanted = scenes.flatMap { view in
            model.requiredMasks(scale: view.scale, screen: view.screen) + view.scene.requiredMasks(scale: view.scale)
        }
        masks.retain(only: Set(wanted))
        releaseFreeMemory()
    }

    private func outputAppeared(_ output: Output) {
        if let bar = bar(on: output) {
            bar.view.surface?.outputChanged(output)
            bar.update()
        }
        showAll()
    }

    private func outputRemoved(_ output: Output) {
        if let bar = bar(on: output) { remove(bar) }
        // The pages go to another output, and must come back to this one. A restarted page must know that too.
        if pageOutput === output, shell.client.state.bar.output == nil {
            shell.client.send(.command(.setOutput(output.name)))
        }
        showAll()
    }

    private func showAll() {
        showViews()
        showMenu()
        showStatus()
        updateBarLayers()
        showNotices()
        findStacking()
        missingOutputs.update()
        windows.outputsChanged()
        showPad()
        cover.update()
    }

    private func remove(_ bar: BarView) {
        bars.removeAll { $0 === bar }
        if menu?.output === bar.view.output { removeMenu() }
        bar.destroy()
    }

    private func removeMenu() {
        menu?.destroy()
        menu = nil
    }

    /// Creates a bar on each output that needs one, once the look is known, and removes it from the others.
    private func showViews() {
        guard let look = model.look(on: nil) else { return }
        let outputs: [Output?] = shell.options.window ? [nil] : shell.outputs
        for bar in bars where !outputs.contains(where: { $0 === bar.view.output }) { remove(bar) }
        for output in outputs { showBar(on: output, look) }
        showBackdrop()
    }

    private func bar(on output: Output?) -> BarView? { bars.first { $0.view.output === output } }

    private func showBar(on output: Output?, _ look: Look, replacing kept: BarView? = nil) {
        let previous = bar(on: output)
        // A bar that moves to another edge gets a new surface.
        guard previous?.edge != look.bar.position else { return }
        previous?.destroy()
        bars.removeAll { $0 === previous }
        do throws(WaylandConnectionError) {
            bars.append(try BarView(self, output: output, look: look, inWindow: shell.options.window, replacing: kept))
        } catch {
            shell.exit(error)
        }
    }

    /// Creates the menu while it is open or closing, on the output of the pages, and removes it afterwards.
    private func showMenu() {
        let isOpen = shell.client.state.menu.tab != nil
        guard isOpen || model.isMenuVisible(at: MonotonicClock.now) else { return removeMenu() }
        // The menu is removed after its animation, or after the timeout if no frame is ever shown.
        if !isOpen { menuTimer?.arm(after: Self.menuTimeout) }
        guard let bar = frontBar else { return removeMenu() }
        if menu == nil || menu?.output !== bar.view.output {
            removeMenu()
            do throws(WaylandConnectionError) {
                menu = try SceneView(menuOf: self, output: bar.view.output, inWindow: shell.options.window)
            } catch {
                return shell.exit(error)
            }
        }
        // A bar with the focus keeps the keyboard: a key that is pressed while it changes hands is lost.
        if isOpen, !shell.client.state.isBarFocused { menu?.surface?.setKeyboardInteractivity(.exclusive) }
    }

    /// Keeps the page colour behind all on the pages' output: there may be no page yet, or a window smaller than its place.
    private func showBackdrop() {
        guard !shell.options.window, let look = model.look else { return }
        let output = shell.pageOutput
        pageOutput = output ?? pageOutput
        let color = look[palette: shell.client.state.appearance.value][.page].rgb
        if backdrop?.output !== output {
            backdrop?.destroy()
            backdrop = output.flatMap {
                SolidColorSurface(shell.connection, output: $0, namespace: "tabshell-backdrop", color: color)
            }
            backdrop?.onClosed = { [weak self] in self?.backdrop = nil }
        } else if backdropColor != color {
            // Without a moment between two surfaces.
            backdrop?.setColor(color, opacity: 1)
        }
        backdropColor = color
    }

    /// Opens a file in the program that the user prefers for it, which outlives the panel.
    private func open(_ file: String) {
        let log = log
        ProcessExitSource.start(
            "xdg-open", arguments: [file], environment: [ChildProcess.instanceVariable: nil], endsUnwatched: false,
            on: shell.loop,
            onExit: { [weak self] pid, code in
                self?.openers.removeAll { $0.pid == pid }
                if code != 0 { log.warning("\(file) was not opened: xdg-open failed") }
            },
            onStart: { [weak self] result in
                switch result {
                case .success(let process): self?.openers.append(process)
                case .failure(let error): log.warning("\(file) was not opened: \(error)")
                }
            })
    }

    func invalidate(_ urgency: FrameUrgency = .paced) {
        for bar in bars { bar.view.invalidate(urgency) }
        menu?.invalidate(urgency)
        largeContent.view?.invalidate(urgency)
        shell.accessibility.changed()
    }

    /// The bar beside the pages.
    var frontBar: BarView? { bar(on: messageOutput) }
}
