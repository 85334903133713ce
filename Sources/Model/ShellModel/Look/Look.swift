/// The complete style of a tab bar: geometry, colours, motion and behaviour. Lengths are logical pixels; `y` grows
/// downwards from the bar's top edge. The initial values are the default look's, `stress-monitor`; ``keys``
/// declares each of them for the configuration and the socket.
public struct Look: Equatable, Sendable {
    public var name = "stress-monitor"
    /// The accessibility identifier of the bar.
    public var identifier = "MainTabBar"

    public var bar = BarStyle()
    public var row = RowStyle()
    public var icon = IconStyle()
    public var title = TitleStyle()
    public var indicator = IndicatorStyle()
    public var shadow = ShadowStyle(opacity: 0.1, sigma: 10, offsetY: -5)
    public var press = PressStyle()
    public var button = ButtonStyle()
    public var badge = BadgeStyle()
    public var menu = MenuStyle()
    public var sheet = SheetStyle()
    public var minimized = MinimizedStyle()
    public var page = PageStyle()
    public var safeArea = SafeArea()
    public var speech = SpeechStyle()
    public var haptics = HapticsStyle()
    /// The factor by which text and icons are enlarged.
    public var textScale = 1.0
    /// The contrast that the colours are raised to.
    public var contrast = Contrast.seed
    /// The transparency of the container and of sheets.
    public var transparency = Reduction.standard
    /// True if every change is immediate.
    public var reducesMotion = false
    public var direction = LayoutDirection.auto
    /// The patterns of the outputs that have a bar and may have the pages.
    public var outputs = [OutputPattern.any]

    public var motion = MotionSet([
        .select: Transition(duration: 200_000_000, curve: .easeInOut),
        .indicator: Transition(duration: 200_000_000, curve: .easeInOut),
        .release: Transition(duration: 150_000_000, curve: .easeOut),
        .badge: Transition(duration: 200_000_000, curve: .easeInOut),
        .button: Transition(duration: 300_000_000, bounce: 0),
        .menuEnter: Transition(duration: 350_000_000, bounce: 0),
        .menuLeave: Transition(duration: 150_000_000, curve: .easeIn),
        .sheet: Transition(duration: 350_000_000, bounce: 0),
        .appearance: Transition(duration: 250_000_000, curve: .easeInOut),
        .minimize: Transition(duration: 300_000_000, bounce: 0),
        .page: Transition(duration: 200_000_000, curve: .easeInOut),
    ])

    public var light = Palette([
        .accent: RGBA(0x302E44), .background: RGBA(0xFFFFFF), .backgroundEnd: RGBA(0xFFFFFF),
        .hairline: RGBA(0, alpha: 0), .shadow: RGBA(0x000000), .icon: RGBA(0x302E44), .selectedIcon: RGBA(0x302E44),
        .title: RGBA(0x302E44), .selectedTitle: RGBA(0x302E44), .indicator: RGBA(0x302E44),
        .badge: RGBA(0xDC2A20), .badgeText: RGBA(0xFFFFFF), .button: RGBA(0x302E44), .buttonEnd: RGBA(0x302E44),
        .buttonRing: RGBA(0xFFFFFF), .buttonIcon: RGBA(0xFFFFFF), .buttonShadow: RGBA(0x302E44, alpha: 0.4),
        .dim: RGBA(0x000000, alpha: 0.4), .menu: RGBA(0xFFFFFF), .menuIcon: RGBA(0x302E44),
        .menuLabel: RGBA(0xFFFFFF), .menuLabelGround: RGBA(0x000000, alpha: 0.7), .page: RGBA(0xF6F5F3),
        .sheet: RGBA(0xF2F2F7),
    ])
    public var dark = Palette([
        .accent: RGBA(0xFFFFFF), .background: RGBA(0x302E44), .backgroundEnd: RGBA(0x302E44),
        .hairline: RGBA(0, alpha: 0), .shadow: RGBA(0x000000), .icon: RGBA(0xFFFFFF), .selectedIcon: RGBA(0xFFFFFF),
        .title: RGBA(0xFFFFFF), .selectedTitle: RGBA(0xFFFFFF), .indicator: RGBA(0xFFFFFF),
        .badge: RGBA(0xDC2A20), .badgeText: RGBA(0xFFFFFF), .button: RGBA(0xFFFFFF), .buttonEnd: RGBA(0xFFFFFF),
        .buttonRing: RGBA(0x302E44), .buttonIcon: RGBA(0x302E44), .buttonShadow: RGBA(0x000000, alpha: 0.4),
        .dim: RGBA(0x000000, alpha: 0.4), .menu: RGBA(0x302E44), .menuIcon: RGBA(0xFFFFFF),
        .menuLabel: RGBA(0xFFFFFF), .menuLabelGround: RGBA(0x000000, alpha: 0.7), .page: RGBA(0x1E1D2B),
        .sheet: RGBA(0x2A293B),
    ])

    public init() {}

    public subscript(palette appearance: Appearance) -> Palette {
        get { appearance == .light ? light : dark }
        set { if appearance == .light { light = newValue } else { dark = newValue } }
    }
}
