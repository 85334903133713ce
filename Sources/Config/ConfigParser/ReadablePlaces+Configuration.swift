import Posix
import Sandbox
import ShellConfig

extension ReadablePlaces {
    /// The places of configuration files, desktop entries, icon themes and translations.
    init(_ loader: ConfigurationLoader, environment: (String) -> String?) {
        self.init()
        for file in [loader.file, loader.tabsFile].compactMap(\.self) { add(file) }
        if let folder = loader.folder {
            add(folderOfLinks: folder)
            add(folderOfLinks: "\(folder)/looks")
        }
        for folder in BaseDirectory.dataDirectories(environment: environment) {
            add(folderOfLinks: "\(folder)/applications")
            add(folderOfLinks: "\(folder)/icons")
            // The link targets of Flatpak applications' entries.
            add("\(folder)/flatpak")
        }
        if let home = environment("HOME"), !home.isEmpty { add(folderOfLinks: "\(home)/.icons") }
        // Translations beside the programs.
        if let program = FileSystem.resolve("/proc/self/exe") {
            add("\(FileSystem.directory(of: FileSystem.directory(of: program)))/share/locale")
        }
    }
}
