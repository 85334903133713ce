import Localization
public import ShellModel

/// A web page as the page of a tab, in the first installed of some browsers.
public struct WebPage: Equatable, Sendable {
    public var tab: TabID
    public var address: WebAddress
    /// Names of programs, or paths, of known browsers.
    public var browsers: [String]

    public static let defaultBrowsers = [
        "chromium", "chromium-browser", "google-chrome", "cog", "firefox", "firefox-esr",
    ]
    /// The program that starts the browser, and its options.
    public static let program = "tabshell-page"
    public static let addressOption = "url"
    public static let browsersOption = "browsers"

    public init(tab: TabID, address: WebAddress, browsers: [String] = defaultBrowsers) {
        (self.tab, self.address, self.browsers) = (tab, address, browsers)
    }

    /// The argument vector that shows it.
    public var arguments: [String] {
        [
            Self.program, "--tab", tab.rawValue, "--\(Self.addressOption)", address.text, "--\(Self.browsersOption)",
            browsers.joined(separator: ","),
        ]
    }

    /// The page that an argument vector shows; nil for another program's.
    public init?(arguments: [String]) {
        guard arguments.count == 7, let address = try? WebAddress(arguments[4]) else { return nil }
        self.init(
            tab: TabID(rawValue: arguments[2]), address: address,
            browsers: arguments[6].split(separator: ",").map(String.init))
        guard self.arguments == arguments else { return nil }
    }

    /// The app-ids of its windows, whichever browser shows it.
    public var appIDs: [AppIDPattern] {
        var patterns: [AppIDPattern] = []
        for browser in browsers.compactMap({ Browser(program: $0) }) {
            let pattern = browser.appID(address, tab: tab)
            if !patterns.contains(pattern) { patterns.append(pattern) }
        }
        return patterns
    }

    /// The reason why nothing shows it without an installed browser, and what to install.
    public var missingBrowser: String {
        let known = Browser.allCases.filter { browser in browsers.contains { Browser(program: $0) == browser } }
        let names =
            known.count == 3
            ? localized("Chromium, Firefox or Cog")
            : alternatives(known.map { $0.names[0].prefix(1).uppercased() + $0.names[0].dropFirst() })
        // Cog's is the smallest, and the packages are Debian's.
        let package = known.contains(.cog) ? "cog" : known.first == .firefox ? "firefox-esr" : "chromium"
        return localized("web pages need \(names). Install one: sudo apt install \(package)")
    }
}
