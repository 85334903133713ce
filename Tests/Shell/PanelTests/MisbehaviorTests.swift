import FakeCompositor
import Foundation
import StageTestSupport
import TestSupport
import Testing

/// A compositor that misbehaves: late, repeated, missing and absurd events. Programs neither end nor grow, and recover.
@Suite(.serialized) struct MisbehaviorTests {
    /// One way to misbehave, towards a program's surface.
    struct Misbehavior: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let run: @Sendable (Stage, FakeSurface) throws -> Void

        init(_ description: String, _ run: @escaping @Sendable (Stage, FakeSurface) throws -> Void) {
            testDescription = description
            self.run = run
        }
    }

    static let all: [Misbehavior] = [
        Misbehavior("absurd sizes") { stage, surface in
            for (width, height) in [
                (0, 0), (0, 926), (428, 0), (1, 1), (32_767, 32_767), (40_000, 70_000), (-1, -1), (Int(Int32.max), 5),
            ] {
                surface.configure(width, height, serial: stage.compositor.serial())
                try stage.change(surface)
            }
        },
        Misbehavior("a storm of configures") { stage, surface in
            for round in 0..<300 {
                surface.configure(428, 100 + round % 5, serial: stage.compositor.serial())
                stage.compositor.configure(surface)
                // This compositor waits for its sockets: the answers of a slow program would fill theirs, and both would wait.
                if round % 30 == 29 { try stage.compositor.settle(surface.client) }
            }
            try stage.change(surface)
        },
        Misbehavior("absurd scales") { stage, surface in
            for scale in [0, 1, 29, 60, 121, 4_000, 0x7FFF_FFFF, .max] as [UInt32] {
                surface.prefer(scale: scale)
                try stage.change(surface)
            }
            for scale in [0, -1, 100_000, Int(Int32.min)] {
                stage.compositor.outputs.first?.rescale(to: scale)
                try stage.change(surface)
            }
        },
        Misbehavior("no frame callbacks") { stage, surface in
            stage.compositor.framePace = .manual
            for _ in 0..<3 { try stage.change(surface) }
        },
        Misbehavior("frame callbacks twice") { stage, surface in
            stage.compositor.framePace = .manual
            try stage.change(surface)
            for callback in surface.callbacks {
                callback.send("done", 0)
                callback.send("done", .uint(.max))
            }
            try stage.compositor.settle(surface.client)
            surface.fireFrame()
        },
        Misbehavior("buffers that are never released") { stage, surface in
            stage.compositor.releasesBuffers = false
            for _ in 0..<6 {
                let frames = surface.frameCount
                try stage.change(surface)
                try stage.compositor.waitUntil("a frame although no buffer is free") { surface.frameCount > frames }
            }
            #expect(surface.client.objectCounts["wl_buffer", default: 0] <= 24)
        },
        Misbehavior("absurd presentation times") { stage, surface in
            for (seconds, nanoseconds, refresh) in [
                (0, 0, 0), (1, 1_000_000_000, 1), (.max, .max, .max), (1 << 40, 5, 16_666_667), (0, .max, 0),
            ] as [(UInt64, UInt32, UInt32)] {
                try stage.change(surface)
                surface.present(seconds: seconds, nanoseconds: nanoseconds, refresh: refresh)
                try stage.change(surface)
                surface.discardFeedback()
            }
        },
        Misbehavior("seats that come and go") { stage, surface in
            for round in 0..<100 as Range<UInt32> { stage.compositor.setCapabilities(round % 8) }
            stage.compositor.setCapabilities(.max)
            try stage.change(surface)
        },
        Misbehavior("keymaps of garbage") { stage, surface in
            stage.compositor.setCapabilities(7)
            try stage.compositor.settle(surface.client)
            stage.compositor.keyboardEnters(surface)
            for (path, size) in [
                ("/dev/null", 0), ("/dev/null", 5), ("/", 100), ("/proc/self/exe", .max), ("/dev/zero", 4096),
            ]
                as [(String, UInt32)]
            {
                try stage.compositor.sendKeymap(path, size: size, to: surface.client)
                stage.compositor.type(30, client: surface.client)
                try stage.compositor.settle(surface.client)
            }
            // Shorter than announced.
            try stage.compositor.setKeymap("xkb_keymap {", size: 1 << 19, of: surface.client)
            stage.compositor.type(30, client: surface.client)
            stage.compositor.setRepeat(rate: -5, delay: -1, of: surface.client)
            stage.compositor.setRepeat(rate: .max, delay: .max, of: surface.client)
            stage.compositor.keyboardLeaves(surface)
            stage.compositor.keyboardLeaves(surface)
        },
        Misbehavior("input from nowhere") { stage, surface in
            let compositor = stage.compositor
            compositor.setCapabilities(7)
            try compositor.settle(surface.client)
            compositor.pointerMoves(on: surface, x: 1e6, y: -1e6)
            compositor.button(on: surface, isPressed: false)
            compositor.button(on: surface, isPressed: true)
            compositor.pointerLeaves(surface)
            compositor.touchUp(3, on: surface)
            compositor.touchMove(-1, on: surface, x: 0, y: 0)
            compositor.touchCancel(on: surface)
            for id in 0..<200 as Range<Int32> { compositor.touchDown(id % 100, on: surface, x: 1e6, y: 1e6) }
            compositor.touchCancel(on: surface)
            compositor.key(.max, isPressed: true, client: surface.client)
            compositor.keyboardLeaves(surface)
            compositor.wheel(on: surface, value: 8e6, steps: .min)
            compositor.scroll(on: surface, dy: -8e6)
            try stage.change(surface)
        },
        Misbehavior("surfaces that are closed twice") { stage, surface in
            surface.sendClosed()
            surface.sendClosed()
            surface.configure(428, 100, serial: stage.compositor.serial())
            try stage.compositor.settle(surface.client)
            try stage.change(surface)
        },
        Misbehavior("globals announced and removed twice") { stage, surface in
            let compositor = stage.compositor
            for registry in surface.client.objects("wl_registry") {
                for (global, name, version) in compositor.globals {
                    registry.send("global", .uint(global), .string(name), .uint(version))
                }
                registry.send("global_remove", .uint(.max))
                registry.send("global_remove", .uint(.max))
            }
            compositor.outputs.first?.sendDone()
            compositor.outputs.first?.sendDone()
            try stage.change(surface)
        },
        Misbehavior("no outputs") { stage, surface in
            let outputs = stage.compositor.outputs
            for closes in [true, false] {
                for output in stage.compositor.outputs { stage.compositor.remove(output, closingSurfaces: closes) }
                try stage.compositor.waitUntil("the surfaces to go") {
                    !stage.compositor.surfaces.contains { $0.layer != nil }
                }
                for _ in 0..<10 { try stage.change(surface) }
                // One that disappears before its surfaces are configured.
                stage.compositor.configures = false
                let brief = FakeOutput("FAKE-BRIEF")
                stage.compositor.add(brief)
                try stage.compositor.settle(surface.client)
                stage.compositor.remove(brief, closingSurfaces: closes)
                try stage.compositor.settle(surface.client)
                stage.compositor.configures = true
                for output in outputs { stage.compositor.add(output) }
                try stage.compositor.settle(surface.client)
            }
        },
    ]

    @Test(arguments: ["tabshell-panel", "tabshell-sample"])
    func programsOutliveEachMisbehavior(name: String) throws {
        let stage = try Stage(name, versions: ["wl_seat": 8, "zwp_text_input_manager_v3": 1])
        stage.isJudged = false
        for misbehavior in Self.all {
            let surface = try stage.mainSurface(name)
            do {
                try misbehavior.run(stage, surface)
                try stage.recover(name)
            } catch {
                Issue.record("\(misbehavior.testDescription): \(error)")
                return
            }
        }
        #expect(stage.compositor.violations.filter { !$0.contains("was never sent") } == [])
    }

    @Test(arguments: ["tabshell-panel", "tabshell-sample"])
    func fatalErrorIsReported(name: String) throws {
        let stage = try Stage(name)
        let surface = try stage.mainSurface(name)
        surface.client.postError(of: surface.object, code: 2, "a size that is not a multiple of the scale")
        #expect(try stage.exit() == .code(10))
        let text = stage.program.errorOutput
        #expect(text.contains("error 2 of wl_surface#\(surface.object.id): a size that is not a multiple"), "\(text)")
    }

    /// An event that libwayland refuses is an error of the compositor, too.
    @Test func invalidEventIsReported() throws {
        let (stage, bar) = try Stage.withBar()
        let keyboardless = try #require(bar.client.objects("wl_pointer").first)
        keyboardless.send("enter", 1, .object(0xFEFF_FFFF), 0, 0)
        keyboardless.send("enter", 1, .object(0), 0, 0)
        #expect(try stage.exit() == .code(7))
        #expect(stage.program.errorOutput.contains("connection to the compositor is lost"))
    }
}

