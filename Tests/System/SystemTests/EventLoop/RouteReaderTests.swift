import Posix
import TestSupport
import Testing

/// The messages of rtnetlink(7), as the kernel writes them.
@Suite struct RouteReaderTests {
    private static let multi: UInt16 = 2
    private static let done = message(3, flags: multi, [0, 0, 0, 0])

    private static func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value) { Array($0) }
    }

    private static func message(_ kind: UInt16, flags: UInt16 = 0, _ payload: [UInt8]) -> [UInt8] {
        let header = bytes(UInt32(16 + payload.count)) + bytes(kind) + bytes(flags) + [UInt8](repeating: 0, count: 8)
        return header + payload + [UInt8](repeating: 0, count: (4 - payload.count % 4) % 4)
    }

    /// A route with an attribute of five bytes.
    private static func route(
        _ kind: UInt16 = 24, flags: UInt16 = multi, family: UInt8 = 2, length: UInt8 = 0, type: UInt8 = 1,
        state: UInt32 = 0
    ) -> [UInt8] {
        message(kind, flags: flags, [family, length, 0, 0, 254, 3, 0, type] + bytes(state) + [5, 0, 15, 0, 1])
    }

    /// Begins a list of routes, once.
    private func begin(_ reader: inout RouteReader) {
        let results = [reader.beginRequest(), reader.beginRequest()]
        #expect(results == [true, false])
    }

    /// A reader after a list of routes.
    private func reader(_ routes: [UInt8]...) -> RouteReader {
        var reader = RouteReader()
        begin(&reader)
        #expect(!reader.needsRequest)
        for route in routes { reader.receive(route) }
        #expect(reader.hasDefaultRoute == nil)
        reader.receive(Self.done)
        return reader
    }

    @Test func listIsReadToItsEnd() {
        #expect(reader().hasDefaultRoute == false)
        #expect(reader(Self.route(length: 24), Self.route(), Self.route(length: 8)).hasDefaultRoute == true)
        #expect(reader(Self.route(family: 10, length: 64) + Self.route(family: 10)).hasDefaultRoute == true)
        #expect(!reader(Self.route()).needsRequest)
    }

    @Test(
        arguments: [
            route(length: 1), route(type: 7), route(family: 128), route(state: 16), route(state: 1),
            Array(route().dropLast(4)),
        ])
    func routeThatLeadsNowhereIsNoNetwork(route: [UInt8]) { #expect(reader(route).hasDefaultRoute == false) }

    @Test func changeIsAskedForAgain() {
        var reader = reader(Self.route())
        reader.receive(Self.route(flags: 0, length: 24) + Self.route(25, flags: 0, length: 24))
        #expect(!reader.needsRequest)
        reader.receive(Self.route(25, flags: 0))
        #expect(reader.needsRequest && reader.hasDefaultRoute == true)
        // A change that comes during the list is asked for afterwards.
        begin(&reader)
        reader.receive(Self.message(16, [0, 0, 0, 0]) + Self.done)
        #expect(reader.hasDefaultRoute == false)
        begin(&reader)
        reader.receive(Self.route() + Self.done)
        #expect(reader.hasDefaultRoute == true && !reader.needsRequest)
    }

    @Test func listThatIsInterruptedIsNotBelieved() {
        var reader = RouteReader()
        begin(&reader)
        reader.receive(Self.message(3, flags: 0x12, [0, 0, 0, 0]))
        #expect(reader.hasDefaultRoute == nil)
        begin(&reader)
        reader.receive(Self.message(2, [1, 0, 0, 0]))
        #expect(reader.hasDefaultRoute == nil && !reader.needsRequest)
        reader.lost()
        #expect(reader.needsRequest)
    }

    @Test func bytesOfAnyKindAreNoTrap() {
        var random = SplitMix64(seed: 36)
        for _ in 0..<2000 {
            var bytes = Self.route() + Self.done + Self.message(16, []) + Self.route(25)
            for _ in 0..<4 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255) }
            var reader = RouteReader()
            reader.receive(Array(bytes.prefix(.random(in: 0...bytes.count, using: &random))))
        }
    }
}
