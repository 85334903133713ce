import Localization
import ShellModel
import TabshellIPC
import Text

/// The questions for the accessibility tree. Programs in front answer when a client asks or watches, else they compute nothing.
struct AccessibilityQueries: Equatable {
    enum Waiter: Equatable {
        case tree(Requester)
        case press(Requester, String, AccessibilityEdit? = nil)
    }

    struct Press: Equatable {
        var program: Program
        var node: AccessibilityNode
        var isEdit: Bool
        var requester: Requester
    }

    /// The number of the newest question, and of the newest press: programs answer the question also after presses.
    fileprivate var serial: UInt64 = 0
    fileprivate var pressSerial: UInt64 = 0
    fileprivate var isWatched = false
    fileprivate var answers: [Program: AccessibilityNode] = [:]
    fileprivate var unanswered: Set<Program> = []
    /// True to ask again after the last answer. Meanwhile others wait: another question would drop the answers on their way.
    fileprivate var asksAgain = false
    fileprivate var waiting: [Waiter] = []
    fileprivate var waitingForNext: [Waiter] = []
    /// The presses that programs carry out, by their numbers.
    fileprivate(set) var presses: [UInt64: Press] = [:]
}

extension DaemonCore {
    mutating func readAccessibility(_ waiter: AccessibilityQueries.Waiter) {
        if isAsking {
            accessibility.waitingForNext.append(waiter)
        } else {
            accessibility.waiting.append(waiter)
        }
        askForAccessibility()
    }

    private var isAsking: Bool { deadlines[.accessibilityAnswers] != nil }

    /// Follows the tree while a client subscribes to it.
    mutating func updateAccessibilityWatch() {
        let isWatched = clients.values.contains(where: \.watchesAccessibility)
        guard isWatched != accessibility.isWatched else { return }
        accessibility.isWatched = isWatched
        askForAccessibility()
        if !isWatched { carryOut(.setAccessibility(nil)) }
    }

    /// Asks again if the tree is followed: there are other programs in front.
    mutating func programsForAccessibilityChanged() {
        if accessibility.isWatched { askForAccessibility() }
    }

    /// Ends the questions to a program whose connection has ended.
    mutating func accessibilityLost(_ program: Program) {
        for (serial, press) in accessibility.presses where press.program == program {
            endPress(serial, "its program has ended")
        }
        if accessibility.unanswered.remove(program) != nil, accessibility.unanswered.isEmpty {
            finishAccessibilityQuestion()
        }
    }

    /// Takes a program's answer; one to an earlier question is dropped.
    mutating func accessibilityAnswered(_ program: Program, _ serial: UInt64, _ node: AccessibilityNode) {
        guard serial == accessibility.serial else { return }
        accessibility.answers[program] = node
        accessibility.unanswered.remove(program)
        if accessibility.unanswered.isEmpty { finishAccessibilityQuestion() }
    }

    /// Presses a part by name. The reply follows when its program has done it.
    private mutating func press(
        _ name: String, _ edit: AccessibilityEdit?, in tree: AccessibilityNode, for requester: Requester
    ) {
        do throws(AccessibilityPressError) {
            let node = try tree.pressable(named: name)
            let parts = node.id.split(separator: "/", maxSplits: 1)
            guard parts.count == 2, let program = Program(name: String(parts[0])) else {
                throw .notPressable(node.label)
            }
            accessibility.pressSerial += 1
            let serial = accessibility.pressSerial
            accessibility.presses[serial] = .init(
                program: program, node: node, isEdit: edit != nil, requester: requester)
            deadlines[.press(serial)] = now + Limits.accessibilityTimeout
            let id = String(parts[1])
            let message = edit.map { ServerMessage.edit(serial: serial, id: id, $0) } ?? .press(serial: serial, id: id)
            if !ask(message, program) {
                endPress(serial, "its program takes no presses")
            }
        } catch {
            reply(requester, .failure(WireError(error, name: name)))
        }
    }

