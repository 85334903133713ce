// SPDX-License-Identifier: MIT

internal import CRsvg
internal import Canvas
private import Glibc
public import IconWire
internal import Icons

/// Turns icons into masks with librsvg.
public enum IconRasterizer {
    private static let maximumFile = 1 << 20

    /// Answers a request; whatever is wrong with the icon becomes a failure that says so.
    public static func answer(_ request: RasterRequest) -> RasterReply {
        do throws(RasterError) {
            let svg = try source(of: request.source)
            return .mask(
                width: request.width, height: request.height,
                bytes: try mask(svg: svg, width: request.width, height: request.height))
        } catch {
            return .failure("\(request.source): \(error)")
        }
    }

    /// The coverage of an SVG picture, in packed rows. It is scaled to fit and centred; its colours do not count,
    /// only their alpha.
    public static func mask(svg: [UInt8], width: Int, height: Int) throws(RasterError) -> [UInt8] {
        var problem: UnsafeMutablePointer<GError>?
        // From data and without a base address, an SVG file cannot make us open other files.
        guard let handle = rsvg_handle_new_from_data(svg, gsize(svg.count), &problem) else {
            throw take(problem)
        }
        defer { g_object_unref(UnsafeMutableRawPointer(handle)) }
        let bitmap = Bitmap(format: .a8, width: width, height: height)
        let canvas = Canvas(bitmap: bitmap, scale: 1)
        var viewport = RsvgRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        guard rsvg_handle_render_document(handle, canvas.context, &viewport, &problem) != 0 else {
            throw take(problem)
        }
        return bitmap.withPixels { pixels in
            (0..<bitmap.height).flatMap { pixels[($0 * bitmap.stride)...].prefix(bitmap.width) }
        }
    }

    private static func source(of name: String) throws(RasterError) -> [UInt8] {
        if let builtIn = Icons.svg(named: name) { return Array(builtIn.utf8) }
        guard name.hasSuffix(".svg") else {
            throw RasterError("no such icon, and not the path of an .svg file")
        }
        return try read(path: name)
    }

    private static func read(path: String) throws(RasterError) -> [UInt8] {
        // Without O_NONBLOCK, opening a named pipe would wait for its other end.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw RasterError(String(cString: strerror(errno))) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw RasterError("not a regular file")
        }
        guard status.st_size <= maximumFile else { throw RasterError("larger than \(maximumFile) bytes") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(file, $0.baseAddress?.advanced(by: filled), $0.count - filled)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw RasterError("cannot be read to its end") }
            filled += count
        }
        return bytes
    }

    private static func take(_ problem: UnsafeMutablePointer<GError>?) -> RasterError {
        guard let problem else { return RasterError("librsvg gave no reason") }
        defer { g_error_free(problem) }
        return RasterError(String(cString: problem.pointee.message))
    }
}
