import FakeCompositor
import Foundation
import TestSupport

/// The panel on the scripted compositor, with a speech server that records.
public final class SpokenSession {
    public let stage: Stage
    public let server: SpeechRecorder
    public let bar: FakeSurface
    /// The number of texts compared so far.
    private var compared = 0

    /// The clients registered as the pages, by tab.
    public private(set) var pages: [String: SocketClient] = [:]

    /// - Parameter configuration: the text of the configuration file, if any.
    public init(configuration: String? = nil) throws {
        var server: SpeechRecorder?
        stage = try Stage(configuration: configuration) { compositor in
            let folder = compositor.folder.appending("speech-dispatcher")
            mkdir(folder, 0o777)
            chmod(folder, 0o777)
            server = try? SpeechRecorder(at: folder + "/speechd.sock")
        }
        guard let server else { throw SystemError("no speech server") }
        self.server = server
        bar = try stage.barAtRest()
        let tabs = try stage.socket.request("tabs", id: 1)["tabs"] as? [[String: Any]] ?? []
        for tab in tabs.compactMap({ $0["id"] as? String }) {
            let client = try SocketClient.waiting(for: stage.compositor.daemonSocket)
            try client.send(["id": 1, "verb": "register", "program": "page:" + tab])
            _ = try client.expect(reply: 1)
            pages[tab] = client
        }
        try stage.socket.request("preferences", id: 1, ["speech": true])
    }

    deinit { server.close() }

    /// Waits for a number of texts, and returns the ones spoken since the last time, with or without the hints.
    public func spoken(_ count: Int, hints: Bool = false) throws -> [String] {
        let texts = try stage.compositor.waitFor("\(count) texts; so far \(server.spoken.dropFirst(compared))") {
            try stage.checkRunning()
            var texts: [String] = []
            for (index, text) in server.spoken.enumerated().dropFirst(compared) {
                if hints || !text.hasPrefix("text: Double") { texts.append(text) }
                if texts.count == count {
                    compared = index + 1
                    return texts
                }
            }
            return nil
        }
        return texts
    }

    public func request(_ verb: String, _ arguments: [String: Any] = [:]) throws {
        try stage.socket.request(verb, id: 2, arguments)
    }
}
