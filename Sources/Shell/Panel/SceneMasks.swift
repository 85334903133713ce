// SPDX-License-Identifier: MIT
import Canvas
import RasterProtocol
import TabBar

extension MaskLoader {
    /// Sees to it that the masks of scenes are there, soon.
    ///
    /// - Returns: whether they are there, or are not to be waited for.
    func prepare(_ needs: SceneAssets, scale: Double) -> Bool {
        prepare(Self.requests(needs, scale: scale))
    }

    /// What the masks are called at a scale (buffer pixels for a logical pixel).
    static func requests(_ needs: SceneAssets, scale: Double) -> [RasterRequest] {
        needs.icons.map { .icon($0.name, side: $0.side) } + needs.texts.map { .text(TextMaskKey($0, scale: scale)) }
    }

    /// How wide a text is, logical px; nil while it has not been set.
    func width(of run: TextRun, scale: Double) -> Double? {
        text(TextMaskKey(run, scale: scale)).map { $0.advance / scale }
    }
}

extension TextMaskKey {
    init(_ run: TextRun, scale: Double) {
        self.init(
            run.string, families: run.families.joined(separator: ","), weight: run.weight, size: run.size * scale,
            maximumWidth: run.maximumWidth.map { $0 * scale })
    }
}
