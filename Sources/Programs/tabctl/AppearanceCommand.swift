// SPDX-License-Identifier: MIT
import ArgumentParser
import ShellModel
import TabshellIPC

struct AppearanceCommand: ParsableCommand {
    enum AppearanceArgument: String, CaseIterable, ExpressibleByArgument {
        case light
        case dark
        case toggle
    }

    static let configuration = CommandConfiguration(
        commandName: "appearance", abstract: "Switches between light and dark, or prints which it is.")

    @OptionGroup var conversation: ConnectionOptions
    @Argument(help: "What it is to be.")
    var wish: AppearanceArgument?

    func run() throws {
        let client = try conversation.client()
        let appearance: Appearance
        switch wish {
        case .light: appearance = .light
        case .dark: appearance = .dark
        case .toggle: appearance = try conversation.state(of: client).appearance.value == .light ? .dark : .light
        case nil: return report(try conversation.state(of: client).appearance.value)
        }
        let reply = try conversation.ask(.command(.setAppearance(appearance)), of: client)
        if conversation.printsJSON { Output.write(reply) } else if wish == .toggle { report(appearance) }
    }

    private func report(_ appearance: Appearance) {
        if conversation.printsJSON {
            Output.write(["appearance": .string(appearance.rawValue)])
        } else {
            Output.write(appearance.rawValue)
        }
    }
}
