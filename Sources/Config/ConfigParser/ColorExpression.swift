import Localization
import ShellModel

/// A colour as written in a file: a value or a reference to another colour, and an opacity.
struct ColorExpression: Equatable {
    enum Base: Equatable {
        case color(RGBA)
        case token(ColorToken)
    }

    var base: Base
    /// 0…1; multiplied by the opacity of the base.
    var opacity: Double

    static let allowed =
        localized(
            "allowed: \"#RGB\", \"#RRGGBB\", \"#RRGGBBAA\", or clear, a colour's name in CSS or that of another colour here, with an opacity like \"accent 80%\""
        )

    static var names: [String] { ColorToken.allCases.map(\.rawValue) + CSSColors.all.keys.sorted() }

    init(_ base: Base, opacity: Double = 1) {
        self.base = base
        self.opacity = opacity
    }

    /// Parses a colour; nil if the text is not one.
    init?(text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        guard let first = words.first, words.count <= 2 else { return nil }
        let name = String(first)
        if let token = ColorToken(rawValue: name) {
            base = .token(token)
        } else if let color = RGBA(text: name) ?? CSSColors.all[name] {
            base = .color(color)
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

/// The colours of one appearance before their references to one another are resolved.
struct PaletteExpressions {
    private var expressions: [ColorToken: ColorExpression] = [:]
    /// The places of the colours set by a file.
    private var locations: [ColorToken: SourceLocation] = [:]
    /// True if the newest layer with the bar's background does not set the pages'.
    private var pageFollows = false

    init(_ palette: Palette) {
        for token in ColorToken.allCases { expressions[token] = ColorExpression(.color(palette[token])) }
    }

    mutating func set(_ token: ColorToken, _ expression: ColorExpression, at location: SourceLocation) {
        expressions[token] = expression
        locations[token] = location
        // A layer's colours come in the order of their names.
        if token == .background || token == .page { pageFollows = token == .background }
    }

    /// The palette with all references resolved. A cycle of references is an error, at its first member.
    ///
    /// - Parameter ink: the pages' text. The pages follow an opaque background only if it remains legible.
    func resolved(_ diagnostics: Diagnostics, ink: RGBA) -> Palette {
        var palette = Palette([:])
        var reported: Set<ColorToken> = []
        for token in ColorToken.allCases {
            var members = [token]
            while case .token(let next)? = expressions[members[members.count - 1]]?.base, !members.contains(next) {
                members.append(next)
            }
            let chain = members.compactMap { expressions[$0] }
            switch chain.last?.base {
            case .color(let color): palette[token] = color.opacity(chain.reduce(1) { $0 * $1.opacity })
            case .token(token):
                guard reported.isDisjoint(with: members), let location = locations[token] else { break }
                reported.formUnion(members)
                let names = (members + [token]).map(\.rawValue).joined(separator: " → ")
                diagnostics.add(localized("these colours refer to one another: \(names)"), at: location)
            default: break
            }
        }
        let background = palette[.background]
        if pageFollows, background.alpha == 1, ink.isLegible(on: background) { palette[.page] = background }
        return palette
    }
}

/// The named colours of CSS, and `clear`.
enum CSSColors {
    static let all: [String: RGBA] = {
        var colors = ["clear": RGBA(0x000000, alpha: 0)]
        for pair in String(decoding: PackageResources.colors_txt, as: UTF8.self).split(separator: "\n") {
            let words = pair.split(whereSeparator: \.isWhitespace)
            if let value = UInt32(words[1], radix: 16) { colors[String(words[0])] = RGBA(value) }
        }
        return colors
    }()
}
