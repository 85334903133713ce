/// A parser of a Wayland client's requests up to its first frame. Opcodes of stable protocols never change.
struct FirstBufferParser {
    private enum Kind { case registry, compositor, layerShell, windowBase, surface }

    private var bytes: [UInt8] = []
    private var objects: [UInt32: Kind] = [:]
    private var withRole: Set<UInt32> = []
    private var withBuffer: Set<UInt32> = []

    /// Parses more bytes; returns true once a buffer was committed on a surface with a role.
    mutating func sawFirstBuffer(in more: some Sequence<UInt8>) -> Bool {
        bytes += more
        var at = 0
        defer { bytes.removeFirst(at) }
        while bytes.count - at >= 8 {
            let size = Int(word(at + 4) >> 16)
            guard size >= 8, bytes.count - at >= size else { break }
            let seen = take(object: word(at), opcode: word(at + 4) & 0xFFFF, body: at + 8)
            at += size
            if seen { return true }
        }
        return false
    }

    private mutating func take(object: UInt32, opcode: UInt32, body: Int) -> Bool {
        switch (objects[object], opcode) {
        case (nil, 1) where object == 1: objects[word(body)] = .registry
        case (.registry, 0): bind(body)
        case (.compositor, 0): objects[word(body)] = .surface
        // get_layer_surface: new object, surface, output, layer. A surface in the background (layer 0) is not a bar.
        case (.layerShell, 0): if word(body + 12) > 0 { withRole.insert(word(body + 4)) }
        // get_xdg_surface: new object, surface.
        case (.windowBase, 2): withRole.insert(word(body + 4))
        case (.surface, 0):
            objects[object] = nil
            withRole.remove(object)
            withBuffer.remove(object)
        case (.surface, 1):
            if word(body) == 0 { withBuffer.remove(object) } else { withBuffer.insert(object) }
        case (.surface, 6): return withBuffer.contains(object) && withRole.contains(object)
        default: break
        }
        return false
    }

    /// wl_registry.bind: name, interface (with terminator and padding), version, new object.
    private mutating func bind(_ body: Int) {
        let length = Int(word(body + 4))
        let interface = String(decoding: bytes[(body + 8)..<(body + 8 + max(length - 1, 0))], as: UTF8.self)
        let new = word(body + 8 + (length + 3) / 4 * 4 + 4)
        switch interface {
        case "wl_compositor": objects[new] = .compositor
        case "zwlr_layer_shell_v1": objects[new] = .layerShell
        case "xdg_wm_base": objects[new] = .windowBase
        default: objects[new] = nil
        }
    }

    private func word(_ at: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(bytes[at + $1]) << (8 * $1) }
    }
}
