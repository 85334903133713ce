internal import Posix
public import RasterProtocol

/// Answers the requests for masks.
public enum Rasterizer {
    /// The reply to a request; an icon that cannot be rasterized is a failure with its reason.
    public static func answer(_ request: RasterRequest) -> RasterReply {
        do throws(RasterError) {
            return answer(request, from: try openFile(of: request))
        } catch {
            return .failure("\(error)")
        }
    }

    /// Opens the file of a request; nil for a text.
    static func openFile(of request: RasterRequest) throws(RasterError) -> FileDescriptor? {
        guard let source = request.iconSource else { return nil }
        do throws(RasterError) {
            return try IconFile.open(source)
        } catch {
            throw RasterError("\(source): \(error)")
        }
    }

    static func answer(_ request: RasterRequest, from file: consuming FileDescriptor?) -> RasterReply {
        switch request {
        case .icon(let width, let height, let source, let style):
            guard let file else { return .failure("\(source): no file") }
            do throws(RasterError) {
                return try IconRasterizer.answer(source, in: file, width: width, height: height, style: style)
            } catch {
                return .failure("\(source): \(error)")
            }
        case .text(let key):
            return TextRasterizer.mask(key)
        case .font(let families):
            return TextRasterizer.font(families)
        }
    }
}

extension RasterRequest {
    /// The path of an icon; nil for a text or a font.
    var iconSource: String? {
        if case .icon(_, _, let source, _) = self { source } else { nil }
    }
}
