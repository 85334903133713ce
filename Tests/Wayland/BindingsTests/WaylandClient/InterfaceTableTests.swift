import CWayland
import Glibc
import Testing

@testable import WaylandProtocols
@testable import WaylandClient

/// Compares the generated tables with libwayland-client's for the core protocol.
@Suite struct InterfaceTableTests {
    @Test(arguments: [
        "wl_display", "wl_registry", "wl_callback", "wl_compositor", "wl_shm_pool", "wl_shm", "wl_buffer", "wl_surface",
        "wl_seat", "wl_pointer", "wl_keyboard", "wl_touch", "wl_output", "wl_region", "wl_subcompositor",
        "wl_subsurface",
    ])
    func tableMatchesLibwayland(_ name: String) throws {
        let ours = try #require(interfaces.first { String(cString: $0.name) == name })
        let symbol = try #require(dlsym(nil, "\(name)_interface"))
        let system = symbol.assumingMemoryBound(to: wl_interface.self).pointee

        #expect(String(cString: ours.name) == String(cString: system.name))
        #expect(ours.version <= system.version)
        let version = UInt32(ours.version)
        #expect(
            messages(ours.methods, ours.method_count)
                == messages(system.methods, system.method_count).filter { $0.since <= version })
        #expect(
            messages(ours.events, ours.event_count)
                == messages(system.events, system.event_count).filter { $0.since <= version })
    }

    /// The fields of the last interface reach the end.
    @Test func eachInterfaceHasAName() {
        let names = interfaces.map { String(cString: $0.name) }
        #expect(Set(names).count == InterfaceTable.all.count)
        #expect(
            names.allSatisfy {
                $0.contains("_") && $0.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") }
            })
    }

    @Test func eachClassHasItsOwnTable() {
        #expect(String(cString: WlSurface.interface.pointer.pointee.name) == "wl_surface")
        #expect(String(cString: ZwlrLayerSurfaceV1.interface.pointer.pointee.name) == "zwlr_layer_surface_v1")
    }

    private var interfaces: UnsafeBufferPointer<wl_interface> {
        UnsafeBufferPointer(start: InterfaceTable.all.base, count: InterfaceTable.all.count)
    }

    private struct ComparableMessage: Equatable {
        var name: String
        var signature: String
        var types: [String?]
        var since: UInt32
    }

    private func messages(_ base: UnsafePointer<wl_message>?, _ count: Int32) -> [ComparableMessage] {
        (0..<Int(count)).compactMap { index in
            guard let message = base?[index] else { return nil }
            let signature = String(cString: message.signature)
            let argumentCount = signature.filter { $0.isLetter }.count
            return ComparableMessage(
                name: String(cString: message.name),
                signature: signature,
                types: (0..<argumentCount).map { message.types[$0].map { String(cString: $0.pointee.name) } },
                since: UInt32(signature.prefix { $0.isNumber }) ?? 1)
        }
    }
}
