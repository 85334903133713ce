// SPDX-License-Identifier: MIT

extension Icons {
    /// A pencil on a square.
    static var compose: Drawing {
        Drawing(
            lines: [
                .line("M11.5 4.8H7A3 3 0 0 0 4 7.8V17A3 3 0 0 0 7 20H16.2A3 3 0 0 0 19.2 17V12.5"),
                .line("M17.3 3.9A2 2 0 0 1 20.1 6.7L12.1 14.7 8.6 15.4 9.3 11.9Z"),
            ],
            filled: [.line("M11.5 4.8H7A3 3 0 0 0 4 7.8V17A3 3 0 0 0 7 20H16.2A3 3 0 0 0 19.2 17V12.5Z")],
            cut: [.line("M17.3 3.9A2 2 0 0 1 20.1 6.7L12.1 14.7 8.6 15.4 9.3 11.9Z", width: 5)],
            over: [.line("M17.3 3.9A2 2 0 0 1 20.1 6.7L12.1 14.7 8.6 15.4 9.3 11.9Z").solid])
    }
}
