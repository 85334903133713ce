import Posix
import Text

extension IconLookup {
    /// The icon themes of the user's desktop, as GTK's and KDE's settings name them, and these toolkits' own.
    public static func desktopThemes(environment: Environment) -> [String] {
        let folders = [BaseDirectory.configuration.path(environment: environment), "/etc"].compactMap(\.self)
        let files = folders.flatMap { folder in
            [
                ("\(folder)/gtk-4.0/settings.ini", "Settings", "gtk-icon-theme-name"),
                ("\(folder)/gtk-3.0/settings.ini", "Settings", "gtk-icon-theme-name"),
                ("\(folder)/kdeglobals", "Icons", "Theme"),
            ]
        }
        let named = files.compactMap { file, group, key in
            (try? FileSystem.read(file, maximumSize: 1 << 20)).flatMap { KeyFile($0)[group]?[key] }
        }
        return named + ["Adwaita", "breeze"]
    }
}
