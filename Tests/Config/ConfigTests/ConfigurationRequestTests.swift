import ShellModel
import ShellConfig
import Testing

/// The helper's reading for the daemon.
@Suite struct ConfigurationRequestTests {
    /// Files that name a look, and the text of the file of tabs in them.
    private func configuration(_ name: String, _ text: String) -> Configuration {
        var look = Look()
        look.name = name
        let tabs = Configuration.default.setup.tabs
        return Configuration(setup: ShellConfiguration(unchecked: tabs, look: look), programs: [:], tabsText: text)
    }

    /// Carries out a request on files with the look `own` and the text `file`, and counts the readings.
    private func read(
        _ request: ConfigurationRequest, broken: String? = nil
    ) throws -> (reading: ConfigurationReading, count: Int) {
        var count = 0
        let reading = try request.reading {
            "\($0)+\($1)-\($2)"
        } by: { look, edit throws(ConfigurationErrors) in
            count += 1
            guard look == nil || look != broken else {
                throw ConfigurationErrors([ConfigurationError(file: "looks/x.toml", message: "broken")])
            }
            return configuration(look ?? "own", edit.text ?? "file")
        }
        return (reading, count)
    }

    @Test func selectedLookIsUsedOverTheOneThatItWasSelectedOver() throws {
        let (kept, count) = try read(ConfigurationRequest(override: LookOverride(look: "x", over: "own")))
        #expect(kept.configuration.setup.look.name == "x" && kept.look == "own" && kept.lookErrors == nil && count == 2)
        let (left, once) = try read(ConfigurationRequest(override: LookOverride(look: "x", over: "earlier")))
        #expect(left.configuration.setup.look.name == "own" && left.look == "own" && once == 1)
    }

    @Test func selectedLookWithErrorsLeavesThatOfTheFiles() throws {
        let (reading, _) = try read(
            ConfigurationRequest(override: LookOverride(look: "x", over: "own")), broken: "x")
        #expect(reading.configuration.setup.look.name == "own" && reading.lookErrors?.errors.first?.message == "broken")
        #expect(throws: ConfigurationErrors.self) { try read(ConfigurationRequest(look: "x"), broken: "x") }
    }

    @Test func changesOfTheTabsStayAndThoseOfTheirFileAreMerged() throws {
        let (kept, _) = try read(ConfigurationRequest(tabs: TabsEdit(text: "changed", over: "file")))
        #expect(kept.configuration.tabsText == "changed" && kept.savedTabs == "file")
        let (merged, _) = try read(ConfigurationRequest(tabs: TabsEdit(text: "changed", over: "earlier")))
        #expect(merged.configuration.tabsText == "changed+file-earlier" && merged.savedTabs == "file")
        // Both at once.
        let (both, _) = try read(
            ConfigurationRequest(
                override: LookOverride(look: "x", over: "own"), tabs: TabsEdit(text: "changed", over: "file")))
        #expect(both.configuration == configuration("x", "changed") && both.savedTabs == "file")
    }

    @Test func requestAndReadingAreWhatTheyWereAfterThePipe() throws {
        for request in [
            ConfigurationRequest(),
            ConfigurationRequest(
                look: "a", override: LookOverride(look: "b", over: "c"),
                tabs: TabsEdit(text: "[[tabs]]\n", over: "", change: .move("home", .last), look: "d")),
        ] {
            #expect(try ConfigurationRequest(line: request.line) == request)
        }
        var reading = ConfigurationReading(configuration("a", "b"), savedTabs: "e", tabsFile: "# f\n")
        reading.look = "c"
        reading.lookErrors = ConfigurationErrors([ConfigurationError(file: "d", line: 1, message: "e")])
        #expect(try ConfigurationMessage.reading(from: ConfigurationMessage.line(.success(reading))) == reading)
    }
}
