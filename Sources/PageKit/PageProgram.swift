// SPDX-License-Identifier: MIT
import CLinux
import EventLoop
import ProgramKit
import ShellKit
import SurfaceKit
import TabModel
import TabWire

/// How a page's view is run.
struct PageOptions {
    var inWindow: Bool
    var reducesMotion: Bool
    /// How much larger than usual the user wants text to be.
    var textScale: Double
}

/// The program of one page: it stands on the first output, shows itself while its tab is selected, and lives on while
/// it is not.
public final class PageProgram {
    private let shell: ShellProgram
    private let tab: TabID
    private let view: PageView
    private var output: Output?
    private var isShown = false

    /// - Parameters:
    ///   - tab: the tab that the page serves.
    /// - Throws: ``ProgramFailure`` when there is no compositor for it.
    public init(_ page: any Page, tab: TabID, options: ShellOptions) throws(ProgramFailure) {
        self.tab = tab
        shell = try ShellProgram(.page(tab), topics: [.tabs, .selection, .reselect], options: options)
        view = PageView(
            page,
            options: PageOptions(
                inWindow: options.window, reducesMotion: options.reducedMotion, textScale: options.textScale),
            loop: shell.loop)
    }

    /// Runs until the compositor goes away or the page is told to end.
    ///
    /// - Throws: ``ProgramFailure`` unless it was ended by request.
    public func run() throws(ProgramFailure) {
        // A transition's picture is several megabytes, and is not to stay with the process when it is over.
        clinux_return_large_blocks()
        view.onRequest = { [unowned self] request in
            switch request {
            case .select(let tab): shell.client.send(.select(TabID(rawValue: tab)))
            }
        }
        view.onClosed = { [unowned self] in closed() }
        shell.session.onOutput = { [unowned self] output in
            view.outputChanged(output)
            place()
        }
        shell.session.onOutputRemoved = { [unowned self] _ in place() }
        shell.client.onUpdate = { [unowned self] in stateChanged(from: $0) }
        place()
        try shell.run()
        view.takeAway()
    }

    /// The page's output usually goes next; the page comes back with the next output, or the next change.
    private func closed() {
        view.takeAway()
        isShown = false
        if shell.options.window { shell.end(.done, nil) }
    }

    /// Stands the page on the first output there is; a window's place is not ours to choose.
    private func place() {
        let first = shell.options.window ? nil : shell.session.outputs.first
        guard first !== output || !isShown else { return }
        view.takeAway()
        isShown = false
        output = first
        guard first != nil || shell.options.window else { return }
        do throws(SessionError) {
            try view.show(on: shell.session, output: first, tab: tab)
            isShown = true
        } catch {
            shell.end(error)
        }
    }

    private func stateChanged(from previous: ShellState) {
        place()
        let state = shell.client.state
        if let selection = state.selection, selection != previous.selection {
            view.update(
                isSelected: selection.tab == tab, entrance: state.tab(tab)?.entrance ?? .crossFade,
                selection: selection)
        }
        if state.reselect.tab == tab, state.reselect.count > previous.reselect.count, previous.revision > 0 {
            view.reselect()
        }
    }
}
