// SPDX-License-Identifier: MIT

import ShellModel
import TabshellIPC
import TestSupport

extension SocketClient {
    /// The daemon's state.
    ///
    /// - Throws: ``SystemError`` if the daemon has hung up.
    package func state() throws -> ShellState {
        try send(line: #"{"id":"state","verb":"state"}"#)
        while let line = try readLine() {
            let message = try JSONParser.parse(Array(line.utf8))
            if message["id"] == .string("state"), let state = message["ok"] { return try ShellState(json: state) }
        }
        throw SystemError("the daemon has hung up")
    }

    /// The tree of the panel and of the page in front.
    ///
    /// - Throws: ``SystemError`` if the daemon has hung up, or has an error.
    package func accessibilityTree() throws -> AccessibilityNode {
        try send(line: #"{"id":"tree","verb":"accessibility"}"#)
        while let line = try readLine() {
            let message = try JSONParser.parse(Array(line.utf8), maximumDepth: 64)
            guard message["id"] == .string("tree") else { continue }
            guard let tree = message["ok"]?["tree"] else { throw SystemError("there is no tree: \(line)") }
            return try AccessibilityNode(JSONObjectReader(tree))
        }
        throw SystemError("the daemon has hung up")
    }
}

extension AccessibilityNode {
    /// The node with all within it, each before its children.
    package var withDescendants: [AccessibilityNode] { [self] + children.flatMap(\.withDescendants) }
}
