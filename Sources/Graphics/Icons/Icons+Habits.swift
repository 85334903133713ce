// SPDX-License-Identifier: MIT

extension Icons {
    /// A tick in a ring.
    static var habits: Drawing {
        Drawing(
            shape: [.circle(x: 12, y: 12, radius: 9)],
            lines: [.line("M8 12.3 10.8 15.1 16 9.4")],
            cut: [.line("M8 12.3 10.8 15.1 16 9.4")])
    }
}