    mutating func endPress(_ serial: UInt64, _ problem: String?) {
        guard let press = accessibility.presses.removeValue(forKey: serial) else { return }
        deadlines[.press(serial)] = nil
        let failure = problem.map {
            WireError.notApplicable("\"\(press.node.label)\" was not \(press.isEdit ? "edited" : "pressed"): \($0)")
        }
        let result: JSON = [
            "id": .string(press.node.id), "label": .string(press.node.label), "revision": JSON(shell.revision),
        ]
        reply(press.requester, failure.map { .failure($0) } ?? .success(result))
    }

    /// Sends a question or a press to a program; false if it takes none.
    private mutating func ask(_ message: ServerMessage, _ program: Program) -> Bool {
        guard let client = client(of: program), clients[client]?.describes == true else { return false }
        effects.append(.send(message, client))
        return true
    }

    /// Asks the programs in front, once the earlier question is answered.
    private mutating func askForAccessibility() {
        guard !isAsking else {
            accessibility.asksAgain = true
            return
        }
        accessibility.serial += 1
        accessibility.answers = [:]
        let question = ServerMessage.describe(serial: accessibility.serial, isWatched: accessibility.isWatched)
        var asked: Set<Program> = []
        for program in programsInFront where ask(question, program) { asked.insert(program) }
        accessibility.unanswered = asked
        guard !asked.isEmpty else { return finishAccessibilityQuestion() }
        deadlines[.accessibilityAnswers] = now + Limits.accessibilityTimeout
    }

    mutating func finishAccessibilityQuestion() {
        deadlines[.accessibilityAnswers] = nil
        if accessibility.isWatched || !accessibility.waiting.isEmpty {
            let tree = tree(of: accessibility.answers)
            let waiters = accessibility.waiting
            accessibility.waiting = []
            if accessibility.isWatched { carryOut(.setAccessibility(tree)) }
            for waiter in waiters {
                switch waiter {
                case .tree(let requester):
                    reply(requester, .success(["tree": tree.json]))
                case .press(let requester, let name, let edit): press(name, edit, in: tree, for: requester)
                }
            }
        }
        guard accessibility.asksAgain else { return }
        accessibility.asksAgain = false
        accessibility.waiting += accessibility.waitingForNext
        accessibility.waitingForNext = []
        askForAccessibility()
    }

    /// The window of the shell, which the panel describes, with the page and the sheet in front.
    private func tree(of answers: [Program: AccessibilityNode]) -> AccessibilityNode {
        let sheet = shell.sheet.tab
        var window = answers[.panel]?.named(.panel) ?? missing(.panel, AccessibilityNode(.window, "tabshell"))
        var pages = [shell.selection?.tab, sheet].compactMap(\.self).compactMap { shell.tab($0) }.map { tab in
            let program = viewer(of: tab.id)
            let role: AccessibilityRole = tab.window != nil ? .window : tab.id == sheet ? .dialog : .tabPanel
            return answers[program]?.named(program) ?? missing(program, AccessibilityNode(role, tab.title))
        }
        // A press beside a menu or a sheet closes it, and presses nothing else.
        for index in pages.indices {
            let isBehindSheet = sheet != nil && index == 0
            guard shell.menu.tab != nil || isBehindSheet else { continue }
            pages[index].isDisabled = true
            pages[index].description =
                shell.menu.tab != nil ? localized("behind the open menu") : localized("behind the open sheet")
        }
        window.children = pages + window.children
        return window
    }

    /// A placeholder for a program without a description, with the reason.
    private func missing(_ program: Program, _ node: AccessibilityNode) -> AccessibilityNode {
        var node = node
        node.id = program.name
        let status = shell.status(of: program)
        if case .page(let tab) = program, shell.tab(tab)?.window != nil, status?.phase == .alive {
            node.label = shell.windows[tab]?.title.nonEmpty ?? node.label
            node.description = localized("a window of another program, which describes itself")
        } else if let client = client(of: program) {
            node.description =
                clients[client]?.describes == true
                ? localized("its program did not answer within 2 s")
                : localized("its program does not describe what it shows")
        } else {
            node.description = status?.reason ?? localized("no program shows it")
        }
        return node
    }
}

extension AccessibilityNode {
    /// The description of a program, with identifiers that no other program's nodes have.
    fileprivate func named(_ program: Program) -> AccessibilityNode {
        var node = map { if !$0.id.isEmpty { $0.id = "\(program.name)/\($0.id)" } }
        node.id = program.name
        return node
    }
}
