// SPDX-License-Identifier: MIT

public import RasterProtocol

/// Turns what is asked for into masks.
public enum Rasterizer {
    /// Answers a request; whatever is wrong with the icon or the text becomes a failure that says so.
    public static func answer(_ request: RasterRequest) -> RasterReply {
        switch request {
        case .icon(let width, let height, let source):
            do throws(RasterError) {
                return .icon(
                    width: width, height: height,
                    bytes: try IconRasterizer.mask(source, width: width, height: height))
            } catch {
                return .failure("\(source): \(error)")
            }
        case .text(let key):
            return TextRasterizer.mask(key)
        }
    }
}
