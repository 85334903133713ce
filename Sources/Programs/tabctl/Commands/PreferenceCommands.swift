import CommandLineKit
import Posix
import ShellModel
import TabshellIPC

extension CommandSpec {
    static let contrast = preference(
        "contrast", "Set the contrast of the bar and the pages, or print it.",
        .init(
            "contrast", "The contrast; `more` is 7 : 1 for text.", kind: .choice(words(Contrast.self)), isOptional: true
        ),
        change: \.contrast, parse: Contrast.init
    ) { .string($0.contrast.rawValue) }

    static let motion = preference(
        "motion", "Set the motion of the bar and the pages, or print it.",
        .init("motion", "The motion; `reduced` is none.", kind: .choice(words(Reduction.self)), isOptional: true),
        change: \.motion, parse: Reduction.init
    ) { .string(($0.reducesMotion ? Reduction.reduced : .standard).rawValue) }

    static let transparency = preference(
        "transparency", "Set the transparency of materials, or print it.",
        .init(
            "transparency", "The transparency; `reduced` makes materials opaque.", kind: .choice(words(Reduction.self)),
            isOptional: true),
        change: \.transparency, parse: Reduction.init
    ) { .string($0.transparency.rawValue) }

    static let textScale = preference(
        "text-scale", "Scale text and icons of the bar and the pages, or print the factor.",
        .init("factor", "The factor; 1 is the normal size.", kind: .number(Preferences.textScales), isOptional: true),
        change: \.textScale, parse: Double.init
    ) { .number($0.textScale) }

    static let speech = preference(
        "speech", "Turn spoken descriptions of the bar on or off, or print whether they are on.",
        .init(
            "speech", "The speech; `toggle` is for a key.", kind: .choice(["on", "off", "toggle"]), isOptional: true),
        change: \.speech, parse: { $0 == "on" }, toggle: { !$0.speech.isEnabled }
    ) { .string($0.speech.isEnabled ? "on" : "off") }

    /// Declares a command that changes a preference, or prints the value in force.
    ///
    /// - Parameters:
    ///   - parse: parses the argument.
    ///   - toggle: returns the opposite of a look's value, for the argument `toggle`.
    ///   - value: returns the value in force in a look.
    private static func preference<Value: Sendable>(
        _ name: String, _ summary: String, _ argument: Argument,
        change member:
            @autoclosure @escaping @Sendable () -> any WritableKeyPath<PreferencesChange, Value??> & Sendable,
        parse: @escaping @Sendable (String) -> Value?, toggle: (@Sendable (Look) -> Value)? = nil,
        value: @escaping @Sendable (Look) -> JSON
    ) -> CommandSpec {
        daemonCommand(
            name, summary, usage: "[options] [<\(argument.name)> | --default]", arguments: [argument],
            options: [Option("default", "Return to the value of the configuration.")]
        ) { daemon, options in
            let text = options.value(argument.name)
            guard text == nil || !options.flag("default") else {
                throw ExitError.usage("expected either <\(argument.name)> or --default")
            }
            if text != nil || options.flag("default") {
                var change = PreferencesChange()
                let other = text == "toggle" ? try toggle?(daemon.state().look ?? Look()) : nil
                change[keyPath: member()] = .some(other ?? text.flatMap(parse))
                return try daemon.send(.preferences(change))
            }
            let value = value(try daemon.state().look ?? Look())
            let word = if case .string(let word) = value { word } else { value.encodedText }
            let key = String(name.map { $0 == "-" ? "_" : $0 })
            daemon.print(.object([.init(key, value)]), or: word)
        }
    }

    private static func words<Word: RawRepresentable<String> & CaseIterable>(_: Word.Type) -> [String] {
        Word.allCases.map(\.rawValue)
    }
}
