import Foundation
import TestSupport

/// The descriptors and children that a process has.
public struct Holdings: Equatable, CustomStringConvertible {
    /// The number of descriptors by the kind of file.
    public private(set) var descriptors: [String: Int] = [:]
    /// The number of children by name; an uncollected child counts.
    public private(set) var children: [String: Int] = [:]

    /// The holdings of a running process without the ignored kinds of files; none of one that has ended.
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

    /// True if the other holdings have all of these. Failed openings are missing.
    public func isWithin(_ other: Holdings) -> Bool {
        descriptors.allSatisfy { $0.value <= other.descriptors[$0.key, default: 0] }
            && children.allSatisfy { $0.value <= other.children[$0.key, default: 0] }
    }

    public var description: String {
        let texts = descriptors.map { "\($0.key): \($0.value)" } + children.map { "child \($0.key): \($0.value)" }
        return texts.sorted().joined(separator: ", ")
    }
}
