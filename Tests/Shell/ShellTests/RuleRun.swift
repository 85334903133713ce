import Foundation
import InputTestSupport
import ShellModel
import StageTestSupport
import TestSupport

/// One run of random steps of a person, of programs, and of outputs, with the shell on a headless sway.
final class RuleRun {
    private static let tabs: [TabID] = ["home", "one", "two", "flash"]
    private static let maximumWindows = 6

    let shell: ShellSession
    /// The steps so far.
    private(set) var steps: [String] = []
    private var model = RuleModel()
    private var scene: RuleScene
    private var windows: [TestWindow] = []
    private var lock: TestLock?
    private var count = 0
    private var random: SplitMix64
    /// A connection for the state, and one that hears of each selection.
    private let client: SocketClient
    private let observer: SocketClient
    private let programs: [ProcessFacts]

    init(seed: UInt64, root: String?) throws {
        random = SplitMix64(seed: seed)
        shell = try ShellSession(
            configuration: SelectionRuleTests.configuration, sway: ["default_border normal 3"], isNested: root == nil,
            root: root)
        (client, observer) = (try shell.connect(), try shell.connect())
        try observer.request("subscribe", ["topics": ["selection"]])
        programs = try shell.processes().map(\.facts)
        scene = try RuleScene(shell.sway, client.state())
        try check(.tab)
    }

    /// Performs a step, and waits for its effects.
    func step() throws {
        let kind = Int.random(in: 0..<100, using: &random)
        switch kind {
        case 0..<18: try select(by: { tab in try self.client.request("select", ["tab": tab.rawValue]) }, "select")
        case 18..<20: try select(by: { tab in _ = try self.shell.tabctl("select", tab.rawValue) }, "tabctl")
        case 20..<38: try open()
        case 38..<50: try close()
        case 50..<60: try focus()
        case 60..<70: try go()
        case 70..<73: try focusOutput()
        case 73..<80: try makeFullscreen()
        case 80..<85: try askForFocus()
        case 85..<91: try toggleLock()
        case 91..<95: try plug()
        case 95..<98: try unplug()
        default: try unplugAll()
        }
    }

    // MARK: - The person

    private func select(by request: (TabID) throws -> Void, _ name: String) throws {
        guard let tab = Self.tabs.randomElement(using: &random) else { return }
        note("\(name) \(tab)")
        model.chosen = tab
        try request(tab)
        try check(.tab)
    }

    /// Activates a window, as a task bar does.
    private func focus() throws {
        guard lock == nil, let window = scene.windows.randomElement(using: &random) else { return }
        note("focus \(window.title)")
        model.chosen = window.tab ?? model.chosen
        try shell.sway.swaymsg("[con_id=\(window.id)] focus")
        let isThere = scene.pageOutput.flatMap { scene.shown[$0] } == window.workspace || scene.outputs.count == 1
        try check(window.tab != nil ? .tab : isThere ? .foreign : .any)
    }

    /// Goes to a workspace by a key of sway's.
    private func go() throws {
        let names = ["1", "2", "3"] + Self.tabs.map { "tabshell:\($0)" }
        guard lock == nil, let name = names.randomElement(using: &random) else { return }
        note("go to \(name)")
        let tab = RuleScene.tab(of: name)
        model.chosen = tab ?? model.chosen
        try shell.sway.swaymsg("workspace \"\(name)\"")
        try check(tab == nil ? .any : .tab)
    }

    private func focusOutput() throws {
        guard lock == nil, scene.outputs.count > 1, let output = scene.outputs.randomElement(using: &random),
            let workspace = scene.shown[output]
        else { return }
        note("focus \(output)")
        model.chosen = RuleScene.tab(of: workspace) ?? model.chosen
        try shell.sway.swaymsg("focus output \"\(output)\"")
        try check(.any)
    }

    private func toggleLock() throws {
        note(lock == nil ? "lock" : "unlock")
        if let lock {
            try lock.unlock()
            self.lock = nil
        } else {
            lock = try TestLock(shell.sway)
        }
        model.isLocked = lock != nil
        try check(.same)
    }

    // MARK: - Programs

    private func open() throws {
        guard windows.count < Self.maximumWindows else { return }
        let app = (SelectionRuleTests.apps.map(\.rawValue) + ["free"]).randomElement(using: &random) ?? "free"
        count += 1
        let title = "\(app) \(count)"
        note("open \(title)")
        windows.append(try TestWindow(shell.sway, appID: "org.example.\(app)", title: title))
        model.titles.insert(title)
        // It opens on the focused output, and behind a lock without focus.
        let isSeen = app == "free" && lock == nil && scene.outputs.count == 1
        try check(app != "free" ? .same : isSeen ? .foreign : .any)
    }

    private func close() throws {
        guard let index = windows.indices.randomElement(using: &random) else { return }
        let window = windows.remove(at: index)
        note("close \(window.title)")
        model.titles.remove(window.title)
        window.close()
        try check(.same)
    }

    private func makeFullscreen() throws {
        guard let window = windows.randomElement(using: &random) else { return }
        let isFullscreen = scene.windows.first { $0.title == window.title }?.isFullscreen != true
        note("\(window.title) \(isFullscreen ? "becomes fullscreen" : "ends fullscreen")")
        try window.setFullscreen(isFullscreen)
        try check(.same)
    }

    private func askForFocus() throws {
        guard let window = windows.randomElement(using: &random) else { return }
        note("\(window.title) asks for the focus")
        try window.askForFocus()
        try check(.same)
    }

    // MARK: - Outputs

    private func plug() throws {
        guard scene.outputs.count < 2 else { return }
        note("plug an output")
        _ = try shell.sway.createOutput()
        try check(.same)
    }

    private func unplug() throws {
        guard scene.outputs.count > 1, let output = scene.outputs.randomElement(using: &random) else { return }
        note("unplug \(output)")
        try shell.sway.unplug(output)
        try check(.same)
    }

    private func unplugAll() throws {
        note("unplug \(scene.outputs), and plug one")
        for output in scene.outputs { try shell.sway.unplug(output) }
        _ = try shell.sway.createOutput()
        try check(.same)
    }

    // MARK: - Judgement

    private func note(_ step: String) { steps.append(step) }

    /// Waits until all matches the model and all work is done, and checks that nothing else was selected meanwhile.
    private func check(_ front: RuleModel.Front) throws {
        let before = scene
        var fault: String?
        try waitUntil("\(fault ?? "rest")\nnow: \(scene)\nbefore: \(before)") {
            for window in windows { try window.update() }
            try lock?.update()
            scene = try RuleScene(shell.sway, client.state())
            fault = model.fault(of: scene, after: front, from: before)
            guard fault == nil, try programs.allSatisfy({ try $0.isAsleep }) else { return false }
            return try RuleScene(shell.sway, client.state()) == scene
        }
        var selections: [TabID] = []
        while Deadline(seconds: 0).poll(observer.descriptor) || observer.hasLine {
            let selection = try observer.read()["selection"] as? [String: Any]
            if let tab = (selection?["tab"] as? String).map({ TabID(rawValue: $0) }) { selections.append(tab) }
        }
        let wrong = selections.drop { $0 == before.selected }.first { $0 != model.chosen }
        if let wrong { throw SystemError("\(wrong) was selected meanwhile\nnow: \(scene)\nbefore: \(before)") }
    }
}
