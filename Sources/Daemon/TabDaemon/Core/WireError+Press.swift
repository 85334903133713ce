// SPDX-License-Identifier: MIT
import Localization
import ShellModel
import TabshellIPC
import Text

extension WireError {
    init(_ error: AccessibilityPressError, name: String) {
        switch error {
        case .unknown(let known):
            let near = Self.near(name, among: known)
            let names = (near.isEmpty ? Array(known.prefix(12)) : near).map { "\"\($0)\"" }
            let more = known.count > 12 ? ", …" : ""
            let hint =
                near.isEmpty
                ? localized("; available: \(names.joined(separator: ", "))\(more)")
                : localized("; did you mean \(alternatives(names))?")
            self.init(
                .invalidArgument, localized("nothing that can be pressed is named \"\(name)\"\(hint)"),
                data: ["names": .array(known.map { .string($0) })])
        case .ambiguous(let labels, let ids):
            let list = zip(labels, ids).map { "\"\($0)\" (\($1))" }.joined(separator: ", ")
            self.init(
                .invalidArgument, localized("\"\(name)\" is the name of several: \(list)"),
                data: ["ids": .array(ids.map { .string($0) })])
        case .disabled(let label, let reason):
            self.init(
                .notApplicable, localized("\"\(label)\" cannot be pressed now") + (reason.map { ": \($0)" } ?? ""))
        case .notPressable(let label):
            self.init(.notApplicable, localized("\"\(label)\" cannot be pressed: it has no action"))
        }
    }

    /// The names that are spelt like another one, or contain it; at most three.
    private static func near(_ name: String, among known: [String]) -> [String] {
        let spelt = Spelling.near(name, among: known)
        let lower = name.lowercased()
        let first = known.filter { label in
            !Spelling.near(name, among: [String(label.prefix { $0 != "," })]).isEmpty
                || !lower.isEmpty && label.lowercased().parts(separatedBy: lower).count > 1
        }
        return Array((spelt + first.filter { !spelt.contains($0) }).prefix(3))
    }
}
