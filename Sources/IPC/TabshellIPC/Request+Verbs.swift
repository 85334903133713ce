import ShellModel

extension Request {
    /// A request of each verb, in the order of the hello's features. Its arguments do not count.
    static let prototypes: [Request] = [
        .ping, .version, .state, .subscribe([]), .barrier, .command(.select("")), .command(.selectNext),
        .command(.selectPrevious), .command(.drag(from: "", to: "", progress: 0)), .command(.endDrag(velocity: nil)),
        .command(.badge("", nil)), .command(.push(nil, [])), .command(.pop(nil)), .command(.popToRoot(nil)),
        .command(.open("", [])), .command(.show("", nil)), .command(.follow("", "")), .command(.message(nil)),
        .command(.run("")), .command(.setSheet(nil)), .command(.setMenu(nil)),
        .command(.minimize(false)), .command(.focus(.enter)), .command(.scrolled("", .down)),
        .command(.setAppearance(.light)), .command(.rotate(.next)), .preferences(PreferencesChange()),
        .window("", nil, over: nil, isWatched: true, note: nil), .command(.setCovered(nil, over: "")),
        .command(.setOutput(nil)), .command(.setPageStacking(nil)), .command(.setWorkspaces(false)), .tabs, .looks,
        .look(""), .reload, .changeTabs(.add(NewTab(), .last)), .changeTabs(.remove("")), .changeTabs(.move("", .last)),
        .changeTabs(.setWindow("", [])), .save, .restart(""), .windows, .foreign(0, nil), .accessibility, .press(""),
        .edit("", AccessibilityEdit(start: 0, end: 0)), .screenshot,
        .describe(0, AccessibilityNode(.window)), .pressed(0), .announce(""), .haptic(.light), .activity(true),
        .unlock(""), .lock, .closePad, .register(.panel), .drawn, .pong(0), .report(nil),
    ]

