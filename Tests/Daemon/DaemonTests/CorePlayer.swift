import Foundation
import ShellConfig
import ShellModel
import TestSupport
import Testing

@testable import Posix
@testable import TabDaemon
@testable import TabshellIPC

/// Plays events of a script on a daemon's core. PROGRAM is a name such as `page:a`, or a process ID.
///
/// - `given CONFIGURATION` begins with a client 1; `unmanaged` starts no programs, `first` is the first start, and `copy` has a copy
///   of the configuration and no file.
/// - `N VERB {MEMBERS}` is a request of the client N. Before the members, `pid=` is the process of one that registers, and
///   `ancestors=` has those of a listed window. `N describes NAME` answers the last question with one of ``nodes``, `N turn` ends its wait for its turn.
/// - `read CONFIGURATION` is a reading after a change of the files, `answer CONFIGURATION` any other one: `missing` without a file.
///   `answer error WORDS` and `answer timeout WORDS` are readings that failed, `reread` has changed files alone.
/// - `launch` starts what is to be started; `launch fails`, `launch missing NAME` and `launch unfit PATH` fail to.
/// - `exit PROGRAM CODE WORDS`, `unwatched PROGRAM`, `wait SECONDS`, `inspected PROGRAM`, `disconnect N`, `looks NAMES`, `written`, `unwritten`, and
///   `number VERDICT` are other events.
/// - `restart CONFIGURATION` is another daemon with the saved state; `show TOPICS` only looks at the state.
final class CorePlayer {
    private static let nodes: [String: AccessibilityNode] = [
        "bar": AccessibilityNode(
            .window, "tabshell",
            children: [
                AccessibilityNode(
                    .tabList, id: "bar", children: [AccessibilityNode(.tab, "B tab", id: "tab/b", actions: [.click])])
            ]),
        "empty": AccessibilityNode(.tabPanel, "A"),
        "page": AccessibilityNode(
            .tabPanel, "A", children: [AccessibilityNode(.button, "Start", id: "start", actions: [.click])]),
        "sheet": AccessibilityNode(.dialog, "Create"),
        "twins": AccessibilityNode(
            .tabPanel, "A",
            children: ["x", "y"].map { AccessibilityNode(.button, "Start", id: $0, actions: [.click]) }),
    ]

    private var fixture: CoreFixture
    private var programs: [ProgramStatus] = []
    private var clients: [UInt64: Int32] = [:]
    /// The requests that wait for their turn, and the numbers of the last questions, by client.
    private var turns: [UInt64: Requester] = [:]
    private var questions: [UInt64: UInt64] = [:]

    init(_ line: String) throws {
        let words = line.components(separatedBy: " ")
        let configuration = try Self.configuration(words)
        fixture =
            words.contains("copy")
            ? CoreFixture(.default, file: nil, copy: configuration)
            : CoreFixture(
                configuration, startsPrograms: !words.contains("unmanaged"), isFirstStart: words.contains("first"))
        begin()
    }

    private func begin() {
        (clients, programs) = ([:], fixture.core.shell.programs)
        connect(1)
    }

    private func connect(_ client: UInt64) {
        guard clients[client] == nil else { return }
        clients[client] = Int32(1000 + client)
        fixture.connect(client)
    }

