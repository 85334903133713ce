// SPDX-License-Identifier: MIT
import ArgumentParser
import TabshellIPC

struct LookCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "look", abstract: "Puts another look in force, or prints which one it is.")

    @OptionGroup var conversation: ConnectionOptions
    @Argument(help: "The look's name, as `tabctl looks` lists it.", completion: TabNameCompletion.looks)
    var name: String?

    func run() throws {
        if let name {
            let reply = try conversation.ask(.look(name))
            if conversation.printsJSON { Output.write(reply) }
        } else {
            let look = try conversation.ask(.looks).text("look")
            if conversation.printsJSON { Output.write(["look": .string(look)]) } else { Output.write(look) }
        }
    }
}

struct LooksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "looks", abstract: "Lists the looks; a star marks the one in force.")

    @OptionGroup var conversation: ConnectionOptions

    func run() throws {
        let reply = try conversation.ask(.looks)
        if conversation.printsJSON { return Output.write(reply) }
        let current = try reply.text("look")
        for look in try reply.elements("looks") {
            guard case .string(let name) = look else { continue }
            Output.write("\(name == current ? "*" : " ") \(name)")
        }
    }
}
