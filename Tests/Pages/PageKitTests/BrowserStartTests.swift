import Foundation
import TestSupport
import Testing

/// `tabshell-page --url` with programs in place of browsers.
@Suite struct BrowserStartTests {
    private let home: TemporaryDirectory

    init() throws {
        home = try TemporaryDirectory()
        _ = try home.makeDirectory("bin")
    }

    /// Installs a program that reports its arguments and environment.
    private func install(_ name: String) throws {
        try home.write(
            "#!/bin/sh\necho \"$0\" \"$@\"\necho \"data $XDG_DATA_HOME\"\n", to: "bin/\(name)", mode: 0o755)
    }

    private func start(_ address: String, browsers: String? = nil) throws -> ChildProcess {
        let environment = Environment.plain.merging([
            "HOME": home.path, "PATH": "\(home.appending("bin")):/usr/bin/nowhere",
        ]) { $1 }
        let program = try ChildProcess(
            BuiltProducts.url("tabshell-page").path,
            ["--tab", "wiki", "--url", address] + (browsers.map { ["--browsers", $0] } ?? []), environment: environment)
        _ = try program.waitForExit()
        return program
    }

    @Test func firstInstalledBrowserIsStarted() throws {
        try install("cog")
        try install("firefox")
        let profile = home.appending(".local/share/tabshell/web/wiki")
        let program = try start("https://example.org/")
        #expect(program.exit == .code(0))
        #expect(
            program.output == """
                \(home.appending("bin/cog")) --platform=wl --gapplication-app-id=org.tabshell.Web.tab-wiki \
                --cookie-jar=sqlite:\(profile)/cookies.sqlite https://example.org/
                data \(profile)/data

                """)
        #expect(try FileManager.default.attributesOfItem(atPath: profile)[.posixPermissions] as? Int == 0o700)
        #expect(try start("https://example.org/", browsers: "firefox,cog").output.contains("bin/firefox --name"))
        let sheet = try String(contentsOfFile: "\(profile)/chrome/userChrome.css", encoding: .utf8)
        #expect(sheet.contains("#navigator-toolbox"))
    }

    /// Chromium does not start beside the lock of another host name. A running browser keeps its own.
    @Test func lockOfAnEndedBrowserIsRemoved() throws {
        let page = try BuiltProducts.url("tabshell-page").path
        try home.write(
            """
            #!/bin/sh
            cd '\(home.appending(".local/share/tabshell/web/wiki"))'
            /bin/readlink SingletonLock || /bin/ln -s other-1 SingletonLock
            [ $NESTED ] || NESTED=1 '\(page)' --tab wiki --url https://example.org/

            """, to: "bin/chromium", mode: 0o755)
        for _ in 1...2 { #expect(try start("https://example.org/").output == "other-1\n") }
    }

    @Test func missingBrowserIsNamed() throws {
        let program = try start("https://example.org/", browsers: "chromium,cog")
        #expect(program.exit == .code(9))
        #expect(
            program.errorOutput == "tabshell-page: web pages need Chromium or Cog. Install one: sudo apt install cog\n")
    }
}
