import Testing

@testable import CommandLineKit
@testable import Posix

@Suite struct CompletionTests {
    private static let spec = CommandSpec(
        "tool", "A tool.",
        groups: [
            .init(
                "Commands",
                [
                    CommandSpec(
                        "select", "Selects.", arguments: [.init("tab", "It.", kind: .name { ["home", "flash"] })],
                        options: [.init("json", "JSON."), .init("hidden", value: "x", "", isHidden: true)]),
                    CommandSpec(
                        "send", "Sends.",
                        arguments: [
                            .init("mode", "It.", kind: .choice(["fast", "slow"]), isOptional: true, isRepeated: true)
                        ],
                        options: [
                            .init("tab", value: "id", "It.", kind: .name { ["home", "flash"] }),
                            .init("file", value: "file", "It.", kind: .file(extensions: ["csv"])),
                        ]),
                ])
        ])

    private func words(_ words: String...) -> [String]? {
        guard case .words(let candidates) = Self.spec.candidates(for: words) else { return nil }
        return candidates.map(\.text)
    }

    @Test func commandsAreCompleted() {
        #expect(words("") == ["select", "send"])
        #expect(words("sel") == ["select"])
        #expect(words("help", "se") == ["select", "send"])
        #expect(words("fly", "") == [])
    }

    @Test func argumentsAndOptionsAreCompleted() {
        #expect(words("select", "") == ["home", "flash"])
        #expect(words("select", "fl") == ["flash"])
        #expect(words("select", "home", "") == [])
        #expect(words("select", "-") == ["--json", "--version", "--help"])
        #expect(words("select", "--", "-") == [])
        #expect(words("send", "fast", "fast", "s") == ["slow"])
    }

    /// bash splits a word at the equals sign, the other shells do not.
    @Test func valuesOfOptionsAreCompleted() {
        #expect(words("send", "--tab", "") == ["home", "flash"])
        #expect(words("send", "--tab", "=", "fl") == ["flash"])
        #expect(words("send", "--tab", "=") == ["home", "flash"])
        #expect(words("send", "--tab=fl") == ["--tab=flash"])
        #expect(words("send", "--tab", "home", "f") == ["fast"])
        #expect(Self.spec.candidates(for: ["send", "--file", "x"]) == .files(extensions: ["csv"]))
        #expect(Self.spec.candidateLines(for: ["send", "--file", "x"]) == "\tcsv\n")
        #expect(Self.spec.candidateLines(for: ["sel"]) == "select\tSelects.\n")
    }

    @Test func unknownShellIsUsageError() {
        for shell in ["tcsh", nil] {
            #expect(throws: ExitError.self) { try Self.spec.completionScript(for: shell) }
        }
    }
}
