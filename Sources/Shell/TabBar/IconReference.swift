import ShellModel

/// An icon and its drawing.
public struct IconReference: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name of a built-in icon, or the path of a file.
    public var name: String
    /// Nil: symbolic and single-colour icons are masks, all others keep their colours.
    public var rendering: IconRendering?

    public init(_ name: String, _ rendering: IconRendering? = nil) {
        self.name = name
        self.rendering = rendering
    }

    public init(stringLiteral name: String) { self.init(name) }
}

extension Tab {
    var outline: IconReference { IconReference(icon, iconRendering) }
    /// The icon while it is selected; nil for the same.
    var filled: IconReference? { filledIcon.map { IconReference($0, iconRendering) } }
}

extension Action {
    var picture: IconReference { IconReference(icon, iconRendering) }
}
