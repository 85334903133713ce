import Foundation
import TestSupport
import Testing

@Suite struct RasterHelperTests {
    /// Fontconfig's message about missing fonts, which it prints once it is initialized.
    private func complaints(_ request: String) throws -> String {
        let helper = try BuiltProducts.url("tabshell-raster").path
        var environment = Environment.plain
        environment["FONTCONFIG_FILE"] = "/nowhere/fonts.conf"
        let child = try ChildProcess(
            "sh", ["-c", "printf '\(request)\\n' | \(helper)"], environment: environment)
        #expect(try child.waitForExit() == .code(0))
        return child.errorOutput
    }

    @Test func initializesFontsOnlyForText() throws {
        let folder = try TemporaryDirectory()
        let icon = try folder.write("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'/>", to: "icon.svg")
        #expect(try complaints("icon 24 24 \(icon)") == "")
        #expect(try complaints("text 12 400 - DejaVu Sans\\tHome").contains("Fontconfig"))
    }
}
