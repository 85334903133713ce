import ShellModel
import Testing

@Suite struct LookTests {
    @Test func keyPathsAreUniqueWithinOneGroup() {
        let paths = Look.keys.map(\.path)
        #expect(Set(paths).count == paths.count)
        #expect(paths.allSatisfy { $0.split(separator: ".", omittingEmptySubsequences: false).count <= 2 })
    }

    /// Setting one key leaves the values of all others unchanged.
    @Test func keysSetDistinctValues() {
        for key in Look.keys {
            var look = Look()
            switch key.kind {
            case .number(let place, let range): look[keyPath: place] = range.upperBound
            case .integer(let place, let range):
                let isHighest = look[keyPath: place] == range.upperBound
                look[keyPath: place] = isHighest ? range.lowerBound : range.upperBound
            case .flag(let place): look[keyPath: place].toggle()
            case .text(let place): look[keyPath: place] += "!"
            case .texts(let place): look[keyPath: place].append("!")
            case .choice(let choice):
                let other = choice.cases.first { $0 != choice.get(look) } ?? ""
                #expect(choice.set(&look, other), "\(key.path)")
                #expect(!choice.set(&look, "no such word"))
            case .transition(let token): look.motion[token].duration += 1
            case .color(.light, let token): look.light[token] = RGBA(0x123456, alpha: 0.5)
            case .color(.dark, let token): look.dark[token] = RGBA(0x123456, alpha: 0.5)
            }
            let changed = Look.keys.filter { value($0, of: look) != value($0, of: Look()) }.map(\.path)
            #expect(changed == [key.path])
        }
    }

    @Test func colors() {
        #expect(RGBA(text: "#302E44") == RGBA(0x302E44))
        #expect(RGBA(text: "#302e4480")?.rawValue == 0x302E_4480)
        #expect(RGBA(text: "#00000000") == RGBA(0, alpha: 0))
        for text in ["", "#", "302E44", "#302E4", "#302E443", "#302E44000", "#+02E44", "#-02E44", "#30 E44", "#30ÉE4"] {
            #expect(RGBA(text: text) == nil, "\(text)")
        }
        for text in ["#302E44", "#000000", "#00000000", "#0000FF7F", "#FFFFFFFE"] {
            #expect(RGBA(text: text)?.text == text)
        }
        #expect(RGBA(0xFFFFFF, alpha: 2) == RGBA(0xFFFFFF))
        #expect(RGBA(0xFFFFFF, alpha: .nan) == RGBA(0xFFFFFF, alpha: 0))
        #expect(RGBA(0x102030, alpha: 0.5).opacity(0.5).rgb == 0x102030)
        #expect(RGBA(0x102030).alpha == 1)
    }

    private func value(_ key: LookKey, of look: Look) -> String {
        switch key.kind {
        case .number(let place, _): "\(look[keyPath: place])"
        case .integer(let place, _): "\(look[keyPath: place])"
        case .flag(let place): "\(look[keyPath: place])"
        case .text(let place): look[keyPath: place]
        case .texts(let place): look[keyPath: place].joined(separator: ",")
        case .choice(let choice): choice.get(look)
        case .transition(let token): "\(look.motion[token])"
        case .color(let appearance, let token): look[palette: appearance][token].text
        }
    }
}
