// SPDX-License-Identifier: MIT
import Geometry
import ShellModel

extension Color {
    /// The colour itself where its contrast with an opaque background suffices for text; else the same colour less
    /// transparent; else black or white.
    func readable(on ground: Color) -> Color {
        let opacities = stride(from: alpha, to: 1, by: 0.05) + [1]
        let own = opacities.map { Color(red: red, green: green, blue: blue, alpha: $0) }
        let other: Color = Color.black.contrast(with: ground) > Color.white.contrast(with: ground) ? .black : .white
        return own.first { $0.contrast(with: ground) >= Look.minimumTextContrast } ?? other
    }
}
