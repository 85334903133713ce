// SPDX-License-Identifier: MIT

import ShellModel
import Testing

@testable import TabshellIPC

@Suite struct RequestMethodTests {
    @Test func namesAreUnique() {
        #expect(Set(Request.methods.map(\.name)).count == Request.methods.count)
        #expect(Request.methods.allSatisfy { $0.summary.hasSuffix(".") })
    }

    @Test(arguments: try ProtocolFolder.requests())
    func exactlyOneMethodDeclaresEachRequest(frame: ProtocolFolder.Frame) throws {
        let request = try RequestMessage(line: frame.line).request
        let names = Request.methods.filter { $0.arguments(request) != nil }.map(\.name)
        #expect(names == [verb(of: request)])
    }

    /// The verb of a request. The switch has no default, so that the compiler asks for a new case here; the golden
    /// frames then require its declaration in `Request.methods`.
    private func verb(of request: Request) -> String? {
        switch request {
        case .command(let command): verb(of: command)
        case .ping: "ping"
        case .version: "version"
        case .state: "state"
        case .subscribe: "subscribe"
        case .barrier: "barrier"
        case .scene: "scene"
        case .preferences: "preferences"
        case .window: "window"
        case .tabs: "tabs"
        case .looks: "looks"
        case .look: "look"
        case .reload: "reload"
        case .changeTabs(.add, _): "tab_add"
        case .changeTabs(.remove, _): "tab_remove"
        case .changeTabs(.move, _): "tab_move"
        case .save: "save"
        case .restart: "restart"
        case .windows: "windows"
        case .foreign: "foreign"
        case .accessibility: "accessibility"
        case .press: "press"
        case .describe: "describe"
        case .pressed: "pressed"
        case .announce: "announce"
        case .haptic: "haptic"
        case .register: "register"
        case .report: "report"
        case .pong: "pong"
        }
    }

    private func verb(of command: Command) -> String? {
        switch command {
        case .select: "select"
        case .selectNext: "next"
        case .selectPrevious: "previous"
        case .open: "open"
        case .badge: "badge"
        case .push: "push"
        case .pop: "pop"
        case .popToRoot: "root"
        case .run: "action"
        case .setSheet: "sheet"
        case .setMenu: "menu"
        case .minimize: "bar"
        case .focus: "focus"
        case .drag: "drag"
        case .endDrag: "drop"
        case .scrolled: "scroll"
        case .setAppearance: "appearance"
        case .setCovered: "cover"
        case .setOutput: "output"
        case .setPageStacking: "stacking"
        // Commands of the daemon itself.
        case .setPreferences, .setWindow, .setProgramStatus, .setProgramProblem, .applyPreset, .configure,
            .setConfigurationStatus, .setAccessibility:
            nil
        }
    }
}
