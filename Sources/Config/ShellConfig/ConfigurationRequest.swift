public import ShellModel
public import TabshellIPC

/// A look selected in place of the configured one. It is valid while the configuration names that one.
public struct LookOverride: Equatable, Sendable {
    public var look: String
    public var over: String

    public init(look: String, over: String) { (self.look, self.over) = (look, over) }
}

/// A reading of the configuration, with the facts that the daemon knows and the helper cannot read.
public struct ConfigurationRequest: Equatable, Sendable {
    /// The look that overrides the files'; nil for theirs.
    public var look: String?
    /// The selected look, used if the files still name the one below it.
    public var override: LookOverride?
    public var tabs: TabsEdit

    public init(look: String? = nil, override: LookOverride? = nil, tabs: TabsEdit = TabsEdit()) {
        (self.look, self.override, self.tabs) = (look, override, tabs)
    }

    /// Reads the configuration.
    ///
    /// - Parameters:
    ///   - merge: merges the text of the tabs with their file, over the base of both.
    ///   - read: reads it with a look in place of the files' look, and with a change of the tabs.
    /// - Throws: ``ConfigurationErrors``; errors of the selected look are a part of the result instead.
    public func reading(
        merging merge: (_ mine: String, _ theirs: String, _ base: String) throws(ConfigurationErrors) -> String,
        by read: (_ look: String?, TabsEdit) throws(ConfigurationErrors) -> Configuration
    ) throws(ConfigurationErrors) -> ConfigurationReading {
        var tabs = tabs
        var savedTabs: String?
        if let mine = tabs.text, let base = tabs.over {
            let theirs = try read(look, TabsEdit()).tabsText
            if theirs != base { tabs.text = try merge(mine, theirs, base) }
            savedTabs = theirs
        }
        var reading = ConfigurationReading(try read(look, tabs), savedTabs: savedTabs)
        guard let override, override.over == reading.look else { return reading }
        do throws(ConfigurationErrors) {
            reading.configuration = try read(override.look, tabs)
        } catch {
            reading.lookErrors = error
        }
        return reading
    }
}

/// The configuration, and the daemon's facts about the files.
public struct ConfigurationReading: Equatable, Sendable {
    public var configuration: Configuration
    /// The look that the files name.
    public var look: String
    /// The text of the file of the tabs after a merge, see ``TabsEdit/over``; nil if it is the configuration's.
    public var savedTabs: String?
    /// The unchanged content of the file of the tabs, for ``TabsEdit/over``; nil for other requests.
    public var tabsFile: String?
    /// The errors of the selected look; the files' look is used instead.
    public var lookErrors: ConfigurationErrors?
    /// The user's file and the file of the tabs, if they exist.
    public var files: [String]

    /// - Parameter look: nil: the configuration's.
    public init(
        _ configuration: Configuration, look: String? = nil, savedTabs: String? = nil, tabsFile: String? = nil,
        lookErrors: ConfigurationErrors? = nil, files: [String] = []
    ) {
        self.configuration = configuration
        self.look = look ?? configuration.setup.look.name
        self.savedTabs = savedTabs
        self.tabsFile = tabsFile
        self.lookErrors = lookErrors
        self.files = files
    }
}

extension ConfigurationRequest {
    /// One line of JSON, private to the daemon and its helper.
    public var line: [UInt8] {
        let texts = [
            ("look", look), ("selected", override?.look), ("selected_over", override?.over), ("tabs", tabs.text),
            ("tabs_over", tabs.over), ("tabs_look", tabs.look),
        ]
        var members = texts.compactMap { name, text in text.map { JSON.Member(name, .string($0)) } }
        if let change = tabs.change {
            members.append(JSON.Member("tabs_change", RequestMessage(id: nil, .changeTabs(change)).json))
        }
        return JSON.object(members).encodedLine
    }

    /// Decodes the input.
    ///
    /// - Throws: ``RequestError`` for an invalid change of the tabs.
    public init(line: [UInt8]) throws(RequestError) {
        let json = (try? JSONParser.parse(line)) ?? .null
        func text(_ name: String) -> String? { if case .string(let text)? = json[name] { text } else { nil } }
        self.init(
            look: text("look"), tabs: TabsEdit(text: text("tabs"), over: text("tabs_over"), look: text("tabs_look")))
        if let look = text("selected"), let over = text("selected_over") {
            override = LookOverride(look: look, over: over)
        }
        guard let change = json["tabs_change"] else { return }
        if case .changeTabs(let change, _) = try RequestMessage(line: change.encodedLine.dropLast()).request {
            tabs.change = change
        }
    }
}

/// A reading of the configuration with another text in place of the file `tabs.toml`, or with a change made to it.
public struct TabsEdit: Equatable, Sendable {
    /// The text; nil for the file's.
    public var text: String?
    /// The text of the file from which ``text`` was made. If the file has another one, the changes since are merged. Nil uses
    /// ``text`` unconditionally.
    public var over: String?
    public var change: TabChange?
    /// The look for the text to name.
    public var look: String?

    public init(text: String? = nil, over: String? = nil, change: TabChange? = nil, look: String? = nil) {
        self.text = text
        self.over = over
        self.change = change
        self.look = look
    }

    /// The name in place of a file's in the errors of a change.
    public static let errorFile = "the change of the tabs"
    /// The key in an error about a desktop entry.
    public static let desktopEntryKey = "desktop"
}
