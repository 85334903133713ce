// SPDX-License-Identifier: MIT
import EventLoop
import Feedback
import Glibc
import PageKit
import ProgramKit
import ShellKit
public import StressPages
import TabModel

/// The programs of the three pages: what they can be told, and how they come by their measurements.
public enum StressProgram {
    static let options: [CommandSyntax.Option] = [
        .init("mock", "Show made-up measurements, the same ones always, and leave the user's alone."),
        .init(
            "data", value: "file",
            "The measurements' database. Without it, tabshell/stress.db in $XDG_DATA_HOME, else"
                + " in ~/.local/share."),
    ]

    static let menuOptions: [CommandSyntax.Option] = [
        .init(
            "exercise", value: "text",
            "A breathing exercise of your own, in-out, in-hold-out or in-hold-out-hold in"
                + " seconds: \"Calm: 4-6\", \"Sleep: 4-7-8 x4\" for four rounds. As often as you like."),
        .init("quick", value: "name", "A quick action in place of the usual ones. As often as you like."),
        .init("note", value: "text", "What a note may say, in place of the usual ones. As often as you like."),
        .init("haptics", "Pulse the device's motor as each phase of an exercise begins."),
        .init("voice", "Speak each phase of an exercise, through speech-dispatcher."),
    ]

    /// The program of a page that only shows measurements; it never returns.
    ///
    /// - Parameter subject: what the page shows, for the help.
    public static func main(
        _ tab: String, showing subject: String, makePage: @escaping (any StressSource) -> any StressPage
    ) -> Never {
        CommandSyntax(
            program: "tabshell-\(tab)", abstract: "The page of the tab \(tab): \(subject).",
            options: options + ShellOptions.syntax
        ).main { (values) throws(ProgramFailure) in
            try run(tab, values) { source, _ in makePage(source) }
        }
    }

    /// The program of the page of exercises; it never returns.
    public static func flash() -> Never {
        CommandSyntax(
            program: "tabshell-flash", abstract: "The page of the tab flash: quick actions, exercises and notes.",
            options: menuOptions + options + ShellOptions.syntax
        ).main { (values) throws(ProgramFailure) in
            let menu = try menu(values)
            var voice: ExerciseVoice?
            try run("flash", values) { source, loop in
                let page = FlashPage(source, menu: menu)
                voice = makeVoice(values, loop)
                page.cues = voice
                return page
            }
            withExtendedLifetime(voice) {}
        }
    }

    /// What the Flash page offers.
    ///
    /// - Throws: ``ProgramFailure`` with the status of a usage error for an exercise that is none.
    static func menu(_ values: CommandValues) throws(ProgramFailure) -> FlashMenu {
        var menu = FlashMenu()
        for text in values.texts("exercise") {
            do throws(ExerciseError) {
                menu.exercises.append(try Exercise(text: text))
            } catch {
                throw ProgramFailure(status: .usage, reason: "--exercise \(error)")
            }
        }
        let actions = values.texts("quick").filter { !$0.isEmpty }
        if !actions.isEmpty { menu.actions = actions.map { QuickAction($0) } }
        let notes = values.texts("note").filter { !$0.isEmpty }
        if !notes.isEmpty { menu.notes = notes }
        return menu
    }

    private static func makeVoice(_ values: CommandValues, _ loop: EventLoop) -> ExerciseVoice? {
        let (pulses, speaks) = (values.flag("haptics"), values.flag("voice"))
        guard pulses || speaks else { return nil }
        return ExerciseVoice(
            motor: pulses ? Motor() : nil,
            speaker: speaks ? Speaker(address: SpeechAddress(environment: variable), loop: loop) : nil)
    }

    private static func run(
        _ tab: String, _ values: CommandValues, makePage: (any StressSource, EventLoop) -> any StressPage
    ) throws(ProgramFailure) {
        let options = try ShellOptions(values)
        var own: (source: StoreSource, page: any StressPage)?
        let program = try PageProgram(tab: TabID(rawValue: tab), options: options) { loop in
            if values.flag("mock") { return makePage(MockData.source(), loop) }
            let source = StoreSource(path: values.text("data"), loop: loop, environment: variable)
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
