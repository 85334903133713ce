/// A command, declared as data: a whole program or one of its subcommands. Parsing, help, usage errors, the shells'
/// completions and the manual page all come from this one table.
///
/// Our own because swift-argument-parser keeps 3 MB resident in each process and links Foundation.
public struct CommandSpec: Sendable {
    public typealias Action = @Sendable (ParsedOptions) throws -> Void

    public var name: String
    /// One sentence.
    public var abstract: String
    /// The usage line after the command's name, if the declared arguments describe it badly.
    public var usage: String?
    private let makeDiscussion: @Sendable () -> String
    private let makeArguments: @Sendable () -> [Argument]
    private let makeOptions: @Sendable () -> [Option]
    /// Subcommands under headings; a command has either subcommands or arguments.
    public var groups: [Group]
    var notes = Notes()
    public var action: Action?
    /// The likely command line for an unknown word, for the error.
    public var suggestion: (@Sendable (_ word: String) -> String?)?
    /// Carries out a command line in another way than by the declared commands, or returns the one to carry out.
    public var relay: (@Sendable (_ arguments: [String]) throws -> [String])?

    /// Declares a command with an action. Its options, arguments and help are made when they are needed, so that a program
    /// with many commands starts fast.
    ///
    /// - Parameter discussion: paragraphs at the end of the help.
    /// - Parameter action: runs the command; nil for a program that passes it to ``main(_:action:)``. An ``ExitError``
    ///   it throws sets the exit status; any other error ends the program with ``ExitStatus/refused``.
    public init(
        _ name: String, _ abstract: String, discussion: @autoclosure @escaping @Sendable () -> String = "",
        usage: String? = nil, arguments: @autoclosure @escaping @Sendable () -> [Argument] = [],
        options: @autoclosure @escaping @Sendable () -> [Option] = [], groups: [Group] = [], action: Action? = nil
    ) {
        (self.name, self.abstract, self.usage, self.groups, self.action) = (name, abstract, usage, groups, action)
        (makeDiscussion, makeArguments, makeOptions) = (discussion, arguments, options)
    }

    /// Declares a command that only has subcommands, under one heading.
    public init(
        _ name: String, _ abstract: String, discussion: @autoclosure @escaping @Sendable () -> String = "",
        commands: [CommandSpec]
    ) {
        self.init(name, abstract, discussion: discussion(), groups: [Group("Commands", commands)])
    }

    /// Subcommands under one heading of the help.
    public struct Group: Sendable {
        public var title: String
        public var commands: [CommandSpec]

        public init(_ title: String, _ commands: [CommandSpec]) {
            (self.title, self.commands) = (title, commands)
        }
    }

    /// The kind of a value. The parser checks it, and the shells complete it.
    public enum ValueKind: Sendable {
        case text
        case number(ClosedRange<Double>)
        case integer(ClosedRange<Int>)
        case choice([String])
        /// A file's path; the shells offer files with these extensions, or all.
        case file(extensions: [String] = [])
        /// Any text; the shells offer these candidates.
        case name(candidates: @Sendable () -> [String])
    }

    /// A positional argument.
    public struct Argument: Sendable {
        public var name: String
        public var kind: ValueKind
        public var isOptional: Bool
        /// True if it takes all remaining arguments.
        public var isRepeated: Bool
        public var help: String

        public init(
            _ name: String, _ help: String, kind: ValueKind = .text, isOptional: Bool = false, isRepeated: Bool = false
        ) {
            (self.name, self.help, self.kind) = (name, help, kind)
            (self.isOptional, self.isRepeated) = (isOptional, isRepeated)
        }
    }

    /// An option, or a flag, without a value.
    public struct Option: Sendable {
        /// Without the two dashes.
        public var name: String
        public var short: Character?
        /// The placeholder of its value in the help; nil for a flag.
        public var value: String?
        public var kind: ValueKind = .text
        /// True if the option may also stand without a value.
        public var isValueOptional = false
        /// True if no help lists it.
        public var isHidden = false
        public var help: String

        /// Declares a flag.
        public init(_ name: String, short: Character? = nil, _ help: String, isHidden: Bool = false) {
            (self.name, self.short, self.help, self.isHidden) = (name, short, help, isHidden)
        }

        /// Declares an option with a value.
        public init(
            _ name: String, value: String, _ help: String, kind: ValueKind = .text, isValueOptional: Bool = false,
            isHidden: Bool = false
        ) {
            (self.name, self.value, self.help, self.kind) = (name, value, help, kind)
            (self.isValueOptional, self.isHidden) = (isValueOptional, isHidden)
        }
    }

    static let commonOptions = [
        Option("version", "Show the version."), Option("help", short: "h", "Show this help."),
    ]

    /// Paragraphs at the end of the help.
    var discussion: String { makeDiscussion() }
    var arguments: [Argument] { makeArguments() }
    var options: [Option] { makeOptions() }
    var allOptions: [Option] { options + Self.commonOptions }
    var subcommands: [CommandSpec] { groups.flatMap(\.commands) }

    func subcommand(_ name: String) -> CommandSpec? {
        subcommands.first { $0.name == name }
    }

    func option(_ name: String) -> Option? {
        allOptions.first { "--\($0.name)" == name || $0.short.map { "-\($0)" } == name }
    }
}
