// SPDX-License-Identifier: MIT

extension Icons {
    /// A page with lines.
    static var notes: Drawing {
        Drawing(
            shape: [.rect(x: 5, y: 3, width: 14, height: 18, radius: 3)],
            lines: [.line("M9 8H15M9 12H15M9 16H12")],
            cut: [.line("M9 8H15M9 12H15M9 16H12")])
    }
}
