// SPDX-License-Identifier: MIT

extension Icons {
    /// A magnifying glass; filled, with a glint.
    static var search: Drawing {
        Drawing(
            shape: [.circle(x: 10.8, y: 10.8, radius: 7.3)],
            lines: [.line("M16.1 16.1 20.8 20.8")],
            cut: [.line("M7.2 10.8A3.6 3.6 0 0 1 10.8 7.2")],
            over: [.line("M16.1 16.1 20.8 20.8")])
    }
}