    func play(_ line: String) throws -> [String] {
        let words = line.components(separatedBy: " ")
        func rest(_ count: Int) -> String { words.dropFirst(count).joined(separator: " ") }
        if let client = UInt64(words[0]) { return text(of: try event(of: client, words[1], rest(2))) }
        switch words[0] {
        case "read":
            let reading = ConfigurationReading(try Self.configuration(words), files: ["/config.toml"])
            return text(of: .filesChanged) + text(of: .configurationRead(.success(reading)))
        case "answer": return text(of: .configurationRead(try Self.reading(words, rest(2))))
        case "reread": return text(of: .filesChanged)
        case "launch":
            let failure: ProcessStartError? =
                switch words.dropFirst().first {
                case "fails": .system(SystemError(code: 8, operation: "starting x"))
                case "missing": .missing(MissingExecutable(name: words[2], reason: .notFound))
                case "unfit": .missing(MissingExecutable(name: "x", reason: .notExecutable(words[2])))
                default: nil
                }
            return text(of: fixture.launch(failure))
        case "exit":
            return text(of: .exited(try process(words[1]), code: Int32(words[2]), lastLine: rest(3).nonEmpty))
        case "wait": return text(of: fixture.wait(try #require(Double(words[1]))))
        case "inspected":
            return text(of: .inspected(try #require(Program(name: words[1])), ProcessCondition()))
        case "disconnect":
            let client = try #require(UInt64(words[1]))
            let pid = clients.removeValue(forKey: client) ?? 0
            return text(of: .disconnected(ClientID(rawValue: client), pid: pid))
        case "unwatched": return text(of: .unwatched(try process(words[1])))
        case "looks": return text(of: .looksRead(Array(words.dropFirst())))
        case "written": return text(of: .tabsWritten(nil))
        case "unwritten": return text(of: .tabsWritten(SystemError(code: 13, operation: "writing")))
        case "number": return text(of: .numberChecked(words[1] == "right" ? .right : .wrong))
        case "restart":
            fixture = CoreFixture(try Self.configuration(words), saved: fixture.saved)
            begin()
            return []
        case "show":
            return try words.dropFirst().flatMap { word in
                if word == "programs" { return fixture.core.shell.programs.map { "programs " + Self.text(of: $0) } }
                let topic = try #require(Topic(rawValue: word))
                return text(of: StateEvent(revision: 0, topic, of: fixture.core.shell))
            }
        default: throw SystemError("no event \(line)")
        }
    }

    // MARK: - Events

    private func process(_ word: String) throws -> Int32 {
        try #require(Int32(word) ?? Program(name: word).flatMap { fixture.pids[$0] })
    }

    private func event(of client: UInt64, _ verb: String, _ members: String) throws -> Event {
        connect(client)
        let requester = fixture.requester(client)
        let start = members.firstIndex(of: "{") ?? members.endIndex
        func option(_ name: String) -> String? {
            members[..<start].components(separatedBy: " ").first { $0.hasPrefix(name) }
                .map { String($0.dropFirst(name.count)) }
        }
        switch verb {
        case "turn": return .turn(try #require(turns[client]))
        case "describes":
            return .request(
                .describe(try #require(questions[client]), try #require(Self.nodes[members])), requester)
        default: break
        }
        let rest = start == members.endIndex ? "}" : "," + members[start...].dropFirst()
        let line = #"{"verb":"\#(verb)""# + rest
        switch try RequestMessage(line: Array(line.utf8)[...]).request {
        case .register(let program, let answersPings, let describes, let blurs):
            let pid = try option("pid=").map { try process($0) } ?? fixture.pids[program] ?? clients[client] ?? 0
            clients[client] = pid
            let registration = Registration(
                program: program, answersPings: answersPings, describes: describes, blurs: blurs)
            return .registration(registration, ancestors: [pid, 1], requester)
        case .foreign(let serial, let windows):
            let pids = try option("ancestors=")?.components(separatedBy: ",").map { try process($0) } ?? []
            return .windows(
                serial, windows, ancestors: pids.first.map { [$0: pids] } ?? [:], requester)
        case .unlock(let number, let isForClient):
            return .unlock(number, forClient: isForClient, wallClock: 1_800_000_000, requester)
        case let request: return .request(request, requester)
        }
    }

    private static func reading(
        _ words: [String], _ rest: String
    ) throws -> Result<ConfigurationReading, ConfigurationErrors> {
        switch words.dropFirst().first {
        case "error", "timeout":
            let count = Int(rest) ?? 1
            let errors = (1...count).map { ConfigurationError(file: "f", message: count == 1 ? rest : "\($0)") }
            return .failure(ConfigurationErrors(errors, isTimeout: words[1] == "timeout"))
        case "missing": return .success(.init(.default))
        default:
            var configuration = try configuration(words)
            let text = words.first { $0.hasPrefix("tabs=") }.map { String($0.dropFirst(5)) }
            configuration.tabsText = text ?? ""
            return .success(
                .init(
                    configuration, look: words.contains("selected") ? "" : nil, savedTabs: text.map { _ in "" },
                    tabsFile: text.map { _ in "" }, files: ["/config.toml"]))
        }
    }

    /// A configuration of words such as `pages=a,b` and `programs=b:app`.
    private static func configuration(_ words: [String]) throws -> Configuration {
        func values(_ name: String) -> [String]? {
            words.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1).components(separatedBy: ",")
        }
        func tabs(_ name: String) -> [TabID] { (values(name) ?? []).map { TabID(rawValue: $0) } }
        func pairs(_ name: String) -> [(TabID, String)] {
            (values(name) ?? []).map { $0.components(separatedBy: ":") }.map { (TabID(rawValue: $0[0]), $0[1]) }
        }
        var look = Look()
        if let name = values("look")?.first { look.name = name }
        if let scale = values("scale")?.first.flatMap({ Double($0) }) { look.textScale = scale }
        let night = ScheduledValues(look: "night", appearance: .dark, contrast: .more)
        var configuration = try CoreFixture.configuration(
            values("pages") == nil ? ["a", "b", "c", "d"] : tabs("pages"), guarded: tabs("guarded"),
            rotation: tabs("rotation"), windows: tabs("windows"),
            programs: Dictionary(uniqueKeysWithValues: pairs("programs").map { ($0, [$1]) }),
            hooks: words.contains("hook") ? [EventHook(.selection, ["log"])] : [], hasBridge: words.contains("bridge"),
            look: look, now: words.contains("night") ? night : nil)
        configuration.directories = Dictionary(uniqueKeysWithValues: pairs("directories"))
        configuration.keptTabs = Set(tabs("kept"))
        configuration.allowsScreenshots = words.contains("screenshots")
        configuration.appearance = values("appearance")?.first.flatMap { Appearance(rawValue: $0) }
        if let time = values("timeout")?.first { configuration.unresponsiveTimeout = Double(time) }
        if let hash = values("hash")?.first { configuration.lockHash = hash }
        return configuration
    }

    // MARK: - Effects

    private func text(of event: Event) -> [String] { text(of: fixture.handle(event)) }

    private func text(of effects: [TabDaemon.Effect]) -> [String] { effects.flatMap { text(of: $0) } }

    private func text(of effect: TabDaemon.Effect) -> [String] {
        switch effect {
        case .reply(let requester, .success(let value), _):
            let client = requester.client.rawValue
            guard let tree = value["tree"], let node = try? AccessibilityNode(JSONObjectReader(tree)) else {
                return ["\(client) < \(Self.text(of: value))"]
            }
            return ["\(client) < tree"] + node.lines.map { "    " + $0 }
        case .reply(let requester, .failure(let error), _):
            return ["\(requester.client.rawValue) < refused: \(Self.text(of: error.json))"]
        case .keepPlace(let requester): return ["\(requester.client.rawValue) waits for its reply"]
        case .awaitTurn(let requester):
            turns[requester.client.rawValue] = requester
            return ["\(requester.client.rawValue) waits for its turn"]
        case .subscribe(let requester, let topics, _, _):
            return ["\(requester.client.rawValue) < snapshot of \(topics.count) topics"]
        case .send(let message, let client), .offer(let message, let client):
            if case .describe(let serial, _) = message { questions[client.rawValue] = serial }
            return ["\(client.rawValue) < \(String(decoding: message.line.dropLast(), as: UTF8.self))"]
        case .publish(let events): return events.flatMap { text(of: $0) }
        case .deferRequests(let client): return ["\(client.rawValue) is put off"]
        case .resume(let client): return ["\(client.rawValue) goes on"]
        case .save: return ["save the state"]
        case .readConfiguration(let request):
            return ["read the configuration \(String(decoding: request.line.dropLast(), as: UTF8.self))"]
        case .copyConfiguration: return ["copy the configuration"]
        case .start(let start): return [Self.text(of: start)]
        case .watch(let pid, let program, _): return ["watch \(pid) as \(program.name)"]
        case .inspect(let program, let pid): return ["inspect \(pid) of \(program.name)"]
        case .terminate(let pid): return ["terminate \(pid)"]
        case .kill(let pid): return ["kill \(pid)"]
        case .notify(let state): return ["notify \(state)"]
        case .log(let line, let isWarning): return ["\(isWarning ? "warning" : "log"): \(line)"]
        // The deadlines that come are in the script.
        case .arm, .armWallClock, .readWallClock, .record: return []
        default: return ["\(effect)"]
        }
    }

    private static func text(of value: JSON) -> String { String(decoding: value.encodedLine.dropLast(), as: UTF8.self) }

    private static func text(of start: ProcessStart) -> String {
        let environment = start.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value ?? "unset")" }
        let traits = [
            start.directory.map { "in \($0)" }, start.leadsGroup ? "with its group" : nil,
            start.runsInBatch ? "in batch" : nil, start.errorName.map { "as \($0)" },
        ]
        let facts = environment + traits.compactMap(\.self)
        return (["start \(start.id) \(start.arguments.joined(separator: " "))"] + facts).joined(separator: ", ")
    }

    /// A change of the state. Only changed programs are named, and the sizes of long values.
    private func text(of event: StateEvent) -> [String] {
        let state = event.state
        switch event.topic {
        case .programs:
            let changed = state.programs.filter { !programs.contains($0) }
            let gone = programs.filter { old in !state.programs.contains { $0.program == old.program } }
            programs = state.programs
            return changed.map { "programs \(Self.text(of: $0))" } + gone.map { "programs \($0.program.name) gone" }
        case .tabs: return ["tabs \(state.tabs.map(\.id.rawValue).joined(separator: " "))"]
        case .actions: return ["actions \(state.actions.isEmpty ? "none" : "\(state.actions.map(\.id))")"]
        case .look:
            let look = state.look
            return ["look \(look?.name ?? "none"), text × \(look?.textScale ?? 1)"]
        case .selection:
            let (selection, previous) = (state.selection, state.selection?.previous)
            return [
                "selection \(selection?.tab.rawValue ?? "none")" + (previous.map { " after \($0)" } ?? "")
                    + (selection?.isCovered.map { $0 ? ", covered" : ", uncovered" } ?? "")
                    + (selection?.visit.map { ", from \($0.from) until \($0.endsAt)" } ?? "")
            ]
        case .accessibility:
            return ["accessibility"] + (state.accessibility?.lines ?? ["none"]).map { "    " + $0 }
        default: return ["\(event.topic) \(Self.text(of: event.valueJSON))"]
        }
    }

    private static func text(of status: ProgramStatus) -> String {
        let facts = [
            status.pid.map { "pid \($0)" }, status.restarts > 0 ? "restarts \(status.restarts)" : nil,
            status.isResponsive ? nil : "unresponsive", status.isStartable ? nil : "not startable",
            status.window.map { "window \($0)" }, status.reason.map { "reason: \($0)" },
            status.problem.map { "problem: \($0)" },
        ]
        return (["\(status.program.name) \(status.phase)"] + facts.compactMap(\.self)).joined(separator: ", ")
    }
}
