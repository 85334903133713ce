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
    /// which it appeared. `isWatched` is false if the compositor does not show its windows to the panel.
    case window(TabID, WindowState?, over: TabID?, isWatched: Bool)
    case tabs
    case looks
    case look(String)
    case reload
    case register(Program)

    /// The declarations of all verbs, in the order of the hello's features.
    public static let methods: [RequestMethod] = [
        .init("ping", "Does nothing.", result: .nothing) {
            .ping
        } match: {
            $0 == .ping ? () : nil
        },
        .init("version", "Returns the versions of the protocol and of tabshell.", result: .version) {
            .version
        } match: {
            $0 == .version ? () : nil
        },
        .init("state", "Returns the whole state.", result: .state) {
            .state
        } match: {
            $0 == .state ? () : nil
        },
        .init(
            "subscribe", "Subscribes to topics, with a snapshot of their values.",
            .defaulted("topics", .topics, Topic.allCases, isAlwaysWritten: true), result: .revision
        ) {
            .subscribe($0)
        } match: {
            if case .subscribe(let topics) = $0 { topics } else { nil }
        },
        .init("barrier", "Waits for all earlier requests and events.", result: .revision) {
            .barrier
        } match: {
            $0 == .barrier ? () : nil
        },
        .init(
            "select", "Selects a tab, as a press on it does.", .required("tab", .identifier()),
            .optional("activation", .activationToken), result: .selected
        ) {
            .command(.select($0, activation: $1))
        } match: {
            if case .command(.select(let tab, let activation)) = $0 { (tab, activation) } else { nil }
        },
        .init("next", "Selects the next page.", result: .selected) {
            .command(.selectNext)
        } match: {
            $0 == .command(.selectNext) ? () : nil
        },
        .init("previous", "Selects the previous page.", result: .selected) {
            .command(.selectPrevious)
        } match: {
            $0 == .command(.selectPrevious) ? () : nil
        },
        .init(
            "badge", "Sets or removes the badge of a tab.", .required("tab", .identifier()),
            .required("badge", .nullable(.requestedBadge)), result: .revision
        ) {
            .command(.badge($0, $1 == .count(0) ? nil : $1))
        } match: {
            if case .command(.badge(let tab, let badge)) = $0 { (tab, badge) } else { nil }
        },
        .init(
            "push", "Appends to the path of a tab.", .optional("tab", .identifier()),
            .required("route", .relativeRoute), result: .revision
        ) {
            .command(.push($0, $1))
        } match: {
            if case .command(.push(let tab, let route)) = $0 { (tab, route) } else { nil }
        },
        .init(
            "pop", "Removes the last component of the path of a tab.", .optional("tab", .identifier()),
            result: .revision
        ) {
            .command(.pop($0))
        } match: {
            if case .command(.pop(let tab)) = $0 { .some(tab) } else { nil }
        },
        .init("root", "Empties the path of a tab.", .optional("tab", .identifier()), result: .revision) {
            .command(.popToRoot($0))
        } match: {
            if case .command(.popToRoot(let tab)) = $0 { .some(tab) } else { nil }
        },
        .init(
            "open", "Selects a tab and sets its path.", .required("tab", .identifier()), .required("route", .route),
            result: .selected
        ) {
            .command(.open($0, $1))
        } match: {
            if case .command(.open(let tab, let route)) = $0 { (tab, route) } else { nil }
        },
        .init("action", "Runs a configured action.", .required("action", .identifier()), result: .revision) {
            .command(.run($0))
        } match: {
            if case .command(.run(let action)) = $0 { action } else { nil }
        },
        .init(
            "sheet", "Presents the sheet of a tab, or dismisses the open one.",
            .required("tab", .nullable(.identifier())), result: .revision
        ) {
            .command(.setSheet($0))
        } match: {
            if case .command(.setSheet(let tab)) = $0 { .some(tab) } else { nil }
        },
        .init(
            "menu", "Opens the menu of a tab, or closes the open one.", .required("tab", .nullable(.identifier())),
            result: .revision
        ) {
            .command(.setMenu($0))
        } match: {
            if case .command(.setMenu(let tab)) = $0 { .some(tab) } else { nil }
        },
        .init("bar", "Minimises or expands the bar.", .required("minimized", .bool), result: .revision) {
            .command(.minimize($0))
        } match: {
            if case .command(.minimize(let isMinimized)) = $0 { isMinimized } else { nil }
        },
        .init(
            "scroll", "Reports that a page was scrolled.", .required("tab", .identifier()),
            .required("direction", .choice), result: .revision
        ) {
            .command(.scrolled($0, $1))
        } match: {
            if case .command(.scrolled(let tab, let direction)) = $0 { (tab, direction) } else { nil }
        },
        .init(
            "appearance", "Switches between light and dark.", .required("appearance", .appearance), result: .revision
        ) {
            .command(.setAppearance($0))
        } match: {
            if case .command(.setAppearance(let appearance)) = $0 { appearance } else { nil }
        },
        .init("scene", "Applies a scene of the configuration.", .required("scene", .string), result: .revision) {
            .scene($0)
        } match: {
            if case .scene(let name) = $0 { name } else { nil }
        },
        .init(
            "window", "Reports the window that is a tab's page.", .required("tab", .identifier()),
            .required("window", .nullable(.window)), .optional("over", .identifier()),
            .defaulted("watched", .bool, true), result: .revision
        ) {
            .window($0, $1, over: $2, isWatched: $3)
        } match: {
            if case .window(let tab, let window, let over, let isWatched) = $0 {
                (tab, window, over, isWatched)
            } else {
                nil
            }
        },
        .init("tabs", "Returns the configured tabs.", result: .tabs) {
            .tabs
        } match: {
            $0 == .tabs ? () : nil
        },
        .init("looks", "Returns the names of the looks.", result: .looks) {
            .looks
        } match: {
            $0 == .looks ? () : nil
        },
        .init("look", "Puts a look in force.", .required("look", .string), result: .look) {
            .look($0)
        } match: {
            if case .look(let name) = $0 { name } else { nil }
        },
        .init("reload", "Reads the configuration again.", result: .reloaded) {
            .reload
        } match: {
            $0 == .reload ? () : nil
        },
        .init(
            "register", "Registers the client as a program of the shell.", .required("program", .program),
            result: .registered
        ) {
            .register($0)
        } match: {
            if case .register(let program) = $0 { program } else { nil }
        },
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
        guard let method = Self.methods.first(where: { $0.name == name }) else {
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
