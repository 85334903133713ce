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

    private func parse(_ words: String...) throws -> ParsedOptions? {
        var invocation = CommandSpec.Invocation(Self.spec)
        guard case .run(let options) = try Self.spec.parse(words, &invocation) else { return nil }
        return options
    }

    @Test func optionsStandAnywhere() throws {
        for words in [["--json", "a"], ["a", "--json"], ["-j", "a"], ["a", "-jw"]] {
            var invocation = CommandSpec.Invocation(Self.spec)
            guard case .run(let options) = try Self.spec.parse(["add"] + words, &invocation) else {
                Issue.record("\(words) is not run")
                continue
            }
            #expect(options.flag("json") && options.value("first") == "a")
            #expect(options.flag("wait") == words.contains("-jw"))
        }
    }

    @Test func valuesFollowOptionOrEqualsSign() throws {
        let options = try #require(try parse("add", "a", "--size", "2", "--count=3", "--color", "red", "--color=blue"))
        #expect(options.number("size") == 2)
        #expect(options.integer("count") == 3)
        #expect(options.value("color") == "blue")
        #expect(options.values("color") == ["red", "blue"])
        #expect(try parse("add", "a", "--secret", "-3")?.value("secret") == "-3")
        #expect(try parse("add", "a", "--secret=--json")?.value("secret") == "--json")
    }

    @Test func valueMayBeOptional() throws {
        #expect(try parse("add", "a", "--check")?.flag("check") == true)
        #expect(try parse("add", "a", "--check", "--json")?.value("check") == nil)
        #expect(try parse("add", "a", "--check", "file")?.value("check") == "file")
    }

    @Test func argumentsAreAssignedInOrder() throws {
        let options = try #require(try parse("add", "a", "b", "--", "--json", "-"))
        #expect(options.value("first") == "a")
        #expect(options.values("rest") == ["b", "--json", "-"])
        #expect(!options.flag("json"))
    }

    @Test(arguments: [
        ([], "tool"), (["--help"], "tool"), (["add", "-h"], "tool add"), (["help", "add"], "tool add"),
        (["sheet"], "tool sheet"), (["sheet", "show", "--help"], "tool sheet show"), (["help"], "tool"),
        (["add", "--size", "many", "--help"], "tool add"),
    ])
    func helpIsOfTheNamedCommand(words: [String], path: String) {
        var invocation = CommandSpec.Invocation(Self.spec)
        if words.contains("many") {
            // An error that comes first is reported first.
            #expect(throws: ExitError.self) { try Self.spec.parse(words, &invocation) }
        } else {
            #expect(throws: Never.self) { try #require(try Self.spec.parse(words, &invocation) == .help) }
        }
        #expect(invocation.path == path)
    }

    @Test(arguments: [
        (["ad"], "unknown command \"ad\"; did you mean \"add\"?"),
        (["fly"], "unknown command \"fly\""),
        (["sheet", "shwo"], "unknown command \"shwo\"; did you mean \"show\"?"),
        (["--json"], "unknown option \"--json\" before the command"),
        (["add"], "<first> is missing"),
        (["sheet", "show", "a"], "unexpected argument \"a\""),
        (["add", "a", "--jsonn"], "unknown option \"--jsonn\"; did you mean \"--json\"?"),
        (["add", "a", "-x"], "unknown option \"-x\""),
        (["add", "a", "--json=1"], "--json takes no value"),
        (["add", "a", "--size"], "--size needs a value: --size <px>"),
        (["add", "a", "--size", "--json"], "--size needs a value: --size <px>"),
        (["add", "a", "--size", "5"], "--size is a number from 0.5 to 4, not \"5\""),
        (["add", "a", "--size", "nan"], "--size is a number from 0.5 to 4, not \"nan\""),
        (["add", "a", "--count", "1.5"], "--count is an integer from 0 to 9, not \"1.5\""),
        (["add", "a", "--color", "gren"], "--color is red, green or blue, not \"gren\"; did you mean \"green\"?"),
    ])
    func usageErrorsNameWhatIsExpected(words: [String], reason: String) {
        var invocation = CommandSpec.Invocation(Self.spec)
        let error = #expect(throws: ExitError.self) { try Self.spec.parse(words, &invocation) }
        #expect(error == .usage(reason))
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
