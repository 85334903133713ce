// SPDX-License-Identifier: MIT
import Canvas
import RasterClient
import RasterProtocol
import TabBar

extension MaskLoader {
    /// Loads the masks of scenes.
    ///
    /// - Returns: true if each mask is loaded, or failed or timed out.
    package func prepare(_ needs: SceneAssets, scale: Double) -> Bool {
        prepare(Self.requests(needs, scale: scale))
    }

    /// The requests for masks at a scale (buffer pixels per logical pixel).
    package static func requests(_ needs: SceneAssets, scale: Double) -> [RasterRequest] {
        needs.icons.map { .icon($0.icon.name, side: $0.side, $0.icon.style) }
            + needs.texts.map { .text(TextMaskKey($0, scale: scale)) } + needs.families.map { .font(families: $0) }
    }

    /// The picture of an icon with a side in buffer pixels; nil until it is loaded.
    package func icon(_ icon: IconReference, side: Int) -> Bitmap? {
        self.icon(icon.name, side: side, style: icon.style)
    }

    /// The width of a text, logical px; nil until its mask is loaded.
    package func width(of run: TextRun, scale: Double) -> Double? {
        text(TextMaskKey(run, scale: scale)).map { $0.advance / scale }
    }
}

extension IconReference {
    fileprivate var style: IconRequestStyle {
        switch rendering {
        case .mask: .mask
        case .color: .color
        case nil: .automatic
        }
    }
}

extension TextMaskKey {
    package init(_ run: TextRun, scale: Double) {
        self.init(
            run.string, families: run.families.joined(separator: ","), weight: run.weight, size: run.size * scale,
            maximumWidth: run.maximumWidth.map { $0 * scale })
    }
}
