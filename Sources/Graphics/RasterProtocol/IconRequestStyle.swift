/// The kind of picture made from an icon's file. The raw value is the verb of the request.
public enum IconRequestStyle: String, Sendable {
    /// A mask of a symbolic icon or one of a single colour, else a picture in its own colours.
    case automatic = "icon"
    case mask
    case color
}
