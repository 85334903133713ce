import EventLoop
import Geometry
import StageTestSupport
import TestSupport
import Testing
import WaylandProtocols
import WaylandClient

@testable import SurfaceKit

/// The same on a real compositor.
@Suite(
    .serialized, .enabled(if: Environment.find("sway") != nil && Environment.find("grim") != nil), .toleratingSwayCrash)
struct SwayTests {
    /// The bar is neither above the keyboard nor below it, and the page ends where the keyboard begins.
    @Test func onScreenKeyboardCoversTheBar() throws {
        let live = try LiveSession()
        let sway = live.sway
        let daemon = try sway.start(BuiltProducts.url("tabshelld").path)
        defer { daemon.terminate() }
        // At the left edge, the page is above, and the bar below.
        func hasBar(_ picture: Screenshot, rows: Range<Int>) -> Bool {
            rows.contains { row in
                picture.bytes[(row * picture.width + 3) * 3..<(row * picture.width + 4) * 3].allSatisfy { $0 == 255 }
            }
        }
        let rest = try live.surface(.filling(namespace: "rest", layer: .background), PlainContent(), isHidden: true)
        func waitForTheBar() throws {
            try live.waitUntil("the bar at the lower edge") {
                let picture = try Screenshot(of: sway)
                return rest.size?.height == 807 && hasBar(picture, rows: 807..<926) && !hasBar(picture, rows: 0..<807)
            }
        }
        try waitForTheBar()
        for zone in [260.0, -1] {
            let red = PlainContent()
            red.color = 0xFFFF_0000
            let keyboard = try live.surface(
                LayerPlacement(
                    namespace: "keyboard", layer: zone > 0 ? .top : .overlay, height: 260, exclusiveZone: zone), red)
            try live.waitUntil("the keyboard over the bar") {
                let picture = try Screenshot(of: sway)
                return picture.isOnly(0xFF0000, rows: 666..<926) && !hasBar(picture, rows: 0..<666)
                    && rest.size?.height == (zone > 0 ? 666 : 807)
            }
            keyboard.destroy()
            try waitForTheBar()
        }
    }
}

/// A connection of this process to a headless sway of a phone's size.
private final class LiveSession {
    let sway: HeadlessSway
    private let loop: EventLoop
    private let connection: WaylandConnection
    private let tick: EventLoop.Timer
    /// The reason for which the connection was lost.
    private var reason: String?

    init() throws {
        var options = HeadlessSway.Options()
        (options.width, options.height) = (428, 926)
        // Without an output the cursor would be part of the screenshot.
        options.configuration = ["seat seat0 hide_cursor 100"]
        sway = try HeadlessSway(options)
        loop = try EventLoop()
        tick = loop.timer {}
        let path = "\(sway.runtimeDirectory)/\(sway.display)"
        connection = try WaylandConnection(on: loop) { () throws(WaylandError) in try Display.connect(to: path) }
        connection.onDisconnect = { [unowned self] in reason = "\($0)" }
        try waitUntil("the output") { !connection.outputs.isEmpty }
    }

    deinit { connection.close() }

    func surface(_ placement: LayerPlacement, _ content: PlainContent, isHidden: Bool = false) throws -> Surface {
        let surface = try Surface(
            connection, role: .layer(placement), output: connection.outputs.first, content: content, isHidden: isHidden)
        surface.invalidate()
        return surface
    }

    func waitUntil(_ what: String, _ condition: () throws -> Bool) throws {
        try TestSupport.waitUntil(what) {
            if let reason { throw SystemError("the session was lost: \(reason)") }
            tick.arm(after: 1_000_000)
            try loop.runOnce()
            return try condition()
        }
    }
}

extension Screenshot {
    /// True if the rows have only one colour (`0xRRGGBB`).
    fileprivate func isOnly(_ color: UInt32, rows: Range<Int>) -> Bool {
        guard rows.upperBound <= height else { return false }
        let channels = [UInt8(color >> 16), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF)]
        let part = bytes[(rows.lowerBound * width * 3)..<(rows.upperBound * width * 3)]
        return part.indices.allSatisfy { part[$0] == channels[$0 % 3] }
    }
}
