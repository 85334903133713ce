import Foundation
import TestSupport
import Testing

@testable import WaylandScanner

/// The files in `protocol/wayland` of which no test speaks with a real compositor: order of opcodes, signatures, and enum values.
@Suite struct ProtocolFileTests {
    /// An interface of a file. Messages are names with signatures, and a destructor has a `!` before its name.
    struct Facts: Sendable, CustomTestStringConvertible {
        var file: String
        var name: String
        var requests: [String]
        var events: [String] = []
        var values: [String: [String: UInt32]] = [:]

        var testDescription: String { name }
    }

    static let all = [
        Facts(
            file: "alpha-modifier-v1", name: "wp_alpha_modifier_v1", requests: ["!destroy ", "get_surface no"]),
        Facts(
            file: "alpha-modifier-v1", name: "wp_alpha_modifier_surface_v1",
            requests: ["!destroy ", "set_multiplier u"]),
        Facts(
            file: "cursor-shape-v1", name: "wp_cursor_shape_manager_v1",
            requests: ["!destroy ", "get_pointer no", "get_tablet_tool_v2 no"]),
        Facts(
            file: "cursor-shape-v1", name: "wp_cursor_shape_device_v1", requests: ["!destroy ", "set_shape uu"]),
        Facts(
            file: "ext-background-effect-v1", name: "ext_background_effect_manager_v1",
            requests: ["!destroy ", "get_background_effect no"], events: ["capabilities u"],
            values: ["error": ["background_effect_exists": 0], "capability": ["blur": 1]]),
        Facts(
            file: "ext-background-effect-v1", name: "ext_background_effect_surface_v1",
            requests: ["!destroy ", "set_blur_region ?o"], values: ["error": ["surface_destroyed": 0]]),
        Facts(file: "kwin-blur", name: "org_kde_kwin_blur_manager", requests: ["create no", "unset o"]),
        Facts(
            file: "kwin-blur", name: "org_kde_kwin_blur", requests: ["commit ", "set_region ?o", "!release "]),
    ]

    @Test(arguments: all) func interfaceIsAsUpstreamHasIt(facts: Facts) throws {
        let interface = try interface(facts.name, of: facts.file)
        #expect(interface.version == 1)
        #expect(
            interface.requests.map { "\($0.isDestructor ? "!" : "")\($0.name) \($0.signature)" } == facts.requests)
        #expect(interface.events.map { "\($0.name) \($0.signature)" } == facts.events)
        for (name, values) in facts.values { #expect(try interface.values(name) == values) }
    }

    @Test func enumerationsHaveTheirKinds() throws {
        let effects = try interface("ext_background_effect_manager_v1", of: "ext-background-effect-v1")
        #expect(try effects.enumeration("capability").isBitfield)
        let shapes = try interface("wp_cursor_shape_device_v1", of: "cursor-shape-v1").values("shape")
        #expect(shapes.values.sorted() == Array(1...34))
        #expect(shapes["default"] == 1 && shapes["pointer"] == 4 && shapes["text"] == 9 && shapes["grabbing"] == 17)
        #expect(shapes["nwse_resize"] == 29 && shapes["zoom_out"] == 34)
    }

    @Test func signaturesMatchLibwayland() throws {
        let xml = """
            <protocol name='p'><interface name='i' version='12'><request name='r' since='12'>
            <arg name='a' type='int'/><arg name='b' type='uint'/><arg name='c' type='fixed'/>
            <arg name='d' type='string'/>
            <arg name='e' type='object' interface='i'/><arg name='f' type='array'/><arg name='g' type='fd'/>
            <arg name='h' type='string' allow-null='true'/><arg name='j' type='object' allow-null='true'/>
            <arg name='k' type='new_id'/></request><event name='e'><arg name='a' type='new_id' interface='i'/></event>
            </interface></protocol>
            """
        let definition = try ProtocolDefinition(xml: Data(xml.utf8), file: "p.xml")
        #expect(definition.interfaces[0].requests[0].signature == "12iufsoah?s?osun")
        #expect(definition.interfaces[0].events[0].signature == "n")
    }

    private func interface(_ name: String, of file: String) throws -> InterfaceDefinition {
        let xml = Repository.file("protocol/wayland/\(file).xml")
        let definition = try ProtocolDefinition(xml: Data(contentsOf: xml), file: file)
        return try #require(definition.interfaces.first { $0.name == name })
    }
}

extension InterfaceDefinition {
    fileprivate func enumeration(_ name: String) throws -> EnumDefinition {
        try #require(enums.first { $0.name == name })
    }

    fileprivate func values(_ name: String) throws -> [String: UInt32] {
        Dictionary(uniqueKeysWithValues: try enumeration(name).entries.map { ($0.name, $0.value) })
    }
}

/// Compares the source generated for `Golden/lamp.xml`. `TABSHELL_GOLDEN=write` renews it, to be reviewed.
@Suite struct GoldenTests {
    private let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    @Test(arguments: [("lamp.swift", true), ("lamp-everything.swift", false)])
    func sourceMatchesTheGoldenFile(_ name: String, isPinned: Bool) throws {
        let xml = try Data(contentsOf: directory.appending(path: "lamp.xml"))
        let listText = try String(contentsOf: directory.appending(path: "lamp.txt"), encoding: .utf8)
        var list = try ProtocolList(text: listText, file: "lamp.txt")
        if !isPinned {
            list.globals = [
                .init(name: "lamp_manager_v1", version: 4, location: .init(file: "test", line: 1)),
                .init(name: "unreachable_v1", version: 1, location: .init(file: "test", line: 2)),
            ]
        }
        let bindings = try Bindings([try ProtocolDefinition(xml: xml, file: "lamp.xml")], list: list)
        let source = SwiftEmitter(bindings).source()

        let recorded = try #require(try goldenText(name, now: source))
        for (ours, theirs) in zip(source.split(separator: "\n"), recorded.split(separator: "\n")) {
            try #require(ours == theirs)
        }
        #expect(source == recorded)
    }
}