extension Stage {
    /// The panel's bar or the page's surface, once it shows something.
    fileprivate func mainSurface(_ name: String) throws -> FakeSurface {
        if name == "tabshell-panel" { return try bar() }
        return try compositor.waitFor("the page; the program says: \(program.errorOutput)") {
            try checkRunning()
            return compositor.surfaces("tabshell-page-home").last { ($0.shown?.bufferSize?.width ?? 0) > 100 }
        }
    }

    /// Changes the state twice, to cause drawing.
    fileprivate func change(_ surface: FakeSurface) throws {
        for tab in ["flash", "home"] {
            try socket.request("select", ["tab": tab])
            try compositor.settle(surface.client)
        }
        try checkRunning()
    }

    /// Behaves again, and checks that the program shows the present state.
    fileprivate func recover(_ name: String) throws {
        compositor.framePace = .every(4)
        compositor.releasesBuffers = true
        compositor.configures = true
        compositor.setCapabilities(7)
        compositor.setBackgroundEffects(1)
        for output in compositor.outputs { output.rescale(to: 1) }
        for tab in ["flash", "home"] {
            try socket.request("select", ["tab": tab])
            for surface in compositor.surfaces {
                surface.releaseAllBuffers()
                surface.prefer(scale: 120)
                surface.discardFeedback()
                surface.fireFrame()
            }
            try compositor.settle(client)
        }
        for surface in compositor.surfaces { compositor.configure(surface) }
        let surface = try mainSurface(name)
        try compositor.waitUntil("\(name) as it should be: \(surface.shown?.destination as Any)") {
            try checkRunning()
            guard
                let current = compositor.surfaces(name == "tabshell-panel" ? "tabshell-bar" : "tabshell-page-home").last
            else { return false }
            guard name == "tabshell-panel" else { return current.shown?.destination == PixelSize(428, 926) }
            return current.shown?.destination == PixelSize(428, BarGeometry.height)
                && current.indicator(0) > current.indicator(1)
        }
    }
}
