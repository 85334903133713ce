import DesktopEntries
import ShellModel
import ShellConfig
import Testing

@testable import ConfigParser

/// The file with the changes of the tabs, and the changes.
@Suite struct TabsFileTests {
    private static let file = "/c/tabs.toml"
    private static let editor = "[[tabs]]\nid = \"editor\"\ntitle = \"Editor\"\nicon = \"document\"\n"

    private func read(_ tabs: String?, user: String? = nil) throws(ConfigurationErrors) -> Configuration {
        let reader = ConfigurationReader(icon: builtInIcon)
        return try reader.read(
            user: user.map { ConfigurationText(file: "/c/config.toml", text: $0) },
            tabs: tabs.map { ConfigurationText(file: Self.file, text: $0) })
    }

    private func ids(_ configuration: Configuration) -> [String] { configuration.setup.tabs.map(\.id.rawValue) }

    private func errors(_ tabs: String, user: String? = nil) -> [String] {
        do throws(ConfigurationErrors) {
            _ = try read(tabs, user: user)
            return []
        } catch {
            return error.lines
        }
    }

    // MARK: - Reading

    @Test func fileIsReadAfterTheConfiguration() throws {
        let user = "order = [\"growth\", \"home\"]\nlook = \"lucidpal\"\n"
        #expect(try ids(read(Self.editor, user: "order = [\"growth\", \"home\"]\n")) == ["growth", "home", "editor"])
        #expect(try read("look = \"stress-monitor\"\n", user: user).setup.look.name == "stress-monitor")
        #expect(try ids(read("look = \"stress-monitor\"\norder = [\"home\"]\n", user: user)) == ["home"])
    }

