// SPDX-License-Identifier: MIT

public import RasterProtocol

/// Answers the requests for masks.
public enum Rasterizer {
    /// The reply to a request; an icon that cannot be rasterised is a failure with its reason.
    public static func answer(_ request: RasterRequest) -> RasterReply {
        switch request {
        case .icon(let width, let height, let source, let style):
            do throws(RasterError) {
                return try IconRasterizer.answer(source, width: width, height: height, style: style)
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
