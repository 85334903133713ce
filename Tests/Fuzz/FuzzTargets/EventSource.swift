// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING
    import CTestSupport
    import CWayland
    import Glibc
    import Posix

    @testable import WaylandClient

    /// The compositor's end of a Wayland connection, which sends events with chosen arguments.
    final class EventSource {
        /// The other end, which the client's display owns.
        let clientSocket: Int32
        private let socket: Int32
        private var created: UInt32 = 0
        private static let registry: UInt32 = 2
        private static let roundtrip: UInt32 = 3
        private static let globals: [(String, UInt32)] = [
            ("wl_compositor", 4), ("wl_shm", 1), ("wl_seat", 5), ("wl_output", 4), ("xdg_wm_base", 3),
            ("wp_viewporter", 1), ("wp_presentation", 1), ("wp_fractional_scale_manager_v1", 1),
            ("wp_single_pixel_buffer_manager_v1", 1), ("xdg_activation_v1", 1), ("zwp_text_input_manager_v3", 1),
            ("zwlr_layer_shell_v1", 4), ("zwlr_foreign_toplevel_manager_v1", 3), ("wp_cursor_shape_manager_v1", 1),
            ("org_kde_kwin_blur_manager", 1), ("wl_output", 4), ("wl_seat", 5),
        ]
        /// Numbers at the edges of their types.
        private static let edges: [UInt32] = [
            0, 1, 2, 3, 50, 120, 600, 0xFFFF, 0x1_0000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_FF00,
        ]

        init?() {
            var ends: [Int32] = [-1, -1]
            guard cts_socketpair(&ends) == 0 else { return nil }
            (socket, clientSocket) = (ends[0], ends[1])
        }

        deinit { close(socket) }

        /// Sends all globals and the answer to the client's first roundtrip.
        func announceGlobals() {
            for (name, (interface, version)) in Self.globals.enumerated() {
                send(to: Self.registry, 0, word(UInt32(name + 1)) + string(Array(interface.utf8)) + word(version))
            }
            send(to: Self.roundtrip, 0, word(0))
        }

        /// Sends an event to one of a client's objects. The bytes choose the object, the event and its arguments.
        func sendEvent(to proxies: [Proxy], chosenBy bytes: inout ByteReader) {
            guard let proxy = bytes.choice(of: proxies) else { return }
            let interface = type(of: proxy).interface.pointer.pointee
            guard interface.event_count > 0, let events = interface.events else { return }
            let opcode = bytes.number(below: Int(interface.event_count))
            let event = events[opcode]
            var (body, file, isNullable) = ([UInt8](), SharedMemory?.none, false)
            var index = 0
            for kind in String(cString: event.signature) {
                switch kind {
                case "?":
                    isNullable = true
                    continue
                case "i", "u", "f": body += word(number(&bytes))
                case "s": body += string(bytes.text().filter { $0 != 0 })
                case "o":
                    let wanted = event.types[index].map { String(cString: $0.pointee.name) }
                    let found = proxies.filter { wanted == nil || type(of: $0).interface.name == wanted }
                    let chosen = isNullable && bytes.flag() ? nil : bytes.choice(of: found)
                    guard isNullable || chosen != nil else { return }
                    body += word(chosen?.id ?? 0)
                case "n":
                    body += word(0xFF00_0000 + created)
                    created += 1
                case "a": body += array(bytes.text())
                case "h":
                    file = file ?? SharedMemory(containing: bytes.text())
                default: continue  // The version since which there is the event.
                }
                index += 1
                isNullable = false
            }
            send(to: proxy.id, UInt32(opcode), body, file?.descriptor ?? -1)
        }

        /// Reads the client's output, so that its socket never fills.
        func discardRequests() {
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            var descriptors = [Int32](repeating: -1, count: Int(cts_most_descriptors))
            var count: Int32 = 0
            while cts_receive(socket, &buffer, buffer.count, &descriptors, &count) > 0 {
                for descriptor in descriptors.prefix(Int(count)) { close(descriptor) }
            }
        }

        private func send(to object: UInt32, _ opcode: UInt32, _ body: [UInt8], _ descriptor: Int32 = -1) {
            let message = word(object) + word(UInt32(8 + body.count) << 16 | opcode) + body
            _ = cts_send(socket, message, message.count, descriptor)
        }

        private func number(_ bytes: inout ByteReader) -> UInt32 {
            let choice = Int(bytes.byte())
            if choice < Self.edges.count { return Self.edges[choice] }
            return choice < 0x40 ? bytes.word() : UInt32(choice)
        }

        private func word(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

        private func string(_ text: [UInt8]) -> [UInt8] { array(text + [0]) }

        private func array(_ content: [UInt8]) -> [UInt8] {
            word(UInt32(content.count)) + content + Array(repeating: 0, count: (4 - content.count % 4) % 4)
        }
    }
#endif