    @Test func errorsNameTheFileAndLine() {
        #expect(errors("\n[[tabs]]\nid = \"x\"\ntitel = \"X\"\n", user: "[bar]\nheigth = 3\n").count == 4)
        #expect(
            errors("\n[[tabs]]\nid = \"x\"\nicon = \"home\"\ntitel = \"X\"\n").contains {
                $0.hasPrefix("/c/tabs.toml:5: tabs[\"x\"].titel")
            })
        #expect(errors("order = [").first?.hasPrefix("/c/tabs.toml:1: this is not TOML") == true)
        #expect(
            errors("look = \"nowhere\"\n", user: "look = \"lucidpal\"\n").first?.hasPrefix(
                "/c/tabs.toml:1: look: unknown look") == true)
        #expect(
            errors("", user: "\nlook = \"nowhere\"\n").first?.hasPrefix("/c/config.toml:2: look: unknown look")
                == true)
    }

    /// The tabs were arranged in another look.
    @Test func orderWithUnknownTabsIsPassedOver() throws {
        let tabs = "order = [\"editor\", \"flash\", \"home\"]\n\(Self.editor)"
        #expect(try ids(read(tabs)) == ["editor", "flash", "home"])
        #expect(try ids(read(tabs, user: "look = \"lucidpal\"\n")).last == "editor")
        #expect(try ids(read(tabs, user: "look = \"lucidpal\"\n")).count > 2)
    }

    @Test func textIsKeptButForComments() throws {
        let text = """
            # Written by `tabctl save`, and read after the configuration, into which these lines may be moved.
            look = "stress-monitor"
            order = ["home", "x"]
            bar = { height = 100 }
            motion = { select = { duration = 0.35, bounce = 0.3 } }

            [[tabs]]
            id = "x"
            title = "a \\"b\\" \\\\ ü"
            icon = "home"
            routes = ["a/*"]
            exec = ["p", "", "-x=\\"1\\""]

            """
        #expect(try read(text).tabsText == text)
        #expect(try read("# mine\n" + text.replacing("icon = \"home\"", with: "icon = 'home' # why")).tabsText == text)
        #expect(try read(nil).tabsText == "" && read("# nothing\n").tabsText == "")
    }

    // MARK: - Changes

    /// A configuration with a change; the desktop entries are `editor`, and `odd`, whose icon does not exist.
    private func change(
        _ change: TabChange?, in text: String? = nil, look: String? = nil, user: String? = nil
    ) throws(ConfigurationErrors) -> Configuration {
        let entries = [
            "editor": "Name=Text Editor\nIcon=pencil.svg\nExec=edit --new %U\n",
            "odd": "Name=Über-App 2\nIcon=nowhere\nStartupWMClass=OddClass\nPath=/opt\nExec=odd\n",
            "日本": "Name=日本\nExec=nippon\n",
        ]
        let find: (String) throws(DesktopEntryError) -> DesktopEntry = { id throws(DesktopEntryError) in
            guard let text = entries[id] else { throw DesktopEntryError("not found") }
            return try DesktopEntry(Array("[Desktop Entry]\nType=Application\n\(text)".utf8))
        }
        let editor = TabsEditor(file: Self.file, desktopEntry: find) { text throws(ConfigurationErrors) in
            try read(text, user: user)
        }
        return try editor.apply(TabsEdit(text: text, change: change, look: look))
    }

    private func refusal(_ change: TabChange, in text: String? = nil, user: String? = nil) -> ConfigurationError? {
        do throws(ConfigurationErrors) {
            _ = try self.change(change, in: text, user: user)
            return nil
        } catch {
            return error.errors.first
        }
    }

    @Test func desktopEntryBecomesATab() throws {
        let configuration = try change(.add(NewTab(desktopEntry: "editor"), .last))
        let tab = try #require(configuration.setup.tabs.last)
        #expect(tab.id == "text-editor" && tab.title == "Text Editor" && tab.icon == "pencil")
        #expect(tab.window?.appIDs == ["editor"] && configuration.programs[.page("text-editor")] == ["edit", "--new"])
        // It is after the others anyway; the tabs that they get later must not be left out.
        #expect(!configuration.tabsText.contains("order"))
        #expect(try read(configuration.tabsText) == configuration)
    }

    @Test func missingIconIsReplaced() throws {
        let tab = try #require(try change(.add(NewTab(desktopEntry: "odd"), .at(1))).setup.tabs.first)
        #expect(tab.id == "ber-app-2" && tab.icon == "window" && tab.window?.appIDs == ["odd", "OddClass"])
        // One that was asked for is not.
        #expect(
            refusal(.add(NewTab(icon: "nowhere", desktopEntry: "odd"), .last))?.message.contains("unknown icon") == true
        )
    }

    @Test func givenValuesComeBeforeThoseOfTheEntry() throws {
        let tab = NewTab(id: "x", title: "T", icon: "star", appIDs: ["other"], desktopEntry: "odd")
        let added = try #require(try change(.add(tab, .before("growth"))).setup.tabs.dropFirst(2).first)
        #expect(added.id == "x" && added.title == "T" && added.icon == "star" && added.window?.appIDs == ["other"])
        // An app ID in a later file has another program.
        let saved = try change(.setWindow("x", ["new"]), in: change(.add(tab, .last)).tabsText)
        #expect(saved.directories == ["x": "/opt"] && saved.programs[.page("x")] == ["odd"])
    }

    @Test func windowIsNamedByItsEntryOrItself() throws {
        let known = try change(.add(NewTab(appIDs: ["Editor"]), .last))
        #expect(known.setup.tabs.last?.title == "Text Editor" && known.setup.tabs.last?.window?.appIDs == ["Editor"])
        #expect(known.programs[.page("text-editor")] == ["edit", "--new"])
        let unknown = try change(.add(NewTab(appIDs: ["org.example.Some App"]), .last))
        #expect(unknown.setup.tabs.last?.title == "org.example.Some App" && unknown.setup.tabs.last?.icon == "window")
        #expect(unknown.setup.tabs.last?.id == "org-example-some-app")
        #expect(unknown.programs[.page("org-example-some-app")] == nil)
    }

    @Test func idsAreFreeAndPlain() throws {
        let first = try change(.add(NewTab(desktopEntry: "日本"), .last))
        #expect(first.setup.tabs.last?.id == "tab")
        let tab = NewTab(title: "日本", appIDs: ["org.Foo"])
        let second = try change(.add(tab, .last), in: first.tabsText)
        #expect(second.setup.tabs.last?.id == "foo")
        let third = try change(.add(NewTab(title: "Foo!", appIDs: ["x"]), .last), in: second.tabsText)
        #expect(third.setup.tabs.last?.id == "foo-2")
        #expect(ids(third).count == 6)
    }

    /// A tab without content is filled in place; a tab is added for a web page or a document by its address or path alone.
    @Test func tabsAreFilledWhereTheyAre() throws {
        let user = "look = \"lucidpal\"\n"
        let before = try read(nil, user: user)
        let filled = try change(
            .add(NewTab(id: "notes", url: "https://example.org/"), .replacing("notes")), user: user)
        #expect(ids(filled) == ids(before) && !filled.tabsText.contains("order"))
        let (old, new) = (before.setup.tabs.first { $0.id == "notes" }, filled.setup.tabs.first { $0.id == "notes" })
        #expect(new?.title == old?.title && new?.icon == old?.icon)
        #expect(filled.programs[.page("notes")]?.contains("https://example.org/") == true)
        let document = try change(
            .add(NewTab(id: "notes", file: "~/a.md"), .replacing("notes")), in: filled.tabsText, user: user)
        #expect(document.programs[.page("notes")]?.suffix(2) == ["--file", "~/a.md"])
        let program = try change(
            .add(NewTab(id: "notes", desktopEntry: "editor"), .replacing("notes")), in: document.tabsText, user: user)
        #expect(program.programs[.page("notes")] == ["edit", "--new"])
        #expect(program.setup.tabs.first { $0.id == "notes" }?.title == "Text Editor")
        let named = try change(
            .add(NewTab(id: "notes", title: "T", file: "~/b.md"), .replacing("notes")), in: program.tabsText,
            user: user)
        // What is not given stays.
        let kept = try change(
            .add(NewTab(id: "notes", icon: "star"), .replacing("notes")), in: named.tabsText, user: user)
        #expect(kept.programs[.page("notes")]?.suffix(2) == ["--file", "~/b.md"])
        #expect(kept.setup.tabs.first { $0.id == "notes" }.map { [$0.title, $0.icon] } == ["T", "star"])
        #expect(refusal(.add(NewTab(id: "notes", url: "x y"), .replacing("notes")), user: user)?.path == "")

        let page = try change(.add(NewTab(url: "example.org/a"), .last)).setup.tabs.last
        #expect(page?.title == "example.org" && page?.icon == "globe")
        #expect(try change(.add(NewTab(file: "/a/Plan.md"), .last)).setup.tabs.last?.title == "Plan.md")
    }

    @Test func orderIsWrittenOnlyWhereItDiffers() throws {
        let removed = try change(.remove("flash"))
        #expect(ids(removed) == ["home", "growth"] && removed.tabsText.contains("order = [\"home\", \"growth\"]"))
        // Its id alone restores it.
        let back = try change(.add(NewTab(id: "flash"), .at(2)), in: removed.tabsText)
        #expect(ids(back) == ["home", "flash", "growth"] && back.tabsText == "")
        #expect(back.setup == Configuration.default.setup)
        let moved = try change(.move("home", .last))
        #expect(ids(moved) == ["flash", "growth", "home"])
        #expect(try change(.move("home", .at(1)), in: moved.tabsText).tabsText == "")
        let added = try change(.add(NewTab(id: "notes", icon: "notes"), .last))
        #expect(try change(.remove("notes"), in: added.tabsText).tabsText == "")
        #expect(
            added.setup.tabs.last?.title == "notes"
                && added.programs[.page("notes")] == ["tabshell-page", "--tab", "notes"])
    }

    @Test func refusalsTellTheReason() throws {
        #expect(
            refusal(.add(NewTab(desktopEntry: "none"), .last))
                == ConfigurationError(
                    file: TabsEdit.errorFile, path: TabsEdit.desktopEntryKey,
                    message: "the desktop entry \"none\" cannot be a tab: not found"))
        let last = refusal(.remove("home"), in: "order = [\"home\"]\n")
        #expect(last?.file == TabsEdit.errorFile && last?.message.contains("a bar needs at least one") == true)
        let twice = refusal(
            .add(NewTab(appIDs: ["a"]), .last),
            in: "[[tabs]]\nid = \"a\"\ntitle = \"A\"\nicon = \"home\"\napp_id = \"a\"\n")
        #expect(twice?.file == TabsEdit.errorFile && twice?.message.contains("is the tab \"a\" already") == true)
        let full = refusal(.add(NewTab(id: "x"), .last), user: "look = \"aspire-budget\"\n")
        #expect(full?.file == TabsEdit.errorFile && full?.message.contains("has exactly 4 tabs") == true)
        // Errors in the files name the files.
        #expect(refusal(.remove("home"), user: "[bar]\nheigth = 3\n")?.file == "/c/config.toml")
        for id: TabID in ["no id", ".", "..", "../a", "a/b"] {
            #expect(refusal(.add(NewTab(id: id, title: "A"), .last))?.file == TabsEdit.errorFile)
        }
        #expect(
            refusal(.add(NewTab(title: "a\u{7}b", appIDs: ["x"]), .last))?.message.contains("control characters")
                == true)
    }

    /// A look may have a fixed number of tabs.
    @Test func tabTakesThePlaceOfAnother() throws {
        let user = "look = \"aspire-budget\"\n"
        let before = try ids(read(nil, user: user))
        let added = try change(.add(NewTab(id: "x"), .replacing(TabID(rawValue: before[1]))), user: user)
        #expect(ids(added) == [before[0], "x"] + before[2...])
        let again = try change(.add(NewTab(id: "y"), .replacing("x")), in: added.tabsText, user: user)
        #expect(ids(again) == [before[0], "y"] + before[2...] && !again.tabsText.contains("\"x\""))
    }

    @Test func lookIsNamed() throws {
        let configuration = try change(nil, in: Self.editor, look: "lucidpal")
        #expect(configuration.setup.look.name == "lucidpal")
        #expect(try read(configuration.tabsText) == configuration)
    }
}

