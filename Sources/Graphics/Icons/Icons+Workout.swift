// SPDX-License-Identifier: MIT

extension Icons {
    /// A dumbbell.
    static var workout: Drawing {
        Drawing(
            shape: [
                .rect(x: 5.7, y: 5.5, width: 3.4, height: 13, radius: 1.6),
                .rect(x: 14.9, y: 5.5, width: 3.4, height: 13, radius: 1.6),
            ],
            lines: [.line("M9.1 12H14.9M2.7 10V14M21.3 10V14")],
            over: [.line("M9.1 12H14.9M2.7 10V14M21.3 10V14")])
    }
}
