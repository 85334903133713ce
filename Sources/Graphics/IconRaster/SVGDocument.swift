internal import Cairo
internal import CRsvg
internal import Geometry
internal import RasterProtocol

// Unsafe: librsvg takes pointers to an object that the document owns, and to locals for the time of a call.

/// An owned SVG picture (`RsvgHandle`).
@safe struct SVGDocument: ~Copyable {
    /// The class of parts to which KDE gives the colour of text.
    private static let textClass = "ColorScheme-Text"

    private let handle: UnsafeMutablePointer<RsvgHandle>
    /// True with parts of the class, unless they may be on a background, which keeps its colour.
    private let hasTextClass: Bool

    /// Parses a document. Without a base address, it cannot make us open other files.
    init(_ bytes: [UInt8]) throws(RasterError) {
        var error: UnsafeMutablePointer<GError>?
        guard let handle = unsafe rsvg_handle_new_from_data(bytes, gsize(bytes.count), &error) else {
            throw unsafe Self.failure(error)
        }
        unsafe self.handle = handle
        func contains(_ name: String) -> Bool { bytes.indices.contains { bytes[$0...].starts(with: name.utf8) } }
        hasTextClass = contains(Self.textClass) && !contains("ColorScheme-Background")
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(handle))
    }

    /// Gives the parts in the colour of text another one, a name of CSS. False for a document without such parts.
    func setTextColor(_ color: String) throws(RasterError) -> Bool {
        guard hasTextClass else { return false }
        var error: UnsafeMutablePointer<GError>?
        let sheet = Array(".\(Self.textClass) { color: \(color) !important }".utf8)
        guard unsafe rsvg_handle_set_stylesheet(handle, sheet, gsize(sheet.count), &error) != 0 else {
            throw unsafe Self.failure(error)
        }
        return true
    }

    /// Draws the picture, scaled to fit a rectangle and centred in it.
    func draw(on context: borrowing CairoContext, in rect: Rect) throws(RasterError) {
        var error: UnsafeMutablePointer<GError>?
        var viewport = RsvgRectangle(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        guard unsafe rsvg_handle_render_document(handle, context.pointer, &viewport, &error) != 0 else {
            throw unsafe Self.failure(error)
        }
    }

    /// Takes over an error of GLib, with librsvg's message, if any.
    private static func failure(_ error: UnsafeMutablePointer<GError>?) -> RasterError {
        guard let error = unsafe error else { return RasterError("not an SVG picture") }
        defer { unsafe g_error_free(error) }
        return unsafe RasterError(
            "not an SVG or PNG picture that can be read: \(String(cString: error.pointee.message))")
    }
}
