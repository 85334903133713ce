// SPDX-License-Identifier: MIT
import EventLoop
import Feedback
import Glibc
import PageKit
import CommandLineKit
import ShellKit
import StressPages
import ShellModel
import TabshellIPC

/// The programs of the three pages: what they can be told, and how they come by their measurements.
public enum StressProgram: String, CaseIterable, Sendable {
    case home
    case flash
    case growth

    /// What it is called.
    var name: String { "tabshell-\(rawValue)" }

    static let options: [OptionParser.Option] = [
        .init("mock", "Show made-up measurements, the same ones always, and leave the user's alone."),
        .init(
            "data", value: "file",
            "The measurements' database. Without it, tabshell/stress.db in $XDG_DATA_HOME, else"
                + " in ~/.local/share."),
    ]

    static let menuOptions: [OptionParser.Option] = [
        .init(
            "exercise", value: "text",
            "A breathing exercise of your own, in-out, in-hold-out or in-hold-out-hold in"
                + " seconds: \"Calm: 4-6\", \"Sleep: 4-7-8 x4\" for four rounds. As often as you like."),
        .init("quick", value: "name", "A quick action in place of the usual ones. As often as you like."),
        .init("note", value: "text", "What a note may say, in place of the usual ones. As often as you like."),
        .init("haptics", "Pulse the device's motor as each phase of an exercise begins."),
        .init("voice", "Speak each phase of an exercise, through speech-dispatcher."),
    ]

    /// The program of the page that this process was called as; it never returns.
    public static func main() -> Never {
        do throws(ExitError) {
            switch try PagesCommandLine(CommandLine.arguments) {
            case .run(let program, let arguments): program.main(arguments)
            case .printHelp: print(PagesCommandLine.help)
            case .printVersion: print(tabshellVersion)
            }
            exit(ExitStatus.done.rawValue)
        } catch {
            StandardError.write("\(PagesCommandLine.name): \(error.reason)")
            exit(error.status.rawValue)
        }
    }

    private func main(_ arguments: [String]) -> Never {
        switch self {
        case .home: main(arguments, showing: "the current stress level") { HomePage($0) }
        case .flash: flash(arguments)
        case .growth: main(arguments, showing: "trends and history") { GrowthPage($0) }
        }
    }

    /// The program of a page that only shows measurements.
    ///
    /// - Parameter subject: what the page shows, for the help.
    private func main(
        _ arguments: [String], showing subject: String, makePage: @escaping (any StressSource) -> any StressPage
    ) -> Never {
        OptionParser(
            program: name, abstract: "The page of the tab \(rawValue): \(subject).",
            options: Self.options + ShellOptions.syntax
        ).main(arguments) { (values) throws(ExitError) in
            try run(values) { source, _ in makePage(source) }
        }
    }

    /// The program of the page of exercises.
    private func flash(_ arguments: [String]) -> Never {
        OptionParser(
            program: name, abstract: "The page of the tab flash: quick actions, exercises and notes.",
            options: Self.menuOptions + Self.options + ShellOptions.syntax
        ).main(arguments) { (values) throws(ExitError) in
            let menu = try Self.menu(values)
            var voice: ExerciseVoice?
            try run(values) { source, loop in
                let page = FlashPage(source, menu: menu)
                voice = Self.makeVoice(values, loop)
                page.observer = voice
                return page
            }
            withExtendedLifetime(voice) {}
        }
    }

    /// What the Flash page offers.
    ///
    /// - Throws: ``ExitError`` with the status of a usage error for an exercise that is none.
    static func menu(_ values: ParsedOptions) throws(ExitError) -> FlashMenu {
        var menu = FlashMenu()
        for text in values.texts("exercise") {
            do throws(ExerciseError) {
                menu.exercises.append(try Exercise(text: text))
            } catch {
                throw ExitError(status: .usage, reason: "--exercise \(error)")
            }
        }
        let actions = values.texts("quick").filter { !$0.isEmpty }
        if !actions.isEmpty { menu.actions = actions.map { QuickAction($0) } }
        let notes = values.texts("note").filter { !$0.isEmpty }
        if !notes.isEmpty { menu.notes = notes }
        return menu
    }

    private static func makeVoice(_ values: ParsedOptions, _ loop: EventLoop) -> ExerciseVoice? {
        let (pulses, speaks) = (values.flag("haptics"), values.flag("voice"))
        guard pulses || speaks else { return nil }
        return ExerciseVoice(
            motor: pulses ? ForceFeedbackDevice() : nil,
            speaker: speaks ? SpeechDispatcherClient(address: SpeechAddress(environment: variable), loop: loop) : nil)
    }

    private func run(
        _ values: ParsedOptions, makePage: (any StressSource, EventLoop) -> any StressPage
    ) throws(ExitError) {
        let options = try ShellOptions(values)
        var own: (source: StoreSource, page: any StressPage)?
        let program = try PageProgram(tab: TabID(rawValue: rawValue), options: options) { loop in
            if values.flag("mock") { return makePage(MockData.source(), loop) }
            let source = StoreSource(path: values.text("data"), loop: loop, environment: Self.variable)
            let page = makePage(source, loop)
            own = (source, page)
            return page
        }
        own?.source.onChange = { [unowned program, page = own?.page] in
            page?.measurementsChanged()
            program.pageChanged()
        }
        try program.run()
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
