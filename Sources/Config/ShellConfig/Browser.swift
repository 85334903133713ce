public import ShellModel

/// A browser that can show a page in a window without tabs and toolbars, with its own profile.
public enum Browser: CaseIterable, Sendable {
    case chromium, cog, firefox

    /// The names of its program.
    public var names: [String] {
        switch self {
        case .chromium: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
        case .cog: ["cog"]
        case .firefox: ["firefox", "firefox-esr"]
        }
    }

    /// The browser with a program's name; nil for any other program. `program` is a name or a path.
    public init?(program: String) {
        let name = program.split(separator: "/").last.map(String.init) ?? ""
        guard let browser = Self.allCases.first(where: { $0.names.contains(name) }) else { return nil }
        self = browser
    }

    /// The arguments, without the program's name. `profile` is the folder of the profile, an absolute path.
    public func arguments(_ address: WebAddress, tab: TabID, profile: String) -> [String] {
        switch self {
        case .chromium:
            [
                "--app=\(address.text)", "--user-data-dir=\(profile)", "--ozone-platform=wayland", "--no-first-run",
                "--no-default-browser-check",
            ]
        case .cog:
            [
                "--platform=wl", "--gapplication-app-id=\(Self.appID(of: tab))",
                "--cookie-jar=sqlite:\(profile)/cookies.sqlite", address.text,
            ]
        // Not --kiosk, which is fullscreen and covers the bar.
        case .firefox:
            ["--name", Self.appID(of: tab), "--profile", profile, "--new-instance", "--new-window", address.text]
        }
    }

    /// The changes of the environment.
    public func environment(profile: String) -> [String: String] {
        switch self {
        case .chromium: [:]
        // Cog lacks an option for them.
        case .cog: ["XDG_DATA_HOME": "\(profile)/data", "XDG_CACHE_HOME": "\(profile)/cache"]
        case .firefox: ["MOZ_ENABLE_WAYLAND": "1"]
        }
    }

    /// The profile's files to write before each start, by their names.
    public var files: [(name: String, text: String)] {
        guard self == .firefox else { return [] }
        let preferences = """
            user_pref("toolkit.legacyUserProfileCustomizations.stylesheets", true);
            user_pref("browser.shell.checkDefaultBrowser", false);
            user_pref("browser.aboutwelcome.enabled", false);
            user_pref("datareporting.policy.dataSubmissionEnabled", false);

            """
        return [
            ("user.js", preferences),
            ("chrome/userChrome.css", "#navigator-toolbox { visibility: collapse !important; }\n"),
        ]
    }

    /// The link in the profile that a running browser has, and leaves at a crash; nil unless a stale one keeps it from starting.
    ///
    /// Chromium does not start if it names a process of another host, as after a change of the host name.
    public var lock: String? { self == .chromium ? "SingletonLock" : nil }

    /// The app-id of its windows.
    public func appID(_ address: WebAddress, tab: TabID) -> AppIDPattern {
        switch self {
        case .chromium: Self.chromiumAppID(address)
        case .cog, .firefox: AppIDPattern(Self.appID(of: tab))
        }
    }

    /// The app-id for browsers that take one. GApplication requires letters, digits, `-`, `_` between dots, no digit after one.
    private static func appID(of tab: TabID) -> String {
        "org.tabshell.Web.tab-" + tab.rawValue.map { $0 == "_" ? "__" : $0 == "." ? "_d" : String($0) }.joined()
    }

    /// Chromium names the window of an application by host, path and the folder in its profile, with `_` for characters that
    /// file names may not have. It normalizes the path first, so a path that needs this matches any path.
    private static func chromiumAppID(_ address: WebAddress) -> AppIDPattern {
        let name = "\(address.host)_\(address.path)".map { character in
            character == "/"
                ? "_" : character.isLetter || character.isNumber || "-_.".contains(character) ? character : "?"
        }
        let isNormal = address.path.split(separator: "/").allSatisfy { $0.first != "." && !$0.contains("%") }
        let place = isNormal ? String(name) : "\(String(name.prefix(address.host.count)))_*"
        return AppIDPattern("chrome-\(place)-Default")
    }
}
