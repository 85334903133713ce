// SPDX-License-Identifier: MIT

import TestSupport

/// One thing that a compositor, a person or a client of the daemon does. Numbers choose among what exists when it is played.
enum CompositorStep: Equatable, Sendable {
    /// A place on a surface: the number of the surface, and shares of its width and height.
    struct Place: Equatable, Sendable {
        let surface: Int
        let x, y: Double
    }

    enum Touch: Equatable, Sendable {
        case down(Place), move(Place), up, cancel
    }

    enum Pointer: Equatable, Sendable {
        case enter(Place), move(Place), button(isPressed: Bool), wheel(Double), leave
    }

    enum Key: Equatable, Sendable {
        case enter(surface: Int), key(UInt32, isPressed: Bool), leave
    }

    enum Drag: Equatable, Sendable {
        case enter(Place), move(Place), drop, leave
    }

    enum Output: Equatable, Sendable {
        case add(width: Int), remove(Int, closesSurfaces: Bool), scale(Int, Int)
    }

    enum Window: Equatable, Sendable {
        case open, change(Int, states: [UInt32]), close(Int)
    }

    case touch(Int32, Touch)
    case pointer(Pointer)
    case key(Key)
    case drag(Drag)
    case output(Output)
    case window(Window)
    case configure(surface: Int, width: Int, height: Int)
    case prefer(surface: Int, scale: UInt32)
    case close(surface: Int)
    /// The seat's capabilities.
    case capabilities(UInt32)
    /// A request to the daemon: a verb with one argument.
    case request(String, [String: String])
    /// A configuration of the bar, which replaces the one before.
    case configuration(String)
    /// Waits until the programs have handled all events; without it, steps arrive together.
    case settle

    /// Steps that are the same for a seed.
    static func steps(_ count: Int, seed: UInt64) -> [CompositorStep] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in CompositorStep(using: &random) }
    }

    private init(using random: inout SplitMix64) {
        func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
        func flag() -> Bool { Bool.random(using: &random) }
        /// Mostly on the bar's tabs or near the middle, at times outside.
        func place() -> Place {
            Place(
                surface: number(0..<8), x: [0.2, 0.5, 0.8, 0.01, 0.99, random.unit(), -0.5][number(0..<7)],
                y: [0.5, 0.5, 0.5, 0.01, 0.99, random.unit(), 1.5][number(0..<7)])
        }
        switch number(0..<100) {
        case 0..<25:
            let touches: [Touch] = [.down(place()), .down(place()), .move(place()), .move(place()), .up, .up, .cancel]
            self = .touch(Int32(number(0..<3)), touches[number(0..<7)])
        case 25..<37:
            let pointers: [Pointer] = [
                .enter(place()), .enter(place()), .move(place()), .button(isPressed: flag()),
                .button(isPressed: flag()), .wheel(Double(number(-50..<50))), .leave,
            ]
            self = .pointer(pointers[number(0..<7)])
        case 37..<43:
            let keys: [Key] = [
                .enter(surface: number(0..<8)), .key([1, 15, 28, 30, 57, 105, 106][number(0..<7)], isPressed: flag()),
                .leave,
            ]
            self = .key(keys[number(0..<3)])
        case 43..<50:
            let drags: [Drag] = [.enter(place()), .enter(place()), .move(place()), .drop, .leave]
            self = .drag(drags[number(0..<5)])
        case 50..<58:
            let outputs: [Output] = [
                .add(width: number(100..<900)), .remove(number(0..<3), closesSurfaces: flag()),
                .scale(number(0..<3), number(1..<4)),
            ]
            self = .output(outputs[number(0..<3)])
        case 58..<62:
            let states: [[UInt32]] = [[], [0], [1], [2], [2, 3]]
            let windows: [Window] = [
                .open, .change(number(0..<3), states: states[number(0..<5)]), .close(number(0..<3)),
            ]
            self = .window(windows[number(0..<3)])
        case 62..<67:
            let lengths = [0, 1, 7, 152, 333, 428, 926, 1_201]
            self = .configure(surface: number(0..<8), width: lengths[number(0..<8)], height: lengths[number(0..<8)])
        case 67..<69: self = .prefer(surface: number(0..<8), scale: [90, 120, 150, 181, 240][number(0..<5)])
        case 69..<71: self = .close(surface: number(0..<8))
        case 71..<73: self = .capabilities(UInt32(number(0..<8)))
        case 73..<85:
            let tab = ["home", "flash", "growth"][number(0..<3)]
            let requests: [(String, [String: String])] = [
                ("select", ["tab": tab]), ("select", ["tab": tab]), ("next", [:]), ("previous", [:]),
                ("menu", ["tab": tab]), ("badge", ["tab": tab, "badge": "\(number(0..<99))"]), ("open", ["tab": tab]),
                ("look", ["look": ["stress-monitor", "swift-kit"][number(0..<2)]]),
                ("appearance", ["appearance": ["light", "dark"][number(0..<2)]]),
            ]
            let (verb, arguments) = requests[number(0..<requests.count)]
            self = .request(verb, arguments)
        case 85..<88:
            self = .configuration(
                "bar.hide = \"\(["never", "always"][number(0..<2)])\"\n"
                    + "bar.position = \"\(["bottom", "top", "left"][number(0..<3)])\"\n")
        default: self = .settle
        }
    }
}
