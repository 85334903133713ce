import Geometry
import ShellModel

extension Color {
    /// The colour where its contrast with an opaque ground suffices for text; else less transparent; else black or white.
    func readable(on ground: Color, _ minimum: Contrast) -> Color {
        let opacities = stride(from: alpha, to: 1, by: 0.05) + [1]
        let own = opacities.map { Color(red: red, green: green, blue: blue, alpha: $0) }
        return own.first { $0.contrast(with: ground) >= minimum.minimumForText } ?? ground.contrastingInk
    }

    /// Black or white: the one with more contrast to this opaque colour.
    var contrastingInk: Color {
        Color.black.contrast(with: self) > Color.white.contrast(with: self) ? .black : .white
    }

    /// The colour of text on this opaque colour: white where it is legible, else the ink with more contrast.
    var textOnTop: Color { Color.white.contrast(with: self) >= 4.5 ? .white : contrastingInk }
}
