// SPDX-License-Identifier: MIT

internal import Cairo
internal import CRsvg
internal import Geometry

// Unsafe: librsvg takes pointers to an object that the document owns, and to locals for the time of a call.

/// An SVG picture (`RsvgHandle`), which it owns.
@safe struct SVGDocument: ~Copyable {
    /// The message of librsvg, where it has one.
    struct Failure: Error {
        let message: String?

        /// Takes over an error of GLib.
        fileprivate init(_ error: UnsafeMutablePointer<GError>?) {
            message = unsafe error.map { unsafe String(cString: $0.pointee.message) }
            if let error = unsafe error { unsafe g_error_free(error) }
        }
    }

    private let handle: UnsafeMutablePointer<RsvgHandle>

    /// Parses a document. It has no base address, so it cannot make us open other files.
    init(_ bytes: [UInt8]) throws(Failure) {
        var error: UnsafeMutablePointer<GError>?
        guard let handle = unsafe rsvg_handle_new_from_data(bytes, gsize(bytes.count), &error) else {
            throw unsafe Failure(error)
        }
        unsafe self.handle = handle
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(handle))
    }

    /// Draws the picture, scaled to fit a rectangle and centred in it.
    func draw(on context: borrowing CairoContext, in rect: Rect) throws(Failure) {
        var error: UnsafeMutablePointer<GError>?
        var viewport = RsvgRectangle(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        guard unsafe rsvg_handle_render_document(handle, context.pointer, &viewport, &error) != 0 else {
            throw unsafe Failure(error)
        }
    }
}
