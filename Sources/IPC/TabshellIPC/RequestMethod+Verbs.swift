// SPDX-License-Identifier: MIT
import ShellModel

// The declarations of the verbs. Each is made when it is used first: the Swift runtime takes a millisecond for all of them.

extension RequestMethod {
    static let ping = RequestMethod("ping", "Does nothing.", .ping, result: .nothing)
    static let version = RequestMethod(
        "version", "Returns the versions of the protocol and of tabshell.", .version, result: .version)
    static let state = RequestMethod("state", "Returns the whole state.", .state, result: .state)
    static let subscribe = RequestMethod(
        "subscribe", "Subscribes to topics, with a snapshot of their values.",
        .defaulted("topics", .topics, Topic.byDefault, isAlwaysWritten: true), make: Request.subscribe
    ) { if case .subscribe(let topics) = $0 { topics } else { nil } }
    static let barrier = RequestMethod("barrier", "Waits for all earlier requests and events.", .barrier)
    static let select = command(
        "select", "Selects a tab, as a press on it does.", .required("tab", .identifier()),
        .optional("activation", .activationToken), .optional("output", .name), result: .selected,
        make: { .select($0, activation: $1, output: $2) },
        match: {
            guard case .select(let tab, let activation, let output) = $0 else { return nil }
            return (tab, activation, output)
        })
    static let next = RequestMethod("next", "Selects the next page.", .command(.selectNext), result: .selected)
    static let previous = RequestMethod(
        "previous", "Selects the previous page.", .command(.selectPrevious), result: .selected)
    static let drag = command(
        "drag", "Drags the selection between two pages.", .required("from", .identifier()),
        .required("to", .identifier()), .required("progress", .number(in: SelectionDrag.progressRange)),
        make: { .drag(from: $0, to: $1, progress: $2) },
        match: { if case .drag(let from, let to, let progress) = $0 { (from, to, progress) } else { nil } })
    static let drop = command(
        "drop", "Ends a drag of the selection.", .optional("velocity", .number(in: Limits.velocities)),
        result: .selected, make: Command.endDrag
    ) { if case .endDrag(let velocity) = $0 { .some(velocity) } else { nil } }
    static let badge = command(
        "badge", "Sets or removes the badge of a tab.", .required("tab", .identifier()),
        .required("badge", .nullable(.requestedBadge)), make: { .badge($0, $1 == .count(0) ? nil : $1) },
        match: { if case .badge(let tab, let badge) = $0 { (tab, badge) } else { nil } })
    static let push = command(
        "push", "Appends to the path of a tab.", .optional("tab", .identifier()),
        .required("route", .relativeRoute), make: Command.push
    ) { if case .push(let tab, let route) = $0 { (tab, route) } else { nil } }
    static let pop = command(
        "pop", "Removes the last component of the path of a tab.", .optional("tab", .identifier()),
        make: Command.pop
    ) { if case .pop(let tab) = $0 { .some(tab) } else { nil } }
    static let root = command(
        "root", "Empties the path of a tab.", .optional("tab", .identifier()), make: Command.popToRoot
    ) {
        if case .popToRoot(let tab) = $0 { .some(tab) } else { nil }
    }
    static let open = command(
        "open", "Selects a tab and sets its path.", .required("tab", .identifier()), .required("route", .route),
        result: .selected, make: Command.open
    ) { if case .open(let tab, let route) = $0 { (tab, route) } else { nil } }
    static let action = command(
        "action", "Runs a configured action.", .required("action", .identifier()), make: Command.run
    ) {
        if case .run(let action) = $0 { action } else { nil }
    }
    static let sheet = command(
        "sheet", "Presents the sheet of a tab, or dismisses the open one.",
        .required("tab", .nullable(.identifier())), make: Command.setSheet
    ) { if case .setSheet(let tab) = $0 { .some(tab) } else { nil } }
    static let menu = command(
        "menu", "Opens the menu of a tab, or closes the open one.", .required("tab", .nullable(.identifier())),
        make: Command.setMenu
    ) { if case .setMenu(let tab) = $0 { .some(tab) } else { nil } }
    static let bar = command(
        "bar", "Minimizes or expands the bar.", .required("minimized", .bool), make: Command.minimize
    ) {
        if case .minimize(let isMinimized) = $0 { isMinimized } else { nil }
    }
    static let focus = command(
        "focus", "Gives the bar the keyboard, moves its focus, or gives the keyboard back.",
        .defaulted("move", .choice, .enter), .optional("text", .string(maximumBytes: Limits.maximumNameBytes)),
        make: { .focus($0, text: $1) },
        match: { if case .focus(let move, let text) = $0 { (move, text) } else { nil } })
    static let scroll = command(
        "scroll", "Reports that a page was scrolled.", .required("tab", .identifier()),
        .required("direction", .choice), make: Command.scrolled
    ) { if case .scrolled(let tab, let direction) = $0 { (tab, direction) } else { nil } }
    static let appearance = command(
        "appearance", "Switches between light and dark.", .required("appearance", .appearance),
        make: Command.setAppearance
    ) { if case .setAppearance(let appearance) = $0 { appearance } else { nil } }
    static let preferences = RequestMethod(
        "preferences", "Changes the user's preferences for the display and for speech.",
        .change("contrast", .choice), .change("motion", .choice), .change("transparency", .choice),
        .change("text_scale", .number(in: Preferences.textScales)), .change("speech", .bool),
        make: {
            .preferences(PreferencesChange(contrast: $0, motion: $1, transparency: $2, textScale: $3, speech: $4))
        }
    ) {
        guard case .preferences(let change) = $0 else { return nil }
        return (change.contrast, change.motion, change.transparency, change.textScale, change.speech)
    }
    static let scene = RequestMethod(
        "scene", "Applies a scene of the configuration.", .required("scene", .name), make: Request.scene
    ) {
        if case .scene(let name) = $0 { name } else { nil }
    }
    static let window = RequestMethod(
        "window", "Reports the window that is a tab's page.", .required("tab", .identifier()),
        .required("window", .nullable(.window)), .optional("over", .identifier()),
        .defaulted("watched", .bool, true), .optional("note", .string),
        make: { .window($0, $1, over: $2, isWatched: $3, note: $4) }
    ) {
        guard case .window(let tab, let window, let over, let isWatched, let note) = $0 else { return nil }
        return (tab, window, over, isWatched, note)
    }
    static let cover = command(
        "cover", "Reports a window that is no tab's, in front of the page or behind it.",
        .required("tab", .identifier()), .required("covered", .nullable(.bool)),
        make: { .setCovered($1, over: $0) },
        match: { if case .setCovered(let isCovered, let tab) = $0 { (tab, isCovered) } else { nil } })
    static let output = command(
        "output", "Names the output of the pages.", .required("output", .nullable(.name)),
        make: Command.setOutput, match: { if case .setOutput(let name) = $0 { .some(name) } else { nil } })
    static let stacking = command(
        "stacking", "Reports how the compositor stacks the pages.", .required("stacking", .nullable(.choice)),
        make: Command.setPageStacking,
        match: { if case .setPageStacking(let stacking) = $0 { .some(stacking) } else { nil } })
    static let tabs = RequestMethod("tabs", "Returns the configured tabs.", .tabs, result: .tabs)
    static let looks = RequestMethod("looks", "Returns the names of the looks.", .looks, result: .looks)
    static let look = RequestMethod(
        "look", "Puts a look in force.", .required("look", .name), result: .look, make: Request.look
    ) {
        if case .look(let name) = $0 { name } else { nil }
    }
    static let reload = RequestMethod("reload", "Reads the configuration again.", .reload, result: .reloaded)
    static let addTab = RequestMethod(
        "tab_add", "Adds a tab.", .optional("tab", .identifier()), .optional("title", .name),
        .optional("icon", .string(maximumBytes: Limits.maximumIconBytes)), .defaulted("app_ids", .array(of: .name), []),
        .optional("desktop", .name), .defaulted("position", .tabPosition, .last), .defaulted("select", .bool, false),
        result: .selected,
        make: { id, title, icon, appIDs, desktopEntry, position, selects in
            let tab = NewTab(id: id, title: title, icon: icon, appIDs: appIDs, desktopEntry: desktopEntry)
            return .changeTabs(.add(tab, position), selects: selects)
        },
        match: {
            guard case .changeTabs(.add(let tab, let position), let selects) = $0 else { return nil }
            return (tab.id, tab.title, tab.icon, tab.appIDs, tab.desktopEntry, position, selects)
        })
    static let removeTab = RequestMethod(
        "tab_remove", "Removes a tab.", .required("tab", .identifier()), make: { .changeTabs(.remove($0)) }
    ) { if case .changeTabs(.remove(let tab), _) = $0 { tab } else { nil } }
    static let moveTab = RequestMethod(
        "tab_move", "Moves a tab to another place.", .required("tab", .identifier()),
        .defaulted("position", .tabPosition, .last), make: { .changeTabs(.move($0, $1)) }
    ) { if case .changeTabs(.move(let tab, let position), _) = $0 { (tab, position) } else { nil } }
    static let save = RequestMethod(
        "save", "Keeps the changes of the tabs, and the look, in a file.", .save, result: .saved)
    static let restart = RequestMethod(
        "restart", "Ends the program of a tab and starts it again.", .required("tab", .identifier()),
        .optional("activation", .activationToken), make: { .restart($0, activation: $1) }
    ) { if case .restart(let tab, let activation) = $0 { (tab, activation) } else { nil } }
    static let windows = RequestMethod(
        "windows", "Returns the windows that belong to no tab.", .windows, result: .windows)
    static let foreign = RequestMethod(
        "foreign", "Answers the event foreign with the windows that belong to no tab.",
        .required("serial", .unsigned), .required("windows", .nullable(.array(of: .foreignWindow))), result: .nothing,
        make: { .foreign($0, $1) }
    ) { if case .foreign(let serial, let windows) = $0 { (serial, windows) } else { nil } }
    static let accessibility = RequestMethod(
        "accessibility", "Returns what is on the screen, in words.", .accessibility, result: .accessibility)
    static let press = RequestMethod(
        "press", "Presses what has a name in the accessibility tree.",
        .required("name", .string(maximumBytes: Limits.maximumAccessibilityTextBytes)), result: .pressed,
        make: Request.press
    ) { if case .press(let name) = $0 { name } else { nil } }
    static let describe = RequestMethod(
        "describe", "Answers the event describe with what a program shows.", .required("serial", .unsigned),
        .required("node", .accessibilityNode), result: .nothing, make: Request.describe
    ) { if case .describe(let serial, let node) = $0 { (serial, node) } else { nil } }
    static let pressed = RequestMethod(
        "pressed", "Answers the event press.", .required("serial", .unsigned),
        .optional("problem", .string(maximumBytes: Limits.maximumProblemBytes)), result: .nothing,
        make: { .pressed($0, problem: $1) }
    ) { if case .pressed(let serial, let problem) = $0 { (serial, problem) } else { nil } }
    static let announce = RequestMethod(
        "announce", "Speaks a text about the page in front, if the bar speaks.",
        .required("text", .string(maximumBytes: Limits.maximumAnnouncementBytes)),
        .defaulted("urgency", .choice, .polite), result: .nothing, make: Request.announce
    ) { if case .announce(let text, let urgency) = $0 { (text, urgency) } else { nil } }
    static let haptic = RequestMethod(
        "haptic", "Plays haptic feedback about the page in front, if the device has a vibration motor.",
        .required("kind", .choice), result: .nothing, make: Request.haptic
    ) { if case .haptic(let kind) = $0 { kind } else { nil } }
    static let register = RequestMethod(
        "register", "Registers the client as a program of the shell.", .required("program", .program),
        .defaulted("pings", .bool, false), .defaulted("describes", .bool, false), result: .registered,
        make: { .register($0, answersPings: $1, describes: $2) }
    ) {
        guard case .register(let program, let answersPings, let describes) = $0 else { return nil }
        return (program, answersPings, describes)
    }
    static let pong = RequestMethod(
        "pong", "Answers a ping of the daemon.", .required("serial", .unsigned), result: .nothing,
        make: Request.pong
    ) { if case .pong(let serial) = $0 { serial } else { nil } }
    static let report = RequestMethod(
        "report", "Reports a problem of the client's program.",
        .required("problem", .nullable(.string(maximumBytes: Limits.maximumProblemBytes))), make: Request.report
    ) { if case .report(let problem) = $0 { .some(problem) } else { nil } }
}