    /// The declaration of the verb, with the arguments of this request; nil for a command that cannot be sent.
    var method: RequestMethod? {
        switch self {
        case .ping: RequestMethod("ping", "Does nothing.", result: .nothing) { .ping }
        case .version:
            RequestMethod("version", "Returns the versions of the protocol and of tabshell.", result: .version) {
                .version
            }
        case .state: RequestMethod("state", "Returns the whole state.", result: .state) { .state }
        case .subscribe(let topics):
            RequestMethod(
                "subscribe", "Subscribes to topics, with a snapshot of their values.",
                .defaulted("topics", .topics, topics, Topic.byDefault, isAlwaysWritten: true)
            ) { .subscribe($0) }
        case .barrier: RequestMethod("barrier", "Waits for all earlier requests and events.") { .barrier }
        case .preferences(let change):
            RequestMethod(
                "preferences", "Changes the user's preferences for the display and for speech.",
                .change("contrast", .choice, change.contrast), .change("motion", .choice, change.motion),
                .change("transparency", .choice, change.transparency),
                .change("text_scale", .number(in: Preferences.textScales), change.textScale),
                .change("speech", .bool, change.speech)
            ) {
                .preferences(PreferencesChange(contrast: $0, motion: $1, transparency: $2, textScale: $3, speech: $4))
            }
        case .window(let tab, let window, let over, let isWatched, let note):
            RequestMethod(
                "window", "Reports the window that is a tab's page.", .tab(tab),
                .required("window", .nullable(.window), window), .optional("over", .identifier(), over),
                .defaulted("watched", .bool, isWatched, true), .optional("note", .string, note)
            ) { .window($0, $1, over: $2, isWatched: $3, note: $4) }
        case .tabs: RequestMethod("tabs", "Returns the configured tabs.", result: .tabs) { .tabs }
        case .looks: RequestMethod("looks", "Returns the names of the looks.", result: .looks) { .looks }
        case .look(let name):
            RequestMethod("look", "Puts a look in force.", .required("look", .name, name), result: .look) { .look($0) }
        case .reload: RequestMethod("reload", "Reads the configuration again.", result: .reloaded) { .reload }
        case .changeTabs(.add(let tab, let position), let selects):
            RequestMethod(
                "tab_add", "Adds a tab.", .optional("tab", .identifier(), tab.id), .optional("title", .name, tab.title),
                .optional("icon", .string(maximumBytes: Limits.maximumIconBytes), tab.icon),
                .defaulted("app_ids", .array(of: .name), tab.appIDs, []), .optional("desktop", .name, tab.desktopEntry),
                .optional("url", .string, tab.url), .optional("file", .string, tab.file),
                .defaulted("position", .tabPosition, position, .last), .flag("select", selects), result: .selected
            ) {
                let tab = NewTab(id: $0, title: $1, icon: $2, appIDs: $3, desktopEntry: $4, url: $5, file: $6)
                return .changeTabs(.add(tab, $7), selects: $8)
            }
        case .changeTabs(.remove(let tab), _):
            RequestMethod("tab_remove", "Removes a tab.", .tab(tab)) { .changeTabs(.remove($0)) }
        case .changeTabs(.move(let tab, let position), _):
            RequestMethod(
                "tab_move", "Moves a tab to another place.", .tab(tab),
                .defaulted("position", .tabPosition, position, .last)
            ) { .changeTabs(.move($0, $1)) }
        case .changeTabs(.setWindow(let tab, let appIDs), let selects):
            RequestMethod(
                "tab_window", "Makes a window the page of a tab.", .tab(tab),
                .required("app_ids", .array(of: .name), appIDs), .flag("select", selects), result: .selected
            ) { .changeTabs(.setWindow($0, $1), selects: $2) }
        case .save:
            RequestMethod("save", "Keeps the changes of the tabs, and the look, in a file.", result: .saved) { .save }
        case .restart(let tab, let activation):
            RequestMethod(
                "restart", "Ends the program of a tab and starts it again.", .tab(tab),
                .optional("activation", .activationToken, activation)
            ) { .restart($0, activation: $1) }
        case .windows:
            RequestMethod("windows", "Returns the windows that belong to no tab.", result: .windows) { .windows }
        case .foreign(let serial, let windows):
            RequestMethod(
                "foreign", "Answers the event foreign with the windows that belong to no tab.", .serial(serial),
                .required("windows", .nullable(.array(of: .foreignWindow)), windows), result: .nothing
            ) { .foreign($0, $1) }
        case .accessibility:
            RequestMethod("accessibility", "Returns what is on the screen, in words.", result: .accessibility) {
                .accessibility
            }
        case .press(let name):
            RequestMethod(
                "press", "Presses what has a name in the accessibility tree.",
                .required("name", .string(maximumBytes: Limits.maximumAccessibilityTextBytes), name), result: .pressed
            ) { .press($0) }
        case .edit(let name, let edit):
            RequestMethod(
                "edit", "Changes the text or the selection of a text field in the accessibility tree.",
                .required("name", .string(maximumBytes: Limits.maximumAccessibilityTextBytes), name),
                .required("edit", .edit, edit), result: .pressed
            ) { .edit($0, $1) }
        case .screenshot:
            RequestMethod(
                "screenshot", "Asks for the permission to take a picture of the screen.", result: .nothing
            ) { .screenshot }
        case .describe(let serial, let node):
            RequestMethod(
                "describe", "Answers the event describe with what a program shows.", .serial(serial),
                .required("node", .accessibilityNode, node), result: .nothing
            ) { .describe($0, $1) }
        case .pressed(let serial, let problem):
            RequestMethod(
                "pressed", "Answers the event press.", .serial(serial),
                .optional("problem", .string(maximumBytes: Limits.maximumProblemBytes), problem), result: .nothing
            ) { .pressed($0, problem: $1) }
        case .announce(let text, let urgency):
            RequestMethod(
                "announce", "Speaks a text about the page in front, if the bar speaks.",
                .required("text", .string(maximumBytes: Limits.maximumAnnouncementBytes), text),
                .defaulted("urgency", .choice, urgency, .polite), result: .nothing
            ) { .announce($0, $1) }
        case .haptic(let kind):
            RequestMethod(
                "haptic", "Plays haptic feedback about the page in front, if the device has a vibration motor.",
                .required("kind", .choice, kind), result: .nothing
            ) { .haptic($0) }
        case .unlock(let number, let isForClient):
            RequestMethod(
                "unlock", "Unlocks what the configuration guards by a PIN.",
                .required("number", .string(maximumBytes: Limits.maximumNumberBytes), number),
                .flag("client", isForClient)
            ) { .unlock($0, client: $1) }
        case .lock: RequestMethod("lock", "Locks again.") { .lock }
        case .closePad: RequestMethod("pad_close", "Closes the PIN pad.") { .closePad }
        case .activity(let isActive, let watch):
            RequestMethod(
                "activity", "Reports input, or that there was none for a second.", .required("active", .bool, isActive),
                .optional("watch", .choice, watch), result: .nothing
            ) { .activity($0, watch: $1) }
        case .register(let program, let answersPings, let describes, let blurs):
            RequestMethod(
                "register", "Registers the client as a program of the shell.", .required("program", .program, program),
                .flag("pings", answersPings), .flag("describes", describes), .flag("blurs", blurs), result: .registered
            ) { .register($0, answersPings: $1, describes: $2, blurs: $3) }
        case .drawn:
            RequestMethod("drawn", "Reports the first frame of the client's program.", result: .nothing) { .drawn }
        case .pong(let serial):
            RequestMethod("pong", "Answers a ping of the daemon.", .serial(serial), result: .nothing) { .pong($0) }
        case .report(let problem):
            RequestMethod(
                "report", "Reports a problem of the client's program.",
                .required("problem", .nullable(.string(maximumBytes: Limits.maximumProblemBytes)), problem)
            ) { .report($0) }
        case .command(let command): command.method
        }
    }
}

