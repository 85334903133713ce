import EventLoop
import PangoText
import Posix
import ScreenClient
import SurfaceKit
import ShellModel
import TabshellIPC

/// The program of a page, which is shown on one output while its tab is selected or its sheet is open.
public final class PageProgram {
    /// The maximum private memory of a page, bytes: ten times the largest page's. Its buffers are shared with the compositor.
    private static let maximumMemory: UInt = 1 << 30
    private static let topics: [Topic] = [
        .tabs, .look, .appearance, .drag, .selection, .reselect, .paths, .sheet, .bar,
    ]

    /// Called after each change of the state, and before the first frame.
    public var onUpdate: (ShellState) -> Void = { _ in }

    let shell: ShellProgram
    private let tab: TabID
    let host: PageHost
    private let drags: SelectionDragSender
    /// Nil until the daemon has sent the tab's role.
    private(set) var presenter: (any PagePresenter)?
    private var isSheet = false
    private var output: Output?
    private var isShown = false
    /// The number of scrolls that the daemon has not processed. A change of the bar until then is older than these.
    private var unansweredScrolls = 0

    /// Creates the program of a tab's page.
    ///
    /// - Throws: `ExitError` without a suitable compositor.
    public convenience init(_ page: any Page, tab: TabID, options: ShellOptions) throws(ExitError) {
        try self.init(tab: tab, options: options) { _ in page }
    }

    /// Creates the program of a page that needs the program's loop.
    ///
    /// - Parameters:
    ///   - program: nil for the tab's.
    ///   - topics: the topics besides all pages' topics.
    /// - Throws: `ExitError` without a suitable compositor.
    public init(
        tab: TabID, as program: Program? = nil, topics: [Topic] = [], options: ShellOptions,
        makePage: (EventLoop) -> any Page
    ) throws(ExitError) {
        self.tab = tab
        // The snapshot of a transition, several MB, returns to the system. fontconfig's short-lived threads leave no heaps.
        reduceMemoryRetention()
        withSignalsBlocked { TextCache.findFonts() }
        shell = try ShellProgram(program ?? .page(tab), topics: Self.topics + topics, options: options)
        drags = SelectionDragSender(shell)
        host = PageHost(
            makePage(shell.loop), environment: PageEnvironment(ShellState(), tab: tab, options: options),
            loop: shell.loop)
    }

    /// The event loop of the program.
    public var loop: EventLoop { shell.loop }

    /// Draws the page if it is visible, and asks it for its next task. Call it after a change from outside
    /// the page's events, such as a new version of a file.
    public func pageChanged() { host.pageChanged() }

    /// Asks the page for its next task, without drawing it.
    public func scheduleTask() { host.scheduleTask(after: MonotonicClock.now) }

    /// Called before the program ends, with a function to call when the page has nothing left to save. It has 2 s.
    public var onTermination: (@escaping () -> Void) -> Void {
        get { shell.onTermination }
        set { shell.onTermination = newValue }
    }

    /// Sends a request to the shell, outside the page's events.
    public func request(_ request: PageRequest) { send(request.request(from: tab)) }

    /// Sends a request to the daemon; its effect arrives as a change of the state.
    public func send(_ request: Request) { shell.client.send(request) }

    /// Sends a request to the daemon, which calls back with the reply, or with nil when the connection is lost.
    public func send(_ request: Request, completion: @escaping (Result<JSON, WireError>?) -> Void) {
        shell.client.send(request, completion: completion)
    }

    /// Runs until the compositor closes the connection or the program is asked to end.
    ///
    /// - Throws: `ExitError` unless the program was asked to end.
    public func run() throws(ExitError) {
        limitOwnMemory(to: Self.maximumMemory)
        host.onRequest = { [weak self] in self?.request($0) }
        host.onScroll = { [weak self] in self?.reportScroll($0) }
        shell.connection.onOutput = { [weak self] output in
            guard let self else { return }
            presenter?.surface?.outputChanged(output)
            updateOutput()
            if output === self.output { updatePresenter() }
        }
        shell.connection.onOutputRemoved = { [weak self] _ in self?.updateOutput() }
        shell.connection.onBlurSupportChange = { [weak self] in self?.updatePresenter() }
        shell.client.blursBackdrop = !shell.options.window
        shell.client.onUpdate = { [weak self] previous, _ in self?.stateChanged(from: previous) }
        startAccessibility()
        try shell.run()
    }

    private func reportScroll(_ direction: ScrollDirection) {
        unansweredScrolls += 1
        shell.client.send(.command(.scrolled(tab, direction))) { [weak self] in self?.unansweredScrolls -= 1 }
    }

    /// Removes a surface that the compositor has closed. The page comes back with the next output or change of the state.
    private func closed() {
        hide()
        if shell.options.window { shell.exit(.done, nil) }
    }

    private func hide() {
        presenter?.hideImmediately()
        isShown = false
    }

    /// Shows the page on the output of the pages; the output of a window is the compositor's choice.
    private func updateOutput() {
        guard let presenter else { return }
        let next = shell.options.window ? nil : shell.pageOutput
        guard next !== output || !isShown else { return }
        hide()
        output = next
        guard next != nil || shell.options.window else { return }
        do throws(WaylandConnectionError) {
            try presenter.show(on: shell.connection, output: next, overlap: environment.overlap)
            isShown = true
        } catch {
            shell.exit(error)
        }
    }

    private func stateChanged(from previous: ShellState) {
        let state = shell.client.state
        guard let own = state.tab(tab) else { return }
        onUpdate(state)
        if presenter == nil || own.role.isSheet != isSheet { makePresenter(isSheet: own.role.isSheet) }
        if isShown, !shell.options.window, shell.pageOutput !== output { leaveOutput() }
        updateOutput()
        if state.bar != previous.bar, unansweredScrolls == 0 { host.barChanged(isMinimized: state.bar.isMinimized) }
        shell.followKiosk()
        host.screen = state.kiosk.screen == .blank ? .blank : state.kiosk.isIdle ? .idle : .used
        updatePresenter()
        if state.kiosk.returns > previous.kiosk.returns, previous.revision > 0 {
            host.return(discardsText: state.kiosk.rules.idle.clearsText)
        }
        if presenter?.isPresent != true { shell.accessibility.stopWatching() }
        if state.reselect.tab == tab, state.reselect.count > previous.reselect.count, previous.revision > 0 {
            host.reselect()
        }
    }

    /// Removes the page from its output before it goes to another one. It appears there at once: nothing moves between outputs.
    private func leaveOutput() {
        hide()
        updatePresenter()
        presenter?.finishAnimations()
    }

    private func updatePresenter() {
        guard shell.client.state.tab(tab) != nil else { return }
        presenter?.update(shell.client.state, environment: environment)
    }

    private var environment: PageEnvironment {
        PageEnvironment(
            shell.client.state, tab: tab, options: shell.options, screen: output?.logicalSize,
            compositorBlurs: shell.connection.supportsBackgroundBlur)
    }

    /// Creates the presenter for the tab's role, which a change of the configuration can change.
    private func makePresenter(isSheet: Bool) {
        hide()
        if host.isActive { host.disappear(at: MonotonicClock.now) }
        self.isSheet = isSheet
        let presenter: any PagePresenter =
            isSheet
            ? SheetView(host, inWindow: shell.options.window, loop: shell.loop)
            : PageView(host, inWindow: shell.options.window, loop: shell.loop, drags: drags)
        presenter.onClosed = { [weak self] in self?.closed() }
        self.presenter = presenter
    }
}