/// Two changes of `tabs.toml` that come from the same text.
@Suite struct TabsMergeTests {
    private func tab(_ id: String, _ title: String = "T") -> String {
        "[[tabs]]\nid = \"\(id)\"\ntitle = \"\(title)\"\n"
    }

    private func order(_ ids: String) -> String {
        "order = [\(ids.split(separator: " ").map { "\"\($0)\"" }.joined(separator: ", "))]\n"
    }

    /// The order and the titles of a merge, or its conflict.
    private func merge(_ mine: String, _ theirs: String, over base: String) -> String {
        do throws(TabsConflict) {
            let merged = try TabsDocument(parsing: mine).merged(
                with: TabsDocument(parsing: theirs), over: TabsDocument(parsing: base))
            return merged.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: ";")
        } catch {
            return "\(error)"
        }
    }

    private func text(_ document: String) -> String { merge(document, document, over: document) }

    @Test func additionsOfBothAreKept() {
        #expect(merge(tab("a"), tab("b"), over: "") == text(tab("b") + tab("a")))
        #expect(merge(tab("a"), tab("a"), over: "") == text(tab("a")))
        #expect(merge("", "look = \"x\"\n", over: tab("a")) == text("look = \"x\"\n"))
        #expect(merge("look = \"x\"\n", tab("b"), over: "") == text("look = \"x\"\n" + tab("b")))
    }

    /// The lines of the file differ, and its comments; the values do not.
    @Test func positionsAreNoChanges() {
        #expect(merge(tab("a", "New"), "# mine\n\n\n" + tab("a"), over: tab("a")) == text(tab("a", "New")))
    }

    @Test func conflictNamesTheTab() {
        let conflict = merge(tab("a", "One"), tab("a", "Two"), over: tab("a"))
        #expect(conflict.hasPrefix("the tab \"a\" was changed in the running shell and in the file"))
        #expect(merge("", tab("a", "Two"), over: tab("a")).hasPrefix("the tab \"a\" was changed"))
        #expect(merge("look = \"x\"\n", "look = \"y\"\n", over: "").hasPrefix("the key \"look\" was changed"))
    }

    @Test(arguments: [
        ("a b x", "a b c y", "a b c", "a b x y"), ("b a c", "a b c d", "a b c", "b a c d"),
        ("a b c d", "c b a", "a b c", "c d b a"), ("a c", "a b", "a b c", "a"), ("x a b", "a b", "a b", "x a b"),
    ])
    func ordersAreMerged(mine: String, theirs: String, base: String, merged: String) {
        #expect(merge(order(mine), order(theirs), over: order(base)) == text(order(merged)))
    }

    @Test func movesOfBothAreAConflict() {
        #expect(merge(order("b a c"), order("c a b"), over: order("a b c")).hasPrefix("the key \"order\""))
        #expect(merge(order("b a"), order("a b"), over: "").hasPrefix("the key \"order\""))
    }

    /// An added tab has its place in the other side's order.
    @Test func addedTabIsOnTheBar() {
        #expect(merge(tab("x"), order("b a"), over: "") == text(order("b a x") + tab("x")))
        #expect(merge(order("b a"), tab("x"), over: "") == text(order("b a x") + tab("x")))
    }
}
