import Foundation
import TestSupport

/// A connection to sway's IPC socket: frames of `i3-ipc`, length, type and payload.
final class SwayIPC {
    static let runCommand: UInt32 = 0
    static let subscribe: UInt32 = 2
    static let getVersion: UInt32 = 7
    static let sendTick: UInt32 = 10

    let client: SocketClient

    init(_ sway: HeadlessSway) throws {
        client = try SocketClient(path: sway.ipcSocket)
    }

    static func frame(_ type: UInt32, _ payload: String = "") -> [UInt8] {
        Array("i3-ipc".utf8) + bytes(UInt32(payload.utf8.count)) + bytes(type) + Array(payload.utf8)
    }

    /// Sends a request and waits for the complete reply.
    func request(_ type: UInt32, _ payload: String = "") throws {
        try client.send(raw: SwayIPC.frame(type, payload))
        var answer = MessageReader(client, .sway)
        try answer.next()
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) }
    }
}

struct SwayVersion: Comparable, CustomStringConvertible {
    let major: Int
    let minor: Int

    init(_ major: Int, _ minor: Int) { (self.major, self.minor) = (major, minor) }

    /// Asks a running sway.
    init(of sway: HeadlessSway) throws {
        let reply = try sway.query("get_version") as? [String: Any]
        self.init(reply?["major"] as? Int ?? 0, reply?["minor"] as? Int ?? 0)
    }

    var description: String { "sway \(major).\(minor)" }

    static func < (first: SwayVersion, second: SwayVersion) -> Bool {
        (first.major, first.minor) < (second.major, second.minor)
    }
}
