// SPDX-License-Identifier: MIT
import ShellModel

/// A request of a client.
public enum Request: Equatable, Sendable {
    /// Changes the state. Only the commands that are declared in ``methods`` can be sent.
    case command(Command)

    case ping
    case version
    case state
    case subscribe([Topic])
    case barrier
    /// Applies a preset of the configuration, by name.
    case scene(String)
    /// The panel reports the window of a tab; nil is none. A window that came to the front by itself names the tab over
    /// which it appeared. `isWatched` is false if the compositor does not show its windows to the panel, and the note
    /// explains why there is no window.
    case window(TabID, WindowState?, over: TabID?, isWatched: Bool, note: String?)
    case tabs
    case looks
    case look(String)
    case reload
    /// Registers the client as a program; true if it answers pings.
    case register(Program, answersPings: Bool = false)
    /// Answers a ping of the daemon, by its number.
    case pong(UInt64)
    /// A registered program reports a problem, for `status`; nil after it has none any more.
    case report(String?)

    /// The declarations of all verbs, in the order of the hello's features.
    public static let methods: [RequestMethod] = [
        .init("ping", "Does nothing.", .ping, result: .nothing),
        .init("version", "Returns the versions of the protocol and of tabshell.", .version, result: .version),
        .init("state", "Returns the whole state.", .state, result: .state),
        .init(
            "subscribe", "Subscribes to topics, with a snapshot of their values.",
            .defaulted("topics", .topics, Topic.allCases, isAlwaysWritten: true), make: Request.subscribe
        ) { if case .subscribe(let topics) = $0 { topics } else { nil } },
        .init("barrier", "Waits for all earlier requests and events.", .barrier),
        .command(
            "select", "Selects a tab, as a press on it does.", .required("tab", .identifier()),
            .optional("activation", .activationToken), .optional("output", .name), result: .selected,
            make: { .select($0, activation: $1, output: $2) },
            match: {
                guard case .select(let tab, let activation, let output) = $0 else { return nil }
                return (tab, activation, output)
            }),
        .init("next", "Selects the next page.", .command(.selectNext), result: .selected),
        .init("previous", "Selects the previous page.", .command(.selectPrevious), result: .selected),
        .command(
            "badge", "Sets or removes the badge of a tab.", .required("tab", .identifier()),
            .required("badge", .nullable(.requestedBadge)), make: { .badge($0, $1 == .count(0) ? nil : $1) },
            match: { if case .badge(let tab, let badge) = $0 { (tab, badge) } else { nil } }),
        .command(
            "push", "Appends to the path of a tab.", .optional("tab", .identifier()),
            .required("route", .relativeRoute), make: Command.push
        ) { if case .push(let tab, let route) = $0 { (tab, route) } else { nil } },
        .command(
            "pop", "Removes the last component of the path of a tab.", .optional("tab", .identifier()),
            make: Command.pop
        ) { if case .pop(let tab) = $0 { .some(tab) } else { nil } },
        .command("root", "Empties the path of a tab.", .optional("tab", .identifier()), make: Command.popToRoot) {
            if case .popToRoot(let tab) = $0 { .some(tab) } else { nil }
        },
        .command(
            "open", "Selects a tab and sets its path.", .required("tab", .identifier()), .required("route", .route),
            result: .selected, make: Command.open
        ) { if case .open(let tab, let route) = $0 { (tab, route) } else { nil } },
        .command("action", "Runs a configured action.", .required("action", .identifier()), make: Command.run) {
            if case .run(let action) = $0 { action } else { nil }
        },
        .command(
            "sheet", "Presents the sheet of a tab, or dismisses the open one.",
            .required("tab", .nullable(.identifier())), make: Command.setSheet
        ) { if case .setSheet(let tab) = $0 { .some(tab) } else { nil } },
        .command(
            "menu", "Opens the menu of a tab, or closes the open one.", .required("tab", .nullable(.identifier())),
            make: Command.setMenu
        ) { if case .setMenu(let tab) = $0 { .some(tab) } else { nil } },
        .command("bar", "Minimizes or expands the bar.", .required("minimized", .bool), make: Command.minimize) {
            if case .minimize(let isMinimized) = $0 { isMinimized } else { nil }
        },
        .command(
            "scroll", "Reports that a page was scrolled.", .required("tab", .identifier()),
            .required("direction", .choice), make: Command.scrolled
        ) { if case .scrolled(let tab, let direction) = $0 { (tab, direction) } else { nil } },
        .command(
            "appearance", "Switches between light and dark.", .required("appearance", .appearance),
            make: Command.setAppearance
        ) { if case .setAppearance(let appearance) = $0 { appearance } else { nil } },
        .init("scene", "Applies a scene of the configuration.", .required("scene", .name), make: Request.scene) {
            if case .scene(let name) = $0 { name } else { nil }
        },
        .init(
            "window", "Reports the window that is a tab's page.", .required("tab", .identifier()),
            .required("window", .nullable(.window)), .optional("over", .identifier()),
            .defaulted("watched", .bool, true), .optional("note", .string),
            make: { .window($0, $1, over: $2, isWatched: $3, note: $4) }
        ) {
            guard case .window(let tab, let window, let over, let isWatched, let note) = $0 else { return nil }
            return (tab, window, over, isWatched, note)
        },
        .command(
            "cover", "Reports a window that is no tab's, in front of the page or behind it.",
            .required("tab", .identifier()), .required("covered", .nullable(.bool)),
            make: { .setCovered($1, over: $0) },
            match: { if case .setCovered(let isCovered, let tab) = $0 { (tab, isCovered) } else { nil } }),
        .command(
            "output", "Names the output of the pages.", .required("output", .nullable(.name)),
            make: Command.setOutput, match: { if case .setOutput(let name) = $0 { .some(name) } else { nil } }),
        .command(
            "stacking", "Reports how the compositor stacks the pages.", .required("stacking", .nullable(.choice)),
            make: Command.setPageStacking,
            match: { if case .setPageStacking(let stacking) = $0 { .some(stacking) } else { nil } }),
        .init("tabs", "Returns the configured tabs.", .tabs, result: .tabs),
        .init("looks", "Returns the names of the looks.", .looks, result: .looks),
        .init("look", "Puts a look in force.", .required("look", .name), result: .look, make: Request.look) {
            if case .look(let name) = $0 { name } else { nil }
        },
        .init("reload", "Reads the configuration again.", .reload, result: .reloaded),
        .init(
            "register", "Registers the client as a program of the shell.", .required("program", .program),
            .defaulted("pings", .bool, false), result: .registered, make: { .register($0, answersPings: $1) }
        ) { if case .register(let program, let answersPings) = $0 { (program, answersPings) } else { nil } },
        .init(
            "pong", "Answers a ping of the daemon.", .required("serial", .unsigned), result: .nothing,
            make: Request.pong
        ) { if case .pong(let serial) = $0 { serial } else { nil } },
        .init(
            "report", "Reports a problem of the client's program.",
            .required("problem", .nullable(.string(maximumBytes: Limits.maximumProblemBytes))), make: Request.report
        ) { if case .report(let problem) = $0 { .some(problem) } else { nil } },
    ]
}

