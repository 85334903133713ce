// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite struct ScreenshotTests {
    static let red = Screenshot.Pixel(255, 0, 0)

    /// Two by two; the first pixel looks like whitespace, which must not be skipped with the header's.
    static func picture() throws -> Screenshot {
        try Screenshot(ppm: Data("P6\n# words\n2 2\n255\n".utf8) + [32, 10, 9, 1, 2, 3, 255, 0, 0, 7, 8, 9])
    }

    @Test func pixelsHaveTheirPositions() throws {
        let picture = try Self.picture()
        #expect(picture.width == 2 && picture.height == 2)
        #expect(picture.pixel(0, 0) == .init(32, 10, 9))
        #expect(picture.pixel(1, 0) == .init(1, 2, 3))
        #expect(picture.pixel(0, 1) == Self.red)
        #expect(picture.pixel(1, 1).description == "#070809")
    }

    @Test(arguments: ["", "P5\n1 1\n255\nabc", "P6\n1 1\n65535\nabcdef", "P6\n2 2\n255\nabc", "P6\n1 1\n255\nabcd"])
    func otherFormatsAreRejected(text: String) {
        #expect(throws: SystemError.self) { try Screenshot(ppm: Data(text.utf8)) }
    }

    @Test func croppingClampsToTheImage() throws {
        let part = try Self.picture().crop(x: 1, y: -1, width: 5, height: 2)
        #expect(part.width == 1 && part.height == 1)
        #expect(part.pixel(0, 0) == .init(1, 2, 3))
    }

    @Test func comparisonHasATolerance() {
        let one = Screenshot(width: 4, height: 4, color: .init(100, 100, 100))
        let other = Screenshot(width: 4, height: 4, color: .init(100, 103, 100))
        #expect(one.differingPixels(from: other) == 16)
        #expect(one.differingPixels(from: other, tolerance: 3) == 0)
        #expect(one.differingPixels(from: Screenshot(width: 4, height: 3, color: .init(100, 100, 100))) == 16)
    }
}
