import ShellModel
import TabshellIPC
import TestSupport

extension SocketClient {
    /// The daemon's state.
    package func state() throws -> ShellState { try ShellState(json: reply(to: "state")) }

    /// The tree of the panel and of the page in front.
    package func accessibilityTree() throws -> AccessibilityNode {
        let reply = try reply(to: "accessibility")
        guard let tree = reply["tree"] else { throw SystemError("there is no tree: \(reply.encodedText)") }
        return try AccessibilityNode(JSONObjectReader(tree))
    }

    private func reply(to verb: String) throws -> JSON {
        try send(line: #"{"id":"\#(verb)","verb":"\#(verb)"}"#)
        while let line = try readLine() {
            let message = try JSONParser.parse(Array(line.utf8), maximumDepth: 64)
            guard message["id"] == .string(verb) else { continue }
            guard let ok = message["ok"] else { throw SystemError("\(verb) was refused: \(line)") }
            return ok
        }
        throw SystemError("the daemon has hung up")
    }
}

extension AccessibilityNode {
    /// The node with all within it, each before its children.
    package var withDescendants: [AccessibilityNode] { [self] + children.flatMap(\.withDescendants) }
}
