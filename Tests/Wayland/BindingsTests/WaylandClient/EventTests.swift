import Glibc
import Testing

@testable import WaylandProtocols
@testable import WaylandClient

@Suite struct EventTests {
    let server: FakeServer

    init() throws {
        server = try FakeServer()
    }

    @Test func descriptorIsClosedWithItsLastReference() throws {
        let keyboard = try server.bind(WlSeat.self, version: 5).getKeyboard()
        var keymap: ReceivedFileDescriptor?
        keyboard.onEvent = { event in
            guard case .keymap(format: .xkbV1, let fd, size: 3) = event else { return }
            keymap = fd
        }
        let pipe = try Pipe()
        try server.send(keyboard.id, 0, [1, 3], descriptor: pipe.writeEnd)
        pipe.closeWriteEnd()
        #expect(!pipe.isAtEnd())
        var byte: UInt8 = 9
        #expect(write(try #require(keymap).rawValue, &byte, 1) == 1)
        keymap = nil
        #expect(pipe.isAtEnd())
    }

    @Test func takenDescriptorStaysOpen() throws {
        let pipe = try Pipe()
        var received: ReceivedFileDescriptor? = ReceivedFileDescriptor(dup(pipe.writeEnd))
        let taken = try #require(received?.take())
        #expect(received?.rawValue == -1)
        received = nil
        pipe.closeWriteEnd()
        #expect(!pipe.isAtEnd())
        close(taken)
        #expect(pipe.isAtEnd())
    }

    @Test func unhandledDescriptorIsClosed() throws {
        let keyboard = try server.bind(WlSeat.self, version: 5).getKeyboard()
        let pipe = try Pipe()
        try server.send(keyboard.id, 0, [1, 3], descriptor: pipe.writeEnd)
        pipe.closeWriteEnd()
        #expect(pipe.isAtEnd())
    }

    @Test func destroyedObjectArrivesAsNil() throws {
        let surface = try server.bind(WlCompositor.self, version: 4).createSurface()
        let pointer = try server.bind(WlSeat.self, version: 5).getPointer()
        var entered: [(WlSurface?, Double, Double)] = []
        pointer.onEvent = { if case .enter(_, let surface, let x, let y) = $0 { entered.append((surface, x, y)) } }
        let place: [UInt32] = [640, UInt32(bitPattern: -1)]
        try server.send(pointer.id, 0, [1, surface.id] + place)
        surface.destroy()
        try server.send(pointer.id, 0, [2, surface.id] + place)
        #expect(entered.count == 2)
        #expect(entered.first?.0 === surface)
        #expect(entered.last?.0 == nil)
        #expect(entered.last?.1 == 2.5)
        #expect(entered.last?.2 == -0.00390625)
    }

    @Test func arraysAndUnknownEnumValuesAreDecoded() throws {
        let keyboard = try server.bind(WlSeat.self, version: 5).getKeyboard()
        var keys: [UInt8] = []
        var states: [WlKeyboard.KeyState] = []
        keyboard.onEvent = { event in
            switch event {
            case .enter(_, _, let pressed): keys = pressed
            case .key(_, _, _, let state): states.append(state)
            default: break
            }
        }
        let surface = try server.bind(WlCompositor.self, version: 4).createSurface()
        try server.send(keyboard.id, 1, [1, surface.id, 8, 30, 48])
        try server.send(keyboard.id, 3, [1, 0, 30, 77])
        #expect(keys == [30, 0, 0, 0, 48, 0, 0, 0])
        #expect(states == [WlKeyboard.KeyState(rawValue: 77)])
    }
}

/// A pipe whose read end can tell if any write end is open.
final class Pipe {
    private let readEnd: Int32
    private(set) var writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        (readEnd, writeEnd) = (ends[0], ends[1])
        _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(readEnd)
        closeWriteEnd()
    }

    func closeWriteEnd() {
        if writeEnd >= 0 { close(writeEnd) }
        writeEnd = -1
    }

    /// True once no write end is open; written data is discarded.
    func isAtEnd() -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = read(readEnd, &byte, 1)
            if count <= 0 { return count == 0 }
        }
    }
}
