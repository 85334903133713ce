// SPDX-License-Identifier: MIT

import CCairo

extension Screenshot {
    /// Loads a PNG file; transparent pixels are blended with black.
    public init(pngFile path: String) throws {
        guard let surface = cairo_image_surface_create_from_png(path) else { throw SystemError("no memory") }
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let pixels = cairo_image_surface_get_data(surface)
        else { throw SystemError("\(path) is not a picture") }
        let width = Int(cairo_image_surface_get_width(surface))
        let height = Int(cairo_image_surface_get_height(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for y in 0..<height {
            for x in 0..<width {
                let pixel = pixels + y * stride + x * 4
                bytes += [pixel[2], pixel[1], pixel[0]]
            }
        }
        self.init(width: width, height: height, bytes: bytes)
    }
}