extension Command {
    /// The table of the verbs that are commands; nil for a command that cannot be sent.
    fileprivate var method: RequestMethod? {
        switch self {
        case .select(let tab, let activation, let output, let duration):
            .command(
                "select", "Selects a tab, as a press on it does.", .tab(tab),
                .optional("activation", .activationToken, activation), .optional("output", .name, output),
                .optional("duration", .duration, duration), result: .selected
            ) { .select($0, activation: $1, output: $2, duration: $3) }
        case .selectNext: .command("next", "Selects the next page.", result: .selected) { .selectNext }
        case .selectPrevious: .command("previous", "Selects the previous page.", result: .selected) { .selectPrevious }
        case .drag(let from, let to, let progress):
            .command(
                "drag", "Drags the selection between two pages.", .required("from", .identifier(), from),
                .required("to", .identifier(), to),
                .required("progress", .number(in: SelectionDrag.progressRange), progress)
            ) { .drag(from: $0, to: $1, progress: $2) }
        case .endDrag(let velocity):
            .command(
                "drop", "Ends a drag of the selection.",
                .optional("velocity", .number(in: Limits.velocities), velocity), result: .selected
            ) { .endDrag(velocity: $0) }
        case .badge(let tab, let badge):
            .command(
                "badge", "Sets or removes the badge of a tab.", .tab(tab),
                .required("badge", .nullable(.requestedBadge), badge)
            ) { .badge($0, $1 == .count(0) ? nil : $1) }
        case .push(let tab, let route):
            .command(
                "push", "Appends to the path of a tab.", .optional("tab", .identifier(), tab),
                .required("route", .relativeRoute, route)
            ) { .push($0, $1) }
        case .pop(let tab):
            .command(
                "pop", "Removes the last component of the path of a tab.", .optional("tab", .identifier(), tab)
            ) { .pop($0) }
        case .popToRoot(let tab):
            .command("root", "Empties the path of a tab.", .optional("tab", .identifier(), tab)) { .popToRoot($0) }
        case .open(let tab, let route):
            .command(
                "open", "Selects a tab and sets its path.", .tab(tab), .required("route", .route, route),
                result: .selected
            ) { .open($0, $1) }
        case .show(let tab, let document):
            .command(
                "show", "Shows a document in a tab, or removes it.", .tab(tab),
                .required("text", .nullable(.string(maximumBytes: ShownDocument.maximumBytes)), document?.text),
                .defaulted("format", .choice, document?.format ?? .markdown, .markdown)
            ) { tab, text, format in .show(tab, text.map { ShownDocument($0, format) }) }
        case .follow(let tab, let name):
            .command(
                "follow", "Follows a link of the document that is shown in a tab.", .tab(tab),
                .required("name", .linkName, name)
            ) { .follow($0, $1) }
        case .message(let text, let tab, let duration):
            .command(
                "message", "Shows a message at the top of the screen, or closes it.",
                .required("text", .nullable(.messageText), text), .optional("tab", .identifier(), tab),
                .optional("duration", .duration, duration)
            ) { .message($0, tab: $1, duration: $2) }
        case .run(let action):
            .command("action", "Runs a configured action.", .required("action", .identifier(), action)) { .run($0) }
        case .setSheet(let tab):
            .command(
                "sheet", "Presents the sheet of a tab, or dismisses the open one.",
                .required("tab", .nullable(.identifier()), tab)
            ) { .setSheet($0) }
        case .setMenu(let tab):
            .command(
                "menu", "Opens the menu of a tab, or closes the open one.",
                .required("tab", .nullable(.identifier()), tab)
            ) { .setMenu($0) }
        case .minimize(let isMinimized):
            .command("bar", "Minimizes or expands the bar.", .required("minimized", .bool, isMinimized)) {
                .minimize($0)
            }
        case .focus(let move, let text):
            .command(
                "focus", "Gives the bar the keyboard, moves its focus, or gives the keyboard back.",
                .defaulted("move", .choice, move, .enter),
                .optional("text", .string(maximumBytes: Limits.maximumNameBytes), text)
            ) { .focus($0, text: $1) }
        case .scrolled(let tab, let direction):
            .command(
                "scroll", "Reports that a page was scrolled.", .tab(tab), .required("direction", .choice, direction)
            ) { .scrolled($0, $1) }
        case .setAppearance(let appearance):
            .command(
                "appearance", "Switches between light and dark.", .required("appearance", .appearance, appearance)
            ) { .setAppearance($0) }
        case .rotate(let move):
            .command(
                "rotation", "Pauses the rotation, lets it go on, or makes a turn.", .required("move", .choice, move)
            ) { .rotate($0) }
        case .setCovered(let isCovered, let tab):
            .command(
                "cover", "Reports a window that belongs to no tab, in front of the page or behind it.", .tab(tab),
                .required("covered", .nullable(.bool), isCovered)
            ) { .setCovered($1, over: $0) }
        case .setOutput(let name):
            .command("output", "Names the output of the pages.", .required("output", .nullable(.name), name)) {
                .setOutput($0)
            }
        case .setPageStacking(let stacking):
            .command(
                "stacking", "Reports how the compositor stacks the pages.",
                .required("stacking", .nullable(.choice), stacking)
            ) { .setPageStacking($0) }
        case .setWorkspaces(let areThere):
            .command(
                "workspaces", "Reports that each tab has a workspace of its own.",
                .required("workspaces", .bool, areThere)
            ) { .setWorkspaces($0) }
        case .setPreferences, .setWindow, .setProgramStatus, .setProgramProblem, .configure,
            .setConfigurationStatus, .idle, .setRotation, .setScheduled, .goToStart, .setInputWatch, .setAccessibility,
            .touched, .endExpired, .prompt, .setUnlocked:
            nil
        }
    }
}
