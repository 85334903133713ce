import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

/// Views that go while a gesture on them is under way, or a timer of theirs runs.
@Suite(.serialized) struct ViewLifetimeTests {
    private static let hiding = """
        bar.hide = "always"
        motion.minimize = "none"

        """

    private static let sheet = "[[tabs]]\nid = \"home\"\nrole = \"search\"\n"

    /// True if a bar is out at an edge: it takes input in its strip only.
    private func isOut(_ bar: FakeSurface) -> Bool {
        bar.shown?.inputRegion.map { $0.count == 1 && $0[0].height == 2 } == true
    }

    private func firstFrame(_ namespace: String, _ stage: Stage) throws -> FakeSurface {
        try stage.compositor.waitFor("a frame of \(namespace)") {
            try stage.checkRunning()
            return stage.compositor.surfaces(namespace).last { $0.frameCount > 0 }
        }
    }

    // MARK: The owner disappears between arming and firing

    @Test func hidingBarGoesUnderAFingerToAnotherEdge() throws {
        let stage = try Stage(configuration: Self.hiding)
        let before = try firstFrame("tabshell-bar", stage)
        // Above the tabs: on a slow machine, it would be a long press on one, whose menu keeps the bar.
        stage.compositor.touchDown(1, on: before, x: BarGeometry.centers[1], y: 10)
        try stage.compositor.settle(before.client)
        try stage.configure(Self.hiding + #"bar.position = "top""#)
        try stage.compositor.waitUntil("the old bar to go") { !before.isAlive }
        let bar = try firstFrame("tabshell-bar", stage)
        stage.compositor.tap(on: bar, x: 4, y: 10)
        try stage.compositor.waitUntil("the new bar to hide") {
            try stage.checkRunning()
            return isOut(bar)
        }
    }

    /// The page's view becomes a sheet's while the page fades out, and before its prewarming.
    @Test func leavingPageBecomesASheet() throws {
        let stage = try Stage("tabshell-sample", ["--tab", "home"], configuration: "")
        try stage.socket.request("register", ["program": "panel"])
        try stage.socket.request("stacking", ["stacking": "newest-above"])
        for _ in 0..<2 {
            try stage.socket.request("select", ["tab": "home"])
            try stage.compositor.waitUntil("the page") {
                try stage.checkRunning()
                return stage.compositor.surfaces("tabshell-page-home").contains {
                    ($0.shown?.bufferSize?.width ?? 0) > 1
                }
            }
            try stage.socket.request("select", ["tab": "flash"])
            try stage.compositor.settle(stage.client)
            try stage.configure(Self.sheet)
            let surface = try stage.compositor.waitFor("the sheet's surface") {
                try stage.checkRunning()
                return stage.compositor.surfaces("tabshell-sheet-home").last { $0.shown != nil }
            }
            // To open and to close it takes longer than the page's timers.
            for tab: Any in ["home", NSNull()] {
                try stage.socket.request("sheet", ["tab": tab])
                try stage.compositor.waitUntil("the sheet to move") {
                    try stage.checkRunning()
                    return (surface.shown?.bufferSize?.width ?? 0 > 1) == !(tab is NSNull)
                }
                try stage.rest(surface)
            }
            try stage.configure("")
        }
    }

    // MARK: Each kind of view, in each phase of a gesture

    /// The input on a view when it goes.
    enum Phase: CaseIterable {
        case hover, pointerPress, pointerDrag, touch, dragAlong, dragAcross, twoFingers, lifted, dataDrag

        /// Leads a gesture to the phase, at a point of a surface.
        func begin(on surface: FakeSurface, _ x: Double, _ y: Double, _ compositor: FakeCompositor) throws {
            switch self {
            case .hover, .pointerPress, .pointerDrag:
                compositor.pointerEnters(surface, x: x, y: y)
                if self == .hover { return }
                compositor.button(on: surface, isPressed: true)
                if self == .pointerDrag {
                    for step in 1...3 { compositor.pointerMoves(on: surface, x: x + Double(step) * 15, y: y) }
                }
            case .touch: compositor.touchDown(1, on: surface, x: x, y: y)
            case .dragAlong, .dragAcross, .lifted:
                compositor.touchDown(1, on: surface, x: x, y: y)
                for step in 1...3 {
                    let distance = Double(step) * 15
                    let (dx, dy) = self == .dragAcross ? (0, distance) : (distance, 0)
                    compositor.touchMove(1, on: surface, x: x + dx, y: y + dy)
                }
                if self == .lifted { compositor.touchUp(1, on: surface) }
            case .twoFingers:
                for id: Int32 in 1...2 { compositor.touchDown(id, on: surface, x: x + Double(id) * 30, y: y) }
            case .dataDrag: try compositor.dataDragEnters(surface, x: x, y: y)
            }
        }

        /// Ends the gesture after its surface has gone.
        func end(on surface: FakeSurface, _ compositor: FakeCompositor) {
            switch self {
            case .hover, .lifted: break
            case .pointerPress, .pointerDrag:
                compositor.pointerMoves(on: surface, x: 1, y: 1)
                compositor.button(on: surface, isPressed: false)
            case .touch, .dragAlong, .dragAcross:
                compositor.touchMove(1, on: surface, x: 1, y: 1)
                compositor.touchUp(1, on: surface)
            case .twoFingers: for id: Int32 in 1...2 { compositor.touchUp(id, on: surface) }
            case .dataDrag: compositor.dataDragLeaves(surface)
            }
        }
    }

    /// A kind of view, and the way to it.
    struct View: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let namespace: String
        let configuration: String
        let program: (name: String, arguments: [String])
        /// The point at which the gesture begins.
        let point: (x: Double, y: Double)
        let open: @Sendable (Stage) throws -> Void

        init(
            _ name: String, _ namespace: String, _ configuration: String = "", isPage: Bool = false,
            at point: (x: Double, y: Double),
            open: @escaping @Sendable (Stage) throws -> Void = { _ in }
        ) {
            (testDescription, self.namespace, self.configuration) = (name, namespace, configuration)
            program = isPage ? ("tabshell-sample", ["--tab", "home"]) : ("tabshell-panel", [])
            (self.point, self.open) = (point, open)
        }
    }

