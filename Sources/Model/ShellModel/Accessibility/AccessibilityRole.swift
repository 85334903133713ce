/// The kind of a node in the accessibility tree, by the name that AccessKit's `Role` has in JSON. A page may use any of them.
public struct AccessibilityRole: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public static let alert = Self(rawValue: "alert")
    public static let button = Self(rawValue: "button")
    public static let checkBox = Self(rawValue: "checkBox")
    public static let code = Self(rawValue: "code")
    public static let dialog = Self(rawValue: "dialog")
    /// A picture with a meaning, such as a chart.
    public static let figure = Self(rawValue: "figure")
    public static let group = Self(rawValue: "group")
    public static let heading = Self(rawValue: "heading")
    /// A text.
    public static let label = Self(rawValue: "label")
    public static let link = Self(rawValue: "link")
    public static let list = Self(rawValue: "list")
    public static let listItem = Self(rawValue: "listItem")
    public static let menu = Self(rawValue: "menu")
    public static let menuItem = Self(rawValue: "menuItem")
    /// A value within a range.
    public static let meter = Self(rawValue: "meter")
    public static let paragraph = Self(rawValue: "paragraph")
    public static let searchInput = Self(rawValue: "searchInput")
    /// A temporary message.
    public static let status = Self(rawValue: "status")
    public static let tab = Self(rawValue: "tab")
    public static let tabList = Self(rawValue: "tabList")
    public static let tabPanel = Self(rawValue: "tabPanel")
    public static let textInput = Self(rawValue: "textInput")
    public static let window = Self(rawValue: "window")
}
