// SPDX-License-Identifier: MIT

extension Icons {
    /// Four tiles of an overview.
    static var dashboard: Drawing {
        Drawing(
            shape: [
                .rect(x: 4, y: 4, width: 6, height: 7, radius: 1.5),
                .rect(x: 14, y: 4, width: 6, height: 5, radius: 1.5),
                .rect(x: 14, y: 13, width: 6, height: 7, radius: 1.5),
                .rect(x: 4, y: 15, width: 6, height: 5, radius: 1.5),
            ])
    }
}