    private static let menu = """
        [[tabs]]
        id = "flash"
        actions = ["note"]
        [[actions]]
        id = "note"
        title = "Note"
        icon = "notes"
        """

    static let views = [
        View("bar", "tabshell-bar", at: (BarGeometry.centers[1], BarGeometry.y)),
        View("hiding bar", "tabshell-bar", hiding, at: (BarGeometry.centers[1], BarGeometry.y)),
        View("menu", "tabshell-menu", menu, at: (214, 500)) { stage in
            _ = try stage.bar()
            try stage.socket.request("menu", ["tab": "flash"])
        },
        // Nothing shows it.
        View(
            "status", "tabshell-notice", "[[tabs]]\nid = \"walk\"\ntitle = \"Walk\"\nicon = \"plus\"\n", at: (214, 500)
        ) {
            try $0.socket.request("select", ["tab": "walk"])
        },
        View("notice", "tabshell-message", "nonsense = 1", at: (20, 10)),
        View("large content", "tabshell-large-content", Stage.lock, at: (20, 10)) { stage in
            let bar = try stage.bar()
            stage.compositor.touchDown(9, on: bar, x: BarGeometry.centers[1], y: BarGeometry.y)
        },
        View("page", "tabshell-page-home", isPage: true, at: (214, 500)),
        // At the grabber, which drags the card.
        View("sheet", "tabshell-sheet-home", sheet, isPage: true, at: (214, 60)) {
            try $0.socket.request("sheet", ["tab": "home"])
        },
    ]

    @Test(arguments: views) func viewGoesInEachPhaseOfAGesture(view: View) throws {
        var output = FakeOutput("FAKE-1")
        let stage = try Stage(
            view.program.name, view.program.arguments, outputs: [output], configuration: view.configuration)
        let compositor = stage.compositor
        for (round, phase) in Phase.allCases.enumerated() {
            try view.open(stage)
            let surface = try compositor.waitFor("\(view.testDescription) before \(phase)") {
                try stage.checkRunning()
                return compositor.surfaces(view.namespace).last {
                    $0.frameCount > 0 && ($0.shown?.bufferSize?.width ?? 0) > 1
                }
            }
            try stage.rest(surface)
            try phase.begin(on: surface, view.point.x, view.point.y, compositor)
            // At once with the gesture, or after it.
            if round % 2 == 0 { try compositor.settle(surface.client) }
            compositor.remove(output, closingSurfaces: round % 3 != 0)
            try compositor.waitUntil("\(view.testDescription) to go in \(phase)") {
                try stage.checkRunning()
                return !surface.isAlive
            }
            phase.end(on: surface, compositor)
            // The finger that brought it.
            let isHeld = view.namespace == "tabshell-large-content"
            if isHeld { compositor.touchUp(9, on: surface) }
            try compositor.settle(surface.client)
            if isHeld { #expect(try stage.selected(surface.client) == "home") }
            output = FakeOutput("FAKE-1")
            compositor.add(output)
        }
        _ = try compositor.waitFor("\(view.testDescription) to be there again") {
            try stage.checkRunning()
            return compositor.surfaces.first { $0.frameCount > 0 }
        }
    }
}
