// SPDX-License-Identifier: MIT

package import Cairo
internal import CRsvg
package import Geometry

/// An SVG picture (`RsvgHandle`), which it owns.
package struct SVGDocument: ~Copyable {
    /// The message of librsvg, where it has one.
    package struct Failure: Error {
        package let message: String?

        /// Takes over an error of GLib.
        fileprivate init(_ error: UnsafeMutablePointer<GError>?) {
            message = error.map { String(cString: $0.pointee.message) }
            if let error { g_error_free(error) }
        }
    }

    private let handle: UnsafeMutablePointer<RsvgHandle>

    /// Parses a document. It has no base address, so it cannot make us open other files.
    package init(_ bytes: [UInt8]) throws(Failure) {
        var error: UnsafeMutablePointer<GError>?
        guard let handle = rsvg_handle_new_from_data(bytes, gsize(bytes.count), &error) else { throw Failure(error) }
        self.handle = handle
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(handle))
    }

    /// Draws the picture, scaled to fit a rectangle and centred in it.
    package func draw(on context: borrowing CairoContext, in rect: Rect) throws(Failure) {
        var error: UnsafeMutablePointer<GError>?
        var viewport = RsvgRectangle(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
        guard rsvg_handle_render_document(handle, context.pointer, &viewport, &error) != 0 else {
            throw Failure(error)
        }
    }
}
