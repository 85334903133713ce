import CXkbcommon

/// The state of dead keys and compose sequences. A locale's table takes half a megabyte, so it is read only for a
/// keyboard that writes.
public final class ComposeState {
    /// The effect of one key on the sequence.
    public enum FeedResult: Equatable, Sendable {
        /// The key belongs to no sequence.
        case nothing
        /// The key continues a sequence, or cancels it.
        case swallowed
        /// The key completes a sequence.
        case text(String)
    }

    /// The keys of the unfinished sequence, for display; empty without one.
    public private(set) var pending = ""
    private let state: OpaquePointer

    /// The spacing forms of the dead keys from XKB_KEY_dead_grave on, in their order.
    private static let deadKeys: [Character] = Array("`´^~¯˘˙¨˚˝ˇ¸˛ͺ゛゜.")

    /// The user's own table (`~/.XCompose`), or the locale's; nil if there is neither.
    public convenience init?(locale: String) {
        self.init { xkb_compose_table_new_from_locale($0, locale, XKB_COMPOSE_COMPILE_NO_FLAGS) }
    }

    /// A table given as text in the format of Compose(5).
    public convenience init?(table text: String) {
        self.init { context in
            xkb_compose_table_new_from_buffer(
                context, text, text.utf8.count, "C.UTF-8", XKB_COMPOSE_FORMAT_TEXT_V1, XKB_COMPOSE_COMPILE_NO_FLAGS)
        }
    }

    private init?(_ makeTable: (OpaquePointer) -> OpaquePointer?) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else { return nil }
        defer { xkb_context_unref(context) }
        // A missing table is not an error: dead keys then do nothing.
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        guard let table = makeTable(context) else { return nil }
        defer { xkb_compose_table_unref(table) }
        guard let state = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else { return nil }
        self.state = state
    }

    deinit { xkb_compose_state_unref(state) }

    /// Feeds the keysym of a pressed key.
    public func feed(_ symbol: UInt32) -> FeedResult {
        guard xkb_compose_state_feed(state, symbol) == XKB_COMPOSE_FEED_ACCEPTED else { return .nothing }
        switch xkb_compose_state_get_status(state) {
        case XKB_COMPOSE_COMPOSING:
            pending += Self.text(of: symbol)
            return .swallowed
        case XKB_COMPOSE_CANCELLED:
            reset()
            return .swallowed
        case XKB_COMPOSE_COMPOSED:
            defer { reset() }
            let text = String(xkb: { xkb_compose_state_get_utf8(state, $0, $1) })
            return text.map { .text($0) } ?? .swallowed
        default: return .nothing
        }
    }

    /// Discards an unfinished sequence.
    public func reset() {
        pending = ""
        xkb_compose_state_reset(state)
    }

    /// The displayed text for a key of a sequence.
    private static func text(of symbol: UInt32) -> String {
        let dead = Int(symbol) - Int(XKB_KEY_dead_grave)
        if deadKeys.indices.contains(dead) { return String(deadKeys[dead]) }
        let scalar = Unicode.Scalar(xkb_keysym_to_utf32(symbol))
        return scalar.flatMap { $0.value > 0x20 ? String($0) : nil } ?? "·"
    }
}

extension String {
    /// The output of a libxkbcommon function that writes UTF-8; nil without output and for control characters.
    init?(xkb write: (UnsafeMutablePointer<CChar>?, Int) -> Int32) {
        let length = Int(write(nil, 0))
        guard length > 0 else { return nil }
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: length + 1) { buffer in
            buffer.initialize(repeating: 0)
            _ = write(buffer.baseAddress, buffer.count)
            return String(decoding: UnsafeRawBufferPointer(buffer).prefix(length), as: UTF8.self)
        }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return nil }
        self = text
    }
}
