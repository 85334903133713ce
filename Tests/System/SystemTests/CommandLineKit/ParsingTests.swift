import TestSupport
import Testing

@testable import CommandLineKit
@testable import Posix

@Suite struct ParsingTests {
    static let spec = CommandSpec(
        "tool", "A tool.",
        groups: [
            .init(
                "Commands",
                [
                    CommandSpec(
                        "add", "Adds.",
                        arguments: [.init("first", "It."), .init("rest", "Them.", isOptional: true, isRepeated: true)],
                        options: [
                            .init("json", short: "j", "JSON."), .init("wait", short: "w", "Wait."),
                            .init("size", value: "px", "Size.", kind: .number(0.5...4)),
                            .init("count", value: "n", "Count.", kind: .integer(0...9)),
                            .init("color", value: "name", "Color.", kind: .choice(["red", "green", "blue"])),
                            .init("check", value: "file", "Check.", isValueOptional: true),
                            .init("secret", value: "text", "Secret.", isHidden: true),
                        ]),
                    CommandSpec("sheet", "Sheets.", groups: [.init("Commands", [CommandSpec("show", "Shows.")])]),
                ])
        ])

    private static let completed = CommandSpec(
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

    /// The words of `Golden/parsing.txt`, after `tool` to be parsed, and after `complete` to be completed; `''` is an empty word.
    @Test func wordsAreUnderstoodAsReviewed() throws {
        let names = ["first", "rest", "json", "wait", "size", "count", "color", "check", "secret"]
        let (reviewed, played) = try playScript("parsing") { line in
            let words = line.split(separator: " ").map { $0 == "''" ? "" : String($0) }
            if words.first == "complete" {
                return Self.completed.candidateLines(for: Array(words[1...])).split(separator: "\n").map(String.init)
            }
            guard words.first == "tool" else { return [] }
            var invocation = CommandSpec.Invocation(Self.spec)
            do {
                guard case .run(let options) = try Self.spec.parse(Array(words[1...]), &invocation) else {
                    return ["the help of \(invocation.path)"]
                }
                return names.filter { options.flag($0) }.map { "\($0) \(options.values($0))" }
            } catch {
                return ["\(invocation.path): \((error as? ExitError)?.reason ?? "\(error)")"]
            }
        }
        #expect(played == reviewed)
    }

    @Test func valuesAreNumbers() throws {
        var invocation = CommandSpec.Invocation(Self.spec)
        let words = ["add", "a", "--size", "2", "--count=3"]
        guard case .run(let options) = try Self.spec.parse(words, &invocation) else {
            Issue.record("it is not run")
            return
        }
        #expect(options.number("size") == 2 && options.integer("count") == 3)
    }

    @Test func unknownShellIsUsageError() {
        for shell in ["tcsh", nil] {
            #expect(throws: ExitError.self) { try Self.spec.completionScript(for: shell) }
        }
    }

    @Test func helpListsEverythingInEightyColumns() {
        let spec = CommandSpec(
            "tool", "A tool.", discussion: String(repeating: "word ", count: 40),
            arguments: [.init("name", String(repeating: "long ", count: 30), kind: .choice(["one", "two"]))],
            options: [
                .init("a-very-long-option-indeed", value: "value", "Its text."),
                .init("hidden", value: "x", "Not shown.", isHidden: true),
            ])
        let help = spec.help(path: "tool")
        #expect(help.hasPrefix("A tool.\n\nUsage: tool [options] <name>\n\nArguments:\n  <name>"))
        #expect(help.contains("(one, two)"))
        #expect(help.contains("  --a-very-long-option-indeed <value>\n"))
        #expect(help.contains("-h, --help") && help.contains("--version") && !help.contains("hidden"))
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