extension Request {
    /// The declaration of the request's verb, and its encoded arguments.
    var call: (method: RequestMethod, arguments: [JSON.Member]) {
        for method in Self.methods {
            if let arguments = method.arguments(self) { return (method, arguments) }
        }
        preconditionFailure("a request has no verb: \(self)")
    }

    init(_ json: JSON) throws(WireError) {
        guard let verb = json["verb"] else { throw WireError(.invalidRequest, "the request has no \"verb\"") }
        guard case .string(let name) = verb else {
            throw WireError(.invalidRequest, "\"verb\" is a string, not \(verb.typeName)")
        }
        guard name.utf8.count <= Limits.maximumNameBytes else {
            throw WireError(.unknownVerb, "\"verb\" has at most \(Limits.maximumNameBytes) bytes")
        }
        guard let method = Self.methods.first(where: { $0.name.isIdentical(to: name) }) else {
            throw WireError(
                .unknownVerb, "there is no verb \"\(name)\"",
                data: ["verbs": .array(Self.methods.map { .string($0.name) })])
        }
        do throws(MessageError) {
            self = try method.decode(JSONObjectReader(json))
        } catch {
            let subject = error.path.isEmpty ? "" : "\"\(error.path)\" "
            throw WireError(error.code, "\(name): \(subject)\(error.problem)", data: error.data)
        }
    }
}
