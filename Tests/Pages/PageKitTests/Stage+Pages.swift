import FakeCompositor
import ScreenClient
import StageTestSupport
import TestSupport

@testable import PageKit
@testable import ShellModel

extension Tab {
    static let plain = Tab(id: "a", title: "A", icon: "home", accessibilityLabel: "", accessibilityHint: "")
}

extension ShellState {
    /// The state at the start of a shell with some tabs and the default look.
    static func started(_ tabs: [Tab] = [.plain]) -> ShellState {
        ShellState(ShellConfiguration(unchecked: tabs, look: Look()), now: 0)
    }
}

extension PageView {
    func update(_ state: ShellState, _ options: ShellOptions = ShellOptions()) {
        update(state, environment: PageEnvironment(state, tab: "a", options: options))
    }
}

extension PageHost {
    /// The host of the page of the tab "a".
    convenience init(
        _ page: any Page, _ state: ShellState = ShellState(), _ options: ShellOptions = ShellOptions(),
        on local: LocalSession
    ) {
        self.init(page, environment: PageEnvironment(state, tab: "a", options: options), loop: local.loop)
    }

    func show(on local: LocalSession) throws -> PageView {
        let view = PageView(self, inWindow: false, loop: local.loop)
        try view.show(on: local.connection, output: local.connection.outputs.first)
        return view
    }
}

let millisecond: UInt64 = 1_000_000
let second = 1000 * millisecond

/// A stage with a configuration of the test's own, and the programs of some pages.
extension Stage {
    /// A bar that covers 80 px of the pages and can be minimized; changes are immediate unless a test sets a duration.
    static let look = """
        [bar]
        height = 80
        reserve = "none"
        [minimize]
        policy = "on-scroll-down"
        [page]
        bottom_inset = 90
        [safe_area]
        top = 12
        [sheet]
        top = 40
        corner_radius = 20
        [motion]
        page = "none"
        sheet = "none"
        appearance = "none"
        """

    /// - Parameters:
    ///   - tabs: the tabs in order, each with its role.
    ///   - look: the rest of the configuration.
    convenience init(
        tabs: [(id: String, role: String)], look: String = Stage.look, direction: String = "auto",
        outputs: [FakeOutput] = [FakeOutput("FAKE-1")], prepare: (FakeCompositor) -> Void = { _ in }
    ) throws {
        try self.init(daemonWith: Self.text(tabs, look, direction: direction), outputs: outputs) {
            prepare($0)
            return [:]
        }
    }

    private static func text(
        _ tabs: [(id: String, role: String)], _ look: String, direction: String = "auto"
    ) -> String {
        let order = tabs.map { "\"\($0.id)\"" }.joined(separator: ", ")
        let tables = tabs.map {
            "[[tabs]]\nid = \"\($0.id)\"\ntitle = \"\($0.id)\"\nicon = \"home\"\nrole = \"\($0.role)\"\n"
        }
        return "direction = \"\(direction)\"\norder = [\(order)]\n" + tables.joined() + look + "\n"
    }

    /// Starts a page with made-up content for a tab.
    @discardableResult
    func startPage(_ tab: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws
        -> ChildProcess
    {
        try start("tabshell-sample", ["--tab", tab] + arguments, environment: environment)
    }

    /// Returns that surface once it shows something.
    func shown(_ namespace: String) throws -> FakeSurface {
        try compositor.waitFor("\(namespace); the programs say: \(complaints)") {
            compositor.surfaces(namespace).first { $0.isVisible }
        }
    }

    func request(_ verb: String, _ arguments: [String: Any] = [:]) throws { try socket.request(verb, arguments) }

    func state() throws -> [String: Any] { try socket.request("state", id: 9) }

    func path(_ tab: String) throws -> [String] {
        (try state()["paths"] as? [String: Any])?[tab] as? [String] ?? []
    }

    /// Waits until the daemon's state satisfies a condition, while the compositor runs.
    func waitForState(_ what: String, _ isReached: ([String: Any]) throws -> Bool) throws {
        try compositor.waitUntil(what) { try isReached(state()) }
    }

    /// A press and a release with the pointer.
    func click(_ surface: FakeSurface, x: Double, y: Double) {
        compositor.pointerEnters(surface, x: x, y: y)
        compositor.button(on: surface, isPressed: true)
        compositor.button(on: surface, isPressed: false)
    }
}

extension FakeSurface {
    /// True if the surface shows more than the one transparent pixel of a hidden surface.
    var isVisible: Bool { (shown?.bufferSize?.width ?? 0) > 1 }

    /// The content of the surface.
    var pixels: [UInt32] { shown?.pixels ?? [] }
}
