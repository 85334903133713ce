import CommandLineKit
import Feedback
import Localization
import PageKit
import Posix
import ScreenClient
import ShellModel

/// The programs of the three pages. They are one executable under several names, because three of them would hold the
/// same code in memory three times.
public enum StressProgram: String, CaseIterable, Sendable {
    case home
    case flash
    case growth

    /// Runs the program with this process's name, a page or the tool; never returns.
    public static func main() -> Never {
        CommandSpec.main(named: [
            "tabshell-stress": { .stress }, "tabshell-home": { home.command }, "tabshell-flash": { flash.command },
            "tabshell-growth": { growth.command },
        ])
    }

    var name: String { "tabshell-\(rawValue)" }

    private static let storeOptions: [CommandSpec.Option] = [
        .init(
            "mock",
            "Show sample data, the same always, and leave the user's measurements alone. TABSHELL_MOCK=1 does the same."
        ),
        .init(
            "data", value: "file",
            "The database of the measurements; by default tabshell/stress.db in $XDG_DATA_HOME, or in ~/.local/share.",
            kind: .file(extensions: ["db"])),
    ]

    private static let menuOptions: [CommandSpec.Option] = [
        .init(
            "exercise", value: "text",
            """
            Add a breathing exercise, in-out, in-hold-out or in-hold-out-hold in seconds: "Calm: 4-6", or \
            "Sleep: 4-7-8 x4" for four rounds. Can be repeated.
            """),
        .init("quick", value: "name", "A quick action, instead of the default ones. Can be repeated."),
        .init("note", value: "text", "A text for notes, instead of the default ones. Can be repeated."),
        .init("haptics", "Pulse the device's motor at the beginning of each phase of an exercise."),
        .init("voice", "Speak each phase of an exercise also while `tabctl speech` is off, through speech-dispatcher."),
    ]

    var command: CommandSpec {
        let (subject, options) =
            switch self {
            case .home: ("the current stress level", Self.storeOptions)
            case .flash: ("quick actions, exercises and notes", Self.menuOptions + Self.storeOptions)
            case .growth: ("trends and history", Self.storeOptions)
            }
        return CommandSpec(
            name, "The page of the tab \(rawValue): \(subject).", options: options + ShellOptions.syntax
        ) { values in try run(values) }
        .documented(
            statuses: ShellOptions.statuses,
            environment: ShellOptions.environment + [
                .init("TABSHELL_MOCK", "1 has the effect of `--mock`."),
                .init("XDG_DATA_HOME", "The folder of `tabshell/stress.db`, `~/.local/share` by default."),
            ],
            files: [.init("~/.local/share/tabshell/stress.db", "The measurements.")],
            seeAlso: ["tabshelld(1)", "tabshell-stress(1)"])
    }

    private func run(_ values: ParsedOptions) throws(ExitError) {
        Localization.activate()
        let menu = try Self.menu(values)
        let isMocked = values.flag("mock") || environmentVariable("TABSHELL_MOCK") == "1"
        let sample = isMocked ? StoreSource(showing: { MockData.batch() }, now: MockData.now) : nil
        var voice: ExerciseVoice?
        var live: (source: StoreSource, page: any StressPage)?
        let program = try PageProgram(tab: TabID(rawValue: rawValue), options: ShellOptions(values)) { loop in
            let source =
                sample ?? StoreSource(path: values.value("data"), loop: loop, environment: environmentVariable)
            let page: any StressPage
            switch self {
            case .home: page = HomePage(source)
            case .growth: page = GrowthPage(source)
            case .flash:
                let flash = FlashPage(source, menu: menu)
                voice = ExerciseVoice(
                    pulses: values.flag("haptics"),
                    speaker: values.flag("voice") ? SpeechDispatcherClient(loop: loop) : nil)
                flash.observer = voice
                page = flash
            }
            live = (source, page)
            return page
        }
        live?.source.onChange = { [weak program, page = live?.page] in
            page?.measurementsChanged()
            program?.pageChanged()
        }
        live?.source.onRead = { [weak program] in program?.scheduleTask() }
        program.onTermination = { [source = live?.source] completion in
            if let source { source.flush(completion) } else { completion() }
        }
        voice?.request = { [weak program] in program?.request($0) }
        program.onUpdate = { [voice] in voice?.isShellSpeaking = $0.look?.speech.isEnabled == true }
        try program.run()
        withExtendedLifetime((voice, live)) {}
    }

    static func menu(_ values: ParsedOptions) throws(ExitError) -> FlashMenu {
        var menu = FlashMenu()
        for text in values.values("exercise") {
            do throws(ExerciseError) {
                menu.exercises.append(try Exercise(text: text))
            } catch {
                throw .usage("--exercise \(error)")
            }
        }
        let actions = values.values("quick").filter { !$0.isEmpty }
        if !actions.isEmpty { menu.actions = actions }
        let notes = values.values("note").filter { !$0.isEmpty }
        if !notes.isEmpty { menu.notes = notes }
        return menu
    }
}
