// SPDX-License-Identifier: MIT

extension Icons {
    /// A microphone on its stand.
    static var record: Drawing {
        Drawing(
            shape: [.rect(x: 8.5, y: 3, width: 7, height: 11, radius: 3.5)],
            lines: [.line("M5 11A7 7 0 0 0 19 11M12 18V21")],
            over: [.line("M5 11A7 7 0 0 0 19 11M12 18V21")])
    }
}
