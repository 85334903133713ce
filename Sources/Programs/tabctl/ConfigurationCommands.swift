// SPDX-License-Identifier: MIT
import ArgumentParser
import TabshellIPC

struct ReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Has the daemon read its configuration anew, and prints what is wrong with it."
    )

    @OptionGroup var conversation: ConnectionOptions

    func run() throws {
        let reply = try conversation.ask(.reload)
        if conversation.printsJSON { return Output.write(reply) }
        Output.write(reply["changed"] == true ? "the new configuration is in force" : "nothing has changed")
    }
}

struct SceneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scene", abstract: "Puts the shell into a state that has a name in the configuration.")

    @OptionGroup var conversation: ConnectionOptions
    @Argument(help: "The scene's name.", completion: TabNameCompletion.scenes)
    var name: String

    func run() throws {
        conversation.report(try conversation.ask(.scene(name)))
    }
}
