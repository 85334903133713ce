// SPDX-License-Identifier: MIT
import Text
import EventLoop
import Localization
import ShellModel
import TabshellIPC

/// The accessibility tree of the screen. Only the programs know it: those in front are asked when a client asks, and report changes
/// while a client watches. At other times they compute nothing.
final class AccessibilityTree {
    typealias Pressed = Result<(id: String, label: String), WireError>

    private struct Press {
        let program: Program
        let node: AccessibilityNode
        let timer: EventLoop.Timer
        let completion: (Pressed) -> Void
    }

    /// Sends a question or a press to a program; returns false if it takes none.
    var send: (ServerMessage, Program) -> Bool = { _, _ in false }
    /// Returns the tree of what the programs in front have answered.
    var assemble: ([Program: AccessibilityNode]) -> AccessibilityNode = { _ in AccessibilityNode(.window) }
    /// Returns the programs that the user sees.
    var programsInFront: () -> [Program] = { [] }
    /// Called with a new tree while it is watched, and with nil when it is not any more.
    var onChange: (AccessibilityNode?) -> Void = { _ in }

    private let loop: EventLoop
    /// The number of the newest question, and that of the newest press: programs answer the question also after presses.
    private var serial: UInt64 = 0
    private var pressSerial: UInt64 = 0
    private var isWatched = false
    private var answers: [Program: AccessibilityNode] = [:]
    /// The programs that have yet to answer.
    private var unanswered: Set<Program> = []
    /// True from a question to the last answer. Who asks meanwhile waits for the next question: one that replaced it would drop the
    /// answers that are on their way.
    private var isAsking = false
    private var asksAgain = false
    private var waiting: [(AccessibilityNode) -> Void] = []
    private var waitingForNext: [(AccessibilityNode) -> Void] = []
    private var timer: EventLoop.Timer?
    private var presses: [UInt64: Press] = [:]

    init(on loop: EventLoop) {
        self.loop = loop
        timer = loop.timer { [weak self] in self?.finish() }
    }

    /// Asks for the tree.
    ///
    /// - Parameter completion: called once, perhaps before this function returns.
    func read(_ completion: @escaping (AccessibilityNode) -> Void) {
        if isAsking { waitingForNext.append(completion) } else { waiting.append(completion) }
        ask()
    }

    /// Begins to follow changes, or ends that.
    func watch(_ isWatched: Bool) {
        guard isWatched != self.isWatched else { return }
        self.isWatched = isWatched
        ask()
        if !isWatched { onChange(nil) }
    }

    /// Asks again if the tree is followed: there are other programs in front.
    func programsChanged() {
        if isWatched { ask() }
    }

    /// Takes notice of a program whose connection has ended.
    func lost(_ program: Program) {
        for (serial, press) in presses where press.program == program {
            end(serial, localized("its program has ended"))
        }
        if unanswered.remove(program) != nil, unanswered.isEmpty { finish() }
    }

    /// Takes a program's answer; one to an earlier question is dropped.
    func answered(_ program: Program, _ serial: UInt64, _ node: AccessibilityNode) {
        guard serial == self.serial else { return }
        answers[program] = node
        unanswered.remove(program)
        if unanswered.isEmpty { finish() }
    }

    /// Presses what has a name.
    ///
    /// - Parameter completion: called once, after the program in question has done it.
    func press(_ name: String, completion: @escaping (Pressed) -> Void) {
        read { [weak self] tree in
            guard let self else { return }
            do throws(AccessibilityPressError) {
                press(try tree.pressable(named: name), completion)
            } catch {
                completion(.failure(WireError(error, name: name)))
            }
        }
    }

    /// Ends a press with a program's answer.
    func pressed(_ program: Program, _ serial: UInt64, problem: String?) {
        if presses[serial]?.program == program { end(serial, problem) }
    }

    private func press(_ node: AccessibilityNode, _ completion: @escaping (Pressed) -> Void) {
        let parts = node.id.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let program = Program(name: String(parts[0])) else {
            return completion(.failure(WireError(AccessibilityPressError.notPressable(node.label), name: node.label)))
        }
        pressSerial += 1
        let number = pressSerial
        let timer = loop.timer { [weak self] in
            self?.end(number, localized("its program has not answered within 2 s"))
        }
        presses[number] = Press(program: program, node: node, timer: timer, completion: completion)
        timer.arm(after: Limits.accessibilityTimeout)
        if !send(.press(serial: number, id: String(parts[1])), program) {
            end(number, localized("its program takes no presses"))
        }
    }

    private func end(_ serial: UInt64, _ problem: String?) {
        guard let press = presses.removeValue(forKey: serial) else { return }
        let failure = problem.map {
            WireError(.notApplicable, localized("\"\(press.node.label)\" was not pressed: \($0)"))
        }
        press.completion(failure.map { .failure($0) } ?? .success((press.node.id, press.node.label)))
    }

    /// Asks the programs in front, once the earlier question is answered.
    private func ask() {
        guard !isAsking else {
            asksAgain = true
            return
        }
        serial += 1
        answers = [:]
        let question = ServerMessage.describe(serial: serial, isWatched: isWatched)
        unanswered = Set(programsInFront().filter { send(question, $0) })
        isAsking = true
        guard !unanswered.isEmpty else { return finish() }
        timer?.arm(after: Limits.accessibilityTimeout)
    }

    private func finish() {
        timer?.disarm()
        isAsking = false
        if isWatched || !waiting.isEmpty {
            let tree = assemble(answers)
            let completions = waiting
            waiting = []
            if isWatched { onChange(tree) }
            for completion in completions { completion(tree) }
        }
        guard asksAgain, !isAsking else { return }
        (asksAgain, waiting, waitingForNext) = (false, waitingForNext, [])
        ask()
    }
}

extension WireError {
    init(_ error: AccessibilityPressError, name: String) {
        switch error {
        case .unknown(let known):
            let near = Self.near(name, among: known)
            let names = (near.isEmpty ? Array(known.prefix(12)) : near).map { "\"\($0)\"" }
            let more = known.count > 12 ? ", …" : ""
            let hint =
                near.isEmpty
                ? localized("; available: \(names.joined(separator: ", "))\(more)")
                : localized("; did you mean \(alternatives(names))?")
            self.init(
                .invalidArgument, localized("nothing that can be pressed is named \"\(name)\"\(hint)"),
                data: ["names": .array(known.map { .string($0) })])
        case .ambiguous(let labels, let ids):
            let list = zip(labels, ids).map { "\"\($0)\" (\($1))" }.joined(separator: ", ")
            self.init(
                .invalidArgument, localized("\"\(name)\" is the name of several: \(list)"),
                data: ["ids": .array(ids.map { .string($0) })])
        case .disabled(let label, let reason):
            self.init(
                .notApplicable, localized("\"\(label)\" cannot be pressed now") + (reason.map { ": \($0)" } ?? ""))
        case .notPressable(let label):
            self.init(.notApplicable, localized("\"\(label)\" cannot be pressed: it has no action"))
        }
    }

    /// The names that are spelt like another one, or contain it; at most three.
    private static func near(_ name: String, among known: [String]) -> [String] {
        let spelt = Spelling.near(name, among: known)
        let lower = name.lowercased()
        let first = known.filter { label in
            !Spelling.near(name, among: [String(label.prefix { $0 != "," })]).isEmpty
                || !lower.isEmpty && label.lowercased().parts(separatedBy: lower).count > 1
        }
        return Array((spelt + first.filter { !spelt.contains($0) }).prefix(3))
    }
}
