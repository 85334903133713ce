internal import CPango
internal import Glibc

/// The configuration of fontconfig, read before this process is confined: it names the folders of fonts.
package struct FontConfiguration: @unchecked Sendable {
    private let configuration: OpaquePointer?

    /// Reads the configuration, but no fonts yet.
    package init() { configuration = FcInitLoadConfig() }

    /// The paths of the folders of fonts and of their cache, ended by 0.
    package var folders: [[CChar]] {
        guard let configuration else { return [] }
        var folders: [[CChar]] = []
        // Before the fonts are found, versions differ in the list with the folders.
        let lists = [
            FcConfigGetConfigDirs(configuration), FcConfigGetFontDirs(configuration),
            FcConfigGetCacheDirs(configuration),
        ]
        for list in lists {
            while let folder = FcStrListNext(list) {
                folders.append(
                    UnsafeBufferPointer(start: folder, count: strlen(folder) + 1).map { CChar(bitPattern: $0) })
            }
            FcStrListDone(list)
        }
        return folders
    }

    package static func nameWarnings(of program: String) { g_set_prgname(program) }

    /// Finds the fonts, and lets Pango use them. To be called before its first text.
    package func use() { FcConfigSetCurrent(configuration) }
}
