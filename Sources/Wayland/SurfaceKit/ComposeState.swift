// SPDX-License-Identifier: MIT
import CXkbcommon
import Glibc

/// What sequences of keys write together: dead keys and those after a Compose key. The table of a language takes
/// half a megabyte, so it is read only for somebody who writes.
final class ComposeState {
    /// What comes of a key.
    enum FeedResult: Equatable {
        /// It belongs to no sequence.
        case nothing
        /// A sequence goes on, or has come to nothing with this key.
        case swallowed
        /// A sequence is complete.
        case text(String)
    }

    private let state: OpaquePointer

    /// The user's own table, or that of a locale.
    ///
    /// - Returns: nil where there is neither.
    convenience init?(locale: String) {
        self.init { xkb_compose_table_new_from_locale($0, locale, XKB_COMPOSE_COMPILE_NO_FLAGS) }
    }

    /// A table that is given as text, as in an XCompose file.
    convenience init?(table text: String) {
        self.init { context in
            xkb_compose_table_new_from_buffer(
                context, text, text.utf8.count, "C.UTF-8", XKB_COMPOSE_FORMAT_TEXT_V1, XKB_COMPOSE_COMPILE_NO_FLAGS)
        }
    }

    private init?(_ makeTable: (OpaquePointer) -> OpaquePointer?) {
        guard let context = xkb_context_new(XKB_CONTEXT_NO_DEFAULT_INCLUDES) else { return nil }
        defer { xkb_context_unref(context) }
        // To have no table is no error: one types without dead keys then.
        xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
        guard let table = makeTable(context) else { return nil }
        defer { xkb_compose_table_unref(table) }
        guard let state = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else { return nil }
        self.state = state
    }

    deinit { xkb_compose_state_unref(state) }

    /// The locale of what the user writes, by the environment.
    static var usersLocale: String {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
        }
        return "C"
    }

    /// Takes a key's symbol.
    func feed(_ symbol: xkb_keysym_t) -> FeedResult {
        guard xkb_compose_state_feed(state, symbol) == XKB_COMPOSE_FEED_ACCEPTED else { return .nothing }
        switch xkb_compose_state_get_status(state) {
        case XKB_COMPOSE_COMPOSING: return .swallowed
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

    /// Forgets a sequence that has begun.
    func reset() {
        xkb_compose_state_reset(state)
    }
}

extension String {
    /// What one of libxkbcommon's functions writes; nil for nothing, and for control characters.
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
