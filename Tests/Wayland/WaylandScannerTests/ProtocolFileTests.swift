// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import WaylandScanner

/// The files in `protocol/wayland`: order of opcodes, signatures with `since`, and enum values.
@Suite struct ProtocolFileTests {
    @Test func layerShell() throws {
        let file = try read("wlr-layer-shell-unstable-v1.xml")
        let shell = try file.interface("zwlr_layer_shell_v1", version: 5)
        #expect(shell.requests.map(\.fact) == ["get_layer_surface no?ous", "destroy 3"])
        #expect(shell.destructors == ["destroy"])
        #expect(try shell.values("error") == ["role": 0, "invalid_layer": 1, "already_constructed": 2])
        #expect(try shell.values("layer") == ["background": 0, "bottom": 1, "top": 2, "overlay": 3])

        let surface = try file.interface("zwlr_layer_surface_v1", version: 5)
        #expect(
            surface.requests.map(\.fact) == [
                "set_size uu", "set_anchor u", "set_exclusive_zone i", "set_margin iiii",
                "set_keyboard_interactivity u", "get_popup o",
                "ack_configure u", "destroy ", "set_layer 2u", "set_exclusive_edge 5u",
            ])
        #expect(surface.events.map(\.fact) == ["configure uuu", "closed "])
        #expect(try surface.values("anchor") == ["top": 1, "bottom": 2, "left": 4, "right": 8])
        #expect(try surface.enumeration("anchor").isBitfield)
        #expect(try surface.values("keyboard_interactivity") == ["none": 0, "exclusive": 1, "on_demand": 2])
        #expect(try surface.enumeration("keyboard_interactivity").entries.map(\.since) == [1, 1, 4])
        #expect(
            try surface.values("error") == [
                "invalid_surface_state": 0, "invalid_size": 1, "invalid_anchor": 2, "invalid_keyboard_interactivity": 3,
                "invalid_exclusive_edge": 4,
            ])
    }

    @Test func alphaModifier() throws {
        let file = try read("alpha-modifier-v1.xml")
        let manager = try file.interface("wp_alpha_modifier_v1", version: 1)
        #expect(manager.requests.map(\.fact) == ["destroy ", "get_surface no"])
        let modifier = try file.interface("wp_alpha_modifier_surface_v1", version: 1)
        #expect(modifier.requests.map(\.fact) == ["destroy ", "set_multiplier u"])
        #expect(manager.destructors == ["destroy"] && modifier.destructors == ["destroy"])
    }

    @Test func virtualPointer() throws {
        let file = try read("wlr-virtual-pointer-unstable-v1.xml")
        let pointer = try file.interface("zwlr_virtual_pointer_v1", version: 2)
        #expect(
            pointer.requests.map(\.fact) == [
                "motion uff", "motion_absolute uuuuu", "button uuu", "axis uuf", "frame ", "axis_source u",
                "axis_stop uu", "axis_discrete uufi", "destroy ",
            ])
        let manager = try file.interface("zwlr_virtual_pointer_manager_v1", version: 2)
        #expect(
            manager.requests.map(\.fact) == [
                "create_virtual_pointer ?on", "destroy ", "create_virtual_pointer_with_output 2?o?on",
            ])
    }

    @Test func virtualKeyboard() throws {
        let file = try read("virtual-keyboard-unstable-v1.xml")
        let keyboard = try file.interface("zwp_virtual_keyboard_v1", version: 1)
        #expect(keyboard.requests.map(\.fact) == ["keymap uhu", "key uuu", "modifiers uuuu", "destroy "])
        #expect(keyboard.destructors == ["destroy"])
        let manager = try file.interface("zwp_virtual_keyboard_manager_v1", version: 1)
        #expect(manager.requests.map(\.fact) == ["create_virtual_keyboard on"])
    }

    @Test func inputMethod() throws {
        let file = try read("input-method-unstable-v2.xml")
        let method = try file.interface("zwp_input_method_v2", version: 1)
        #expect(
            method.requests.map(\.fact) == [
                "commit_string s", "set_preedit_string sii", "delete_surrounding_text uu", "commit u",
                "get_input_popup_surface no", "grab_keyboard n", "destroy ",
            ])
        #expect(
            method.events.map(\.fact) == [
                "activate ", "deactivate ", "surrounding_text suu", "text_change_cause u", "content_type uu", "done ",
                "unavailable ",
            ])
        let grab = try file.interface("zwp_input_method_keyboard_grab_v2", version: 1)
        #expect(grab.events.map(\.fact) == ["keymap uhu", "key uuuu", "modifiers uuuuu", "repeat_info ii"])
        #expect(grab.destructors == ["release"])
        let manager = try file.interface("zwp_input_method_manager_v2", version: 1)
        #expect(manager.requests.map(\.fact) == ["get_input_method on", "destroy "])
    }

    @Test func foreignToplevel() throws {
        let file = try read("wlr-foreign-toplevel-management-unstable-v1.xml")
        let manager = try file.interface("zwlr_foreign_toplevel_manager_v1", version: 3)
        #expect(manager.requests.map(\.fact) == ["stop "])
        #expect(manager.destructors == [])
        #expect(manager.events.map(\.fact) == ["toplevel n", "finished "])
        let handle = try file.interface("zwlr_foreign_toplevel_handle_v1", version: 3)
        #expect(
            handle.requests.map(\.fact) == [
                "set_maximized ", "unset_maximized ", "set_minimized ", "unset_minimized ", "activate o", "close ",
                "set_rectangle oiiii", "destroy ", "set_fullscreen 2?o", "unset_fullscreen 2",
            ])
        #expect(
            handle.events.map(\.fact) == [
                "title s", "app_id s", "output_enter o", "output_leave o", "state a", "done ", "closed ", "parent 3?o",
            ])
        #expect(try handle.values("state") == ["maximized": 0, "minimized": 1, "activated": 2, "fullscreen": 3])
    }

    @Test func cursorShape() throws {
        let file = try read("cursor-shape-v1.xml")
        let manager = try file.interface("wp_cursor_shape_manager_v1", version: 1)
        #expect(manager.requests.map(\.fact) == ["destroy ", "get_pointer no", "get_tablet_tool_v2 no"])
        let device = try file.interface("wp_cursor_shape_device_v1", version: 1)
        #expect(device.requests.map(\.fact) == ["destroy ", "set_shape uu"])
        let shapes = try device.values("shape")
        #expect(shapes.values.sorted() == Array(1...34))
        #expect(shapes["default"] == 1 && shapes["pointer"] == 4 && shapes["text"] == 9 && shapes["grabbing"] == 17)
        #expect(shapes["nwse_resize"] == 29 && shapes["zoom_out"] == 34)
    }

    @Test func backgroundEffect() throws {
        let file = try read("ext-background-effect-v1.xml")
        let manager = try file.interface("ext_background_effect_manager_v1", version: 1)
        #expect(manager.requests.map(\.fact) == ["destroy ", "get_background_effect no"])
        #expect(manager.destructors == ["destroy"])
        #expect(manager.events.map(\.fact) == ["capabilities u"])
        #expect(try manager.values("error") == ["background_effect_exists": 0])
        #expect(try manager.values("capability") == ["blur": 1])
        #expect(try manager.enumeration("capability").isBitfield)
        let surface = try file.interface("ext_background_effect_surface_v1", version: 1)
        #expect(surface.requests.map(\.fact) == ["destroy ", "set_blur_region ?o"])
        #expect(surface.destructors == ["destroy"])
        #expect(try surface.values("error") == ["surface_destroyed": 0])
    }

    @Test func kwinBlur() throws {
        let file = try read("kwin-blur.xml")
        let manager = try file.interface("org_kde_kwin_blur_manager", version: 1)
        #expect(manager.requests.map(\.fact) == ["create no", "unset o"])
        #expect(manager.destructors == [])
        let blur = try file.interface("org_kde_kwin_blur", version: 1)
        #expect(blur.requests.map(\.fact) == ["commit ", "set_region ?o", "release "])
        #expect(blur.destructors == ["release"])
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

    private func read(_ name: String) throws -> ProtocolDefinition {
        let file = Repository.file("protocol/wayland").appending(path: name)
        return try ProtocolDefinition(xml: Data(contentsOf: file), file: name)
    }
}

extension ProtocolDefinition {
    fileprivate func interface(_ name: String, version: UInt32) throws -> InterfaceDefinition {
        let interface = try #require(interfaces.first { $0.name == name })
        #expect(interface.version == version)
        return interface
    }
}

extension InterfaceDefinition {
    fileprivate var destructors: [String] { requests.filter(\.isDestructor).map(\.name) }

    fileprivate func enumeration(_ name: String) throws -> EnumDefinition {
        try #require(enums.first { $0.name == name })
    }

    fileprivate func values(_ name: String) throws -> [String: UInt32] {
        Dictionary(uniqueKeysWithValues: try enumeration(name).entries.map { ($0.name, $0.value) })
    }
}

extension Message {
    fileprivate var fact: String { "\(name) \(signature)" }
}
