// SPDX-License-Identifier: MIT
import ShellModel

/// A colour as it is written: itself, or another token's, with an opacity.
struct ColorExpression: Equatable {
    enum Base: Equatable {
        case color(RGBA)
        case token(ColorToken)
    }

    var base: Base
    /// 0…1; it is multiplied with the base's own.
    var opacity: Double

    /// The colours that have a name and are no tokens.
    static let named: [(name: String, color: RGBA)] = [
        ("black", RGBA(0x000000)), ("white", RGBA(0xFFFFFF)), ("clear", RGBA(0x000000, alpha: 0)),
    ]

    static let allowed =
        "allowed: \"#RRGGBB\", \"#RRGGBBAA\", or black, white, clear or another colour's name, with an opacity like \"accent 80%\""

    /// Every name that a colour may be written with.
    static var names: [String] { named.map(\.name) + ColorToken.allCases.map(\.rawValue) }

    init(_ base: Base, opacity: Double = 1) {
        self.base = base
        self.opacity = opacity
    }

    /// Reads a colour; nil where it is none.
    init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard let first = words.first, words.count <= 2 else { return nil }
        let name = String(first)
        if let color = RGBA(text: name) ?? Self.named.first(where: { $0.name == name })?.color {
            base = .color(color)
        } else if let token = ColorToken(rawValue: name) {
            base = .token(token)
        } else {
            return nil
        }
        opacity = 1
        guard words.count == 2 else { return }
        guard words[1].hasSuffix("%"), let percent = Double(words[1].dropLast()), (0...100).contains(percent) else {
            return nil
        }
        opacity = percent / 100
    }
}

/// The colours of one appearance as they are written, which may refer to one another.
struct PaletteExpressions {
    private(set) var expressions: [ColorToken: ColorExpression] = [:]
    /// Where each was written; one that no file has written has no place.
    private(set) var places: [ColorToken: Entry] = [:]

    init(_ palette: Palette) {
        for token in ColorToken.allCases { expressions[token] = ColorExpression(.color(palette[token])) }
    }

    mutating func set(_ token: ColorToken, _ expression: ColorExpression, at entry: Entry) {
        expressions[token] = expression
        places[token] = entry
    }

    /// Follows every reference; one that leads back to itself is a problem.
    func resolved(_ problems: Diagnostics) -> Palette {
        var palette = Palette([:])
        for token in ColorToken.allCases {
            palette[token] = color(of: token) ?? RGBA(0, alpha: 0)
            // A circle is told once, at its first member.
            guard let circle = circle(through: token), circle.first == token, let place = places[token] else {
                continue
            }
            let names = (circle + [token]).map(\.rawValue).joined(separator: " → ")
            problems.add("these colours are made of one another: \(names)", at: place)
        }
        return palette
    }

    /// Nil where the references never end.
    private func color(of token: ColorToken) -> RGBA? {
        var opacity = 1.0
        var token = token
        for _ in ColorToken.allCases {
            guard let expression = expressions[token] else { return nil }
            opacity *= expression.opacity
            switch expression.base {
            case .color(let color): return color.opacity(opacity)
            case .token(let next): token = next
            }
        }
        return nil
    }

    /// The tokens of the circle that a token is part of, in the order of reference, from the first in the list of tokens.
    private func circle(through token: ColorToken) -> [ColorToken]? {
        var members: [ColorToken] = []
        var current = token
        while case .token(let next)? = expressions[current]?.base {
            members.append(current)
            if next == token {
                let order = ColorToken.allCases
                guard
                    let first = members.indices.min(by: {
                        (order.firstIndex(of: members[$0]) ?? 0) < (order.firstIndex(of: members[$1]) ?? 0)
                    })
                else { return nil }
                return Array(members[first...] + members[..<first])
            }
            if members.contains(next) { return nil }
            current = next
        }
        return nil
    }
}
