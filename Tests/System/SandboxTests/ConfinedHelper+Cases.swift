import SandboxTestSupport

extension ConfinedHelper: CaseIterable {
    static let config = ConfinedHelper("tabshell-config", ["--reference"])
    static let raster = ConfinedHelper("tabshell-raster")

    public static var allCases: [ConfinedHelper] { [config, raster] }
}
