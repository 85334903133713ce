// SPDX-License-Identifier: MIT
import EventLoop
import Posix
import CommandLineKit
import ShellKit
import SurfaceKit
import ShellModel
import TabshellIPC

/// The program of one page: it stands on the first output, shows itself while its tab is selected or its sheet is open,
/// and lives on while it is not.
public final class PageProgram {
    private static let topics: [Topic] = [
        .tabs, .look, .appearance, .selection, .reselect, .paths, .sheet, .bar,
    ]

    private let shell: ShellProgram
    private let tab: TabID
    private let options: PageOptions
    private let host: PageHost
    /// Nil until the daemon has said what kind of page it is.
    private var stand: (any PagePresenter)?
    private var isSheet = false
    private var output: Output?
    private var isShown = false

    /// - Parameters:
    ///   - tab: the tab that the page serves.
    /// - Throws: ``ExitError`` when there is no compositor for it.
    public convenience init(_ page: any Page, tab: TabID, options: ShellOptions) throws(ExitError) {
        try self.init(tab: tab, options: options) { _ in page }
    }

    /// - Parameters:
    ///   - tab: the tab that the page serves.
    ///   - makePage: makes the page, which may wait for something on the loop.
    /// - Throws: ``ExitError`` when there is no compositor for it.
    public init(
        tab: TabID, options: ShellOptions, makePage: (EventLoop) -> any Page
    ) throws(ExitError) {
        self.tab = tab
        self.options = PageOptions(
            inWindow: options.window, reducesMotion: options.reducedMotion, textScale: options.textScale)
        shell = try ShellProgram(.page(tab), topics: Self.topics, options: options)
        host = PageHost(
            makePage(shell.loop), surroundings: PageEnvironment(ShellState(), tab: tab, options: self.options),
            loop: shell.loop)
    }

    /// What the program waits on.
    public var loop: EventLoop { shell.loop }

    /// Says that something has changed of which the page's host knows nothing: draws the page anew where it is shown,
    /// and asks it for its tasks.
    public func pageChanged() {
        host.pageChanged()
    }

    /// Runs until the compositor goes away or the page is told to end.
    ///
    /// - Throws: ``ExitError`` unless it was ended by request.
    public func run() throws(ExitError) {
        // A transition's picture is several megabytes, and is not to stay with the process when it is over. The threads
        // in which Pango looks for fonts live for moments, and are not to leave a heap of their own behind.
        reduceMemoryRetention()
        host.onRequest = { [unowned self] in shell.client.send(.command($0.command(from: tab))) }
        host.onScroll = { [unowned self] in shell.client.send(.command(.scrolled(tab, $0))) }
        shell.connection.onOutput = { [unowned self] output in
            stand?.outputChanged(output)
            place()
        }
        shell.connection.onOutputRemoved = { [unowned self] _ in place() }
        shell.client.onUpdate = { [unowned self] in stateChanged(from: $0) }
        try shell.run()
        stand?.takeAway()
    }

    /// The page's output usually goes next; the page comes back with the next output, or the next change.
    private func closed() {
        stand?.takeAway()
        isShown = false
        if shell.options.window { shell.exit(.done, nil) }
    }

    /// Stands the page on the first output there is; a window's place is not ours to choose.
    private func place() {
        guard let stand else { return }
        let first = shell.options.window ? nil : shell.connection.outputs.first
        guard first !== output || !isShown else { return }
        stand.takeAway()
        isShown = false
        output = first
        guard first != nil || shell.options.window else { return }
        do throws(WaylandConnectionError) {
            try stand.show(on: shell.connection, output: first)
            isShown = true
        } catch {
            shell.exit(error)
        }
    }

    private func stateChanged(from previous: ShellState) {
        let state = shell.client.state
        guard let own = state.tab(tab) else { return }
        if stand == nil || own.role.isSheet != isSheet { makeStand(isSheet: own.role.isSheet) }
        place()
        if state.bar != previous.bar { host.barChanged(isMinimized: state.bar.isMinimized) }
        stand?.update(state, surroundings: PageEnvironment(state, tab: tab, options: options))
        if state.reselect.tab == tab, state.reselect.count > previous.reselect.count, previous.revision > 0 {
            host.reselect()
        }
    }

    /// A configuration may make a sheet of a page, and a page of a sheet.
    private func makeStand(isSheet: Bool) {
        stand?.takeAway()
        isShown = false
        if host.isActive { host.disappear(at: MonotonicClock.now) }
        self.isSheet = isSheet
        let stand: any PagePresenter =
            isSheet
            ? SheetView(host, tab: tab, inWindow: options.inWindow, loop: shell.loop)
            : PageView(host, tab: tab, inWindow: options.inWindow, loop: shell.loop)
        stand.onClosed = { [unowned self] in closed() }
        self.stand = stand
    }
}
