// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// The files under `protocol/ipc`, which are the contract.
enum ProtocolFolder {
    struct Frame: CustomTestStringConvertible, Sendable {
        let name: String
        /// The file's content, with the line feed where it has one.
        let bytes: [UInt8]
        let path: String

        var line: [UInt8] { bytes.last == 0x0A ? bytes.dropLast() : bytes }
        var testDescription: String { name }
    }

    struct Malformed: CustomTestStringConvertible, Sendable {
        let frame: Frame
        /// The code of the refusal.
        let code: String
        /// A part of the refusal's message.
        let fragment: String

        /// Whether the line is a request, which only a daemon refuses, since it knows its tabs, looks and scenes.
        var isOnlyTheDaemons: Bool {
            ["unknown_tab", "unknown_action", "unknown_look", "unknown_scene", "not_applicable"].contains(code)
        }

        var testDescription: String { frame.name }
    }

    static let path = Repository.file("protocol/ipc").path

    static func text(_ name: String) throws -> String {
        String(decoding: try read("\(path)/\(name)"), as: UTF8.self)
    }

    static func frames(_ folder: String) throws -> [Frame] {
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/frames/\(folder)").sorted()
        return try names.filter { !$0.hasSuffix(".expected") }.map { name in
            let file = "\(path)/frames/\(folder)/\(name)"
            return Frame(name: String(name.prefix { $0 != "." }), bytes: try read(file), path: file)
        }
    }

    static func malformed() throws -> [Malformed] {
        try frames("malformed").map { frame in
            let lines = try text("frames/malformed/\(frame.name).expected").split(separator: "\n")
            return Malformed(frame: frame, code: String(lines[0]), fragment: String(lines[1]))
        }
    }

    private static func read(_ file: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    }
}
