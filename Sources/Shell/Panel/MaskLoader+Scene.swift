import RasterClient
import RasterProtocol
import TabBar

extension MaskLoader {
    /// The width of a text, logical px; nil until its mask is loaded.
    package func width(of run: TextRun, scale: Double) -> Double? {
        text(TextMaskKey(run, scale: scale)).map { $0.advance / scale }
    }
}
