// SPDX-License-Identifier: MIT

import Spelling
import Testing

@Suite struct SpellingTests {
    @Test(arguments: [
        ("heigth", "height"), ("hieght", "height"), ("hight", "height"), ("heightt", "height"), ("HEIGHT", "height"),
        ("sigm", "sigma"), ("corner_raduis", "corner_radius"), ("cornerradius", "corner_radius"),
    ])
    func near(_ word: String, _ meant: String) {
        #expect(Spelling.nearest(word, among: ["shadow", "height", "sigma", "corner_radius"]) == meant)
    }

    @Test(arguments: ["", "x", "width", "lengthy", "shdwww", String(repeating: "height", count: 20)])
    func tooFar(_ word: String) {
        #expect(Spelling.nearest(word, among: ["shadow", "height", "sigma"]) == nil)
    }

    @Test func theFirstOfTheNearest() {
        #expect(Spelling.nearest("tap", among: ["tab", "top", "tape"]) == "tab")
        #expect(Spelling.nearest("tap", among: []) == nil)
    }
}
