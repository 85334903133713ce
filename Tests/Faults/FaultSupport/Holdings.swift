// SPDX-License-Identifier: MIT
import Foundation
import TestSupport

/// The descriptors and children that a process has.
public struct Holdings: Equatable, CustomStringConvertible {
    /// The number of descriptors by the kind of file.
    public private(set) var descriptors: [String: Int] = [:]
    /// The number of children by name; a child that has ended and was not collected is one, too.
    public private(set) var children: [String: Int] = [:]

    /// Those of a process that runs; none of one that has ended.
    ///
    /// - Parameter ignored: kinds of files that do not count.
    public init(of process: ChildProcess?, ignoring ignored: Set<String> = []) {
        guard let process, process.isRunning else { return }
        let facts = ProcessFacts(pid: process.pid)
        for target in ((try? facts.descriptorTargets) ?? [:]).values {
            // "socket:[123]", "anon_inode:[eventfd]", "/memfd:name (deleted)", "/a/file".
            let name = target.split(separator: "/").last.map(String.init) ?? target
            let kind = target.hasPrefix("anon_inode:") ? target : String(name.prefix { $0 != ":" })
            if !ignored.contains(kind) { descriptors[kind, default: 0] += 1 }
        }
        for child in facts.children { children[child.name ?? "?", default: 0] += 1 }
    }

    /// True if there is nothing that the other holdings lack. What could not be opened is missing.
    public func isWithin(_ other: Holdings) -> Bool {
        descriptors.allSatisfy { $0.value <= other.descriptors[$0.key, default: 0] }
            && children.allSatisfy { $0.value <= other.children[$0.key, default: 0] }
    }

    public var description: String {
        let texts = descriptors.map { "\($0.key): \($0.value)" } + children.map { "child \($0.key): \($0.value)" }
        return texts.sorted().joined(separator: ", ")
    }
}
