// SPDX-License-Identifier: MIT

internal import Cairo
internal import CRsvg
internal import Geometry
internal import RasterProtocol

// Unsafe: librsvg takes pointers to an object that the document owns, and to locals for the time of a call.

/// An SVG picture (`RsvgHandle`), which it owns.
@safe struct SVGDocument: ~Copyable {
    private let handle: UnsafeMutablePointer<RsvgHandle>

    /// Parses a document. It does not have a base address, so it cannot make us open other files.
    init(_ bytes: [UInt8]) throws(RasterError) {
        var error: UnsafeMutablePointer<GError>?
        guard let handle = unsafe rsvg_handle_new_from_data(bytes, gsize(bytes.count), &error) else {
            throw unsafe Self.failure(error)
        }
        unsafe self.handle = handle
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(handle))
    }

    /// Draws the picture, scaled to fit a rectangle and centred in it.
    func draw(on context: borrowing CairoContext, in rect: Rect) throws(RasterError) {
        var error: UnsafeMutablePointer<GError>?
        var viewport = RsvgRectangle(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        guard unsafe rsvg_handle_render_document(handle, context.pointer, &viewport, &error) != 0 else {
            throw unsafe Self.failure(error)
        }
    }

    /// Takes over an error of GLib, with the message of librsvg where it has one.
    private static func failure(_ error: UnsafeMutablePointer<GError>?) -> RasterError {
        guard let error = unsafe error else { return RasterError("not an SVG picture") }
        defer { unsafe g_error_free(error) }
        return unsafe RasterError(
            "not an SVG or PNG picture that can be read: \(String(cString: error.pointee.message))")
    }
}
