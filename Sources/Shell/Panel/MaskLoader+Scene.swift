import RasterClient
import RasterProtocol
import TabBar

extension BarPainter {
    /// A painter that requests missing masks: badges and titles that must be shortened are known only after layout.
    convenience init(_ masks: MaskLoader) {
        func loaded(_ request: RasterRequest) -> MaskLoader {
            _ = masks.prepare([request])
            return masks
        }
        self.init(
            icons: { loaded(.icon($0, side: $1)).picture(.icon($0, side: $1)) },
            texts: { run, scale in
                let key = TextMaskKey(run, scale: scale)
                return loaded(.text(key)).text(key)
            })
    }
}

extension MaskLoader {
    /// The width of a text, logical px; nil until its mask is loaded.
    package func width(of run: TextRun, scale: Double) -> Double? {
        text(TextMaskKey(run, scale: scale)).map { $0.advance / scale }
    }
}
