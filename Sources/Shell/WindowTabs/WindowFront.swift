import ShellModel

/// The one authority over the front: the selected tab, or a window that belongs to no tab.
///
/// The adapter of a compositor states facts; this decides which of them are the user's choice, which result from the shell's
/// own acts, and which are the compositor's. docs/develop/architecture.md gives the reasons, and a table of the
/// states and transitions.
///
/// A value type without a clock: times are CLOCK_MONOTONIC in ns.
package struct WindowFront: Equatable {
    package enum Content: Equatable {
        /// A page with the keyboard exclusively: a window that the user activates loses the focus again at once.
        case page
        /// A window, which keeps the focus until another one gets it.
        case window
        case missingWindow
    }

    /// A tab, and the output of the pages; nil without one.
    package struct Choice: Equatable {
        package var tab: TabID
        package var output: String?
    }

    package enum Fact: Equatable {
        /// Each tab has a workspace, so that no focus decides anything; or no longer has one.
        case workspaces(Bool)
        /// The daemon's selection.
        ///
        /// - isCovered: see ``Selection/isCovered``.
        /// - isPressed: true if the user has selected the selected tab again.
        case selection(Choice, isCovered: Bool?, isPressed: Bool)
        case output(String?)
        case choiceHandled(Choice)
        case coverHandled
        /// The next daemon does not know the reports so far.
        case daemonLost
        /// The windows that belong to no tab.
        ///
        /// - isSeen: true if one of them just came in front of the page.
        case foreign(exist: Bool, isSeen: Bool)
        case brought(Content)
        /// The shell has sent a request that moves the focus, or the compositor moves it for another reason.
        case requested
        /// The compositor has handled a request, and its events have arrived.
        case handled(isInFront: Bool)
        /// The window or page that was brought to the front has the focus, or not.
        case inFront(Bool)
        /// A window that is not in front got the focus.
        ///
        /// - isHeld: false if it has lost it again.
        case focused(WindowOwner, isHeld: Bool)
        /// A window that is not in front lost the focus.
        case unfocused(WindowOwner)
        case timeout
        case sight(Sight)
    }

    package enum Effect: Equatable {
        /// Select a tab: it is the user's choice.
        ///
        /// - movesPages: true if the pages go to its output.
        case choose(Choice, movesPages: Bool)
        /// Report to the daemon that a window of no tab is in front of the page (true), behind it (false), or missing (nil).
        case cover(Bool?, over: TabID)
        /// Activate the selected tab's window again: it did not come to the front.
        case activate
        /// Look at the workspaces, arrange the windows of a tab, and state the ``Sight`` with a cause.
        case layout(TabID?, Cause?)
        /// Show the workspace of the selected tab.
        case show
        /// Show the previously focused workspace.
        case restore
        /// Keep the workspace on the output of the pages: the window on it is in front of them.
        case keep
    }

    /// The time for which a change of focus must last, ns.
    static let persistence: UInt64 = 50_000_000
    /// The time within which a selected window comes to the front, ns.
    static let arrivalTimeout: UInt64 = 300_000_000
    /// The time within which a selected page has taken the keyboard, and the pages before it have given it back, ns.
    static let pageTimeout: UInt64 = 1_000_000_000
    static let maximumSelections = 3
    /// The time without any change of focus that ends a row of selections, ns.
    static let quiet: UInt64 = 1_000_000_000

    package private(set) var hasWorkspaces = false
    private var selected: Choice?
    /// The choices that were reported and have yet to be carried out, oldest first.
    private var choices: [Choice] = []
    /// The last report to the daemon, and the number of reports that it has yet to handle.
    private(set) var cover: Bool?
    private var pendingCovers = 0
    /// True if a window that belongs to no tab was in front at the last sight.
    private var isCovered = false

    private var content = Content.page
    /// The number of requests that the compositor has not handled yet.
    private var pendingRequests = 0
    /// The end of the wait for the window or page that was brought to the front; nil if it has come, or never will.
    private var arrivalDeadline: UInt64?
    private var hasRepeated = false
    private var hasArrived = false
    /// True if the arrival of the selected page is observable: it takes the focus from a window. Otherwise
    /// the page before may still have the keyboard, and give it back at any moment. No event reports that, because the
    /// panel does not see the keyboard of other programs; ``pageTimeout`` stands for it.
    private var takesFocus = false
    /// The owner of the window that the user may have focused, if any.
    private var candidate: WindowOwner?
    private var lastChange: UInt64 = 0
    private var selections = 0

    package init() {}

    /// A state of the table in docs/develop/architecture.md.
    enum State: String, CaseIterable {
        case page, window, missing, arriving, acting, turning, tab, covered, choosing
    }

    var state: State {
        if hasWorkspaces { return !choices.isEmpty ? .choosing : isCovered ? .covered : .tab }
        if pendingRequests > 0 { return .acting }
        if arrivalDeadline != nil { return .arriving }
        if candidate != nil { return .turning }
        return content == .page ? .page : content == .window ? .window : .missing
    }

    /// The time at which ``Fact/timeout`` is due, if any.
    package var deadline: UInt64? {
        guard !hasWorkspaces, pendingRequests == 0 else { return nil }
        if let arrivalDeadline { return arrivalDeadline }
        guard candidate != nil else { return nil }
        return lastChange + (selections < Self.maximumSelections ? Self.persistence : Self.quiet)
    }

    package mutating func handle(_ fact: Fact, at now: UInt64) -> [Effect] {
        switch fact {
        case .workspaces(let areThere):
            if areThere != hasWorkspaces { self = WindowFront() }
            hasWorkspaces = areThere
        case .selection(let choice, let isCovered, let isPressed):
            return select(choice, isCovered: isCovered, isPressed: isPressed)
        case .output(let output):
            defer { selected?.output = output }
            return hasWorkspaces ? [.layout(nil, output == selected?.output ? nil : .restart)] : []
        case .choiceHandled(let choice):
            // A carried-out choice has come with the selection.
            guard let index = choices.firstIndex(of: choice) else { return [] }
            choices.remove(at: index)
            return choices.isEmpty ? [.layout(nil, .selection)] : []
        case .coverHandled: pendingCovers = max(pendingCovers - 1, 0)
        case .daemonLost: (choices, cover, pendingCovers) = ([], nil, 0)
        case .foreign(let exist, let isSeen): return report(exist ? isSeen ? true : cover : nil)
        case .sight(let sight): return hasWorkspaces ? see(sight) : []
        default: return hasWorkspaces ? [] : focusChanged(fact, at: now)
        }
        return []
    }

    private mutating func report(_ isCovered: Bool?) -> [Effect] {
        guard let selected, choices.isEmpty, isCovered != cover else { return [] }
        (cover, pendingCovers) = (isCovered, pendingCovers + 1)
        return [.cover(isCovered, over: selected.tab)]
    }

    private mutating func select(_ choice: Choice, isCovered: Bool?, isPressed: Bool) -> [Effect] {
        defer { selected = choice }
        // A press on the tab has raised its page, unless the daemon has yet to learn that it is covered.
        let isRaised = pendingCovers == 0 && cover == true && isCovered == false
        if pendingCovers == 0 { cover = isCovered }
        guard hasWorkspaces else { return [] }
        guard choice != selected else { return isRaised || isPressed ? [.layout(choice.tab, .selection)] : [] }
        // The user may have moved on since the choice.
        let index = choices.firstIndex(of: choice)
        choices.removeFirst(index.map { $0 + 1 } ?? choices.count)
        return [.layout(choice.tab, index != nil ? nil : selected == nil ? .restart : .selection)]
    }

    private mutating func see(_ sight: Sight) -> [Effect] {
        guard let selected else { return [] }
        var next = selected
        var effects: [Effect] = []
        var cover = sight.shown == .foreign
        if sight.causes.contains(.vanished), !sight.causes.contains(.selection) {
            (effects, cover) = ([.restore], isCovered)
        } else {
            // The compositor may show another workspace than before when it loses an output.
            isCovered =
                cover && !sight.causes.contains(.selection) && (isCovered || !sight.causes.contains(.outputs))
            if !sight.causes.isEmpty, !isCovered {
                (effects, cover) = ([.show], false)
            } else if sight.causes.contains(.opened) {
                effects = [.keep]
            } else if sight.isTurnedTo, case .tab(let tab) = sight.focused {
                next = Choice(tab: tab, output: sight.destination ?? selected.output)
            }
        }
        let last = choices.last ?? selected
        if next != last {
            choices.append(next)
            effects.append(.choose(next, movesPages: next.output != last.output))
        }
        return effects + report(sight.hasForeign ? cover : nil)
    }

    private mutating func focusChanged(_ fact: Fact, at now: UInt64) -> [Effect] {
        switch fact {
        case .brought(let content):
            (takesFocus, hasArrived, hasRepeated) = (hasArrived, false, false)
            (self.content, candidate) = (content, nil)
            arrivalDeadline = now + (content == .page ? Self.pageTimeout : Self.arrivalTimeout)
        case .requested:
            candidate = nil
            pendingRequests += 1
        case .handled(let isInFront):
            pendingRequests = max(pendingRequests - 1, 0)
            update(isInFront: isInFront)
        case .inFront(let isInFront): update(isInFront: isInFront)
        case .focused(let owner, let isHeld):
            endRow(at: now)
            lastChange = now
            focused(owner, isHeld: isHeld)
        case .unfocused(let owner):
            endRow(at: now)
            lastChange = now
            if candidate == owner, content != .page { candidate = nil }
        case .timeout: return timeout(at: now)
        default: break
        }
        return []
    }

    private mutating func update(isInFront: Bool) {
        guard isInFront, pendingRequests == 0, content != .page || takesFocus else { return }
        arrivalDeadline = nil
        guard content != .page else { return }
        hasArrived = true
        // The focus came back.
        candidate = nil
    }

    private mutating func focused(_ owner: WindowOwner, isHeld: Bool) {
        guard pendingRequests == 0, arrivalDeadline == nil else {
            // No page has the keyboard, so the arrival of the selected one is observable.
            if isHeld, content == .page { takesFocus = true }
            return
        }
        switch content {
        case .page:
            // A window keeps the focus over a page because the page is not there: it has just been left, or its
            // program or its output is gone. A window gets it for a moment when it opens, or a lock goes.
            candidate = !isHeld && owner == .noTab ? owner : nil
        case .window, .missingWindow: candidate = isHeld ? owner : nil
        }
    }

    private mutating func timeout(at now: UInt64) -> [Effect] {
        guard let deadline, now >= deadline else { return [] }
        if arrivalDeadline != nil {
            arrivalDeadline = nil
            guard content == .window, !hasRepeated else { return [] }
            hasRepeated = true
            arrivalDeadline = now + Self.arrivalTimeout
            return [.activate]
        }
        guard let owner = candidate else { return [] }
        candidate = nil
        endRow(at: now)
        selections += 1
        switch owner {
        case .tab(let tab): return [.choose(Choice(tab: tab, output: selected?.output), movesPages: false)]
        case .noTab: return report(true)
        }
    }

    private mutating func endRow(at now: UInt64) {
        if now >= lastChange + Self.quiet { selections = 0 }
    }
}
