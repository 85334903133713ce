import DesktopEntries
import Localization
import ShellModel
import TOML
import ShellConfig

/// Makes changes of the tabs in the text of `tabs.toml`. The result is read like any configuration, so a saved file is readable.
struct TabsEditor {
    let file: String
    let desktopEntry: (String) throws(DesktopEntryError) -> DesktopEntry
    /// Reads the configuration with a text of the file; nil for the file itself.
    let read: (String?) throws(ConfigurationErrors) -> Configuration

    private static let fallbackIcon = "window"

    /// Returns the configuration with a change; its text of the file has the change.
    ///
    /// - Throws: ``ConfigurationErrors`` of the files, or of the change under the name of ``TabsEdit/errorFile``.
    func apply(_ edit: TabsEdit) throws(ConfigurationErrors) -> Configuration {
        var base = try read(edit.text)
        guard edit.change != nil || edit.look != nil else { return base }
        var document = TabsDocument(parsing: base.tabsText)
        if let look = edit.look {
            document.look = look
            // Each look has its own tabs.
            base = try attempt(document)
        }
        guard let change = edit.change else { return base }
        let tabs = base.setup.tabs.map(\.id)
        if case .add(let tab, .replacing(let id)) = change, tab.id != id { document.removeTab(id.rawValue) }
        if case .move(_, .replacing(let id)) = change { document.removeTab(id.rawValue) }
        switch change {
        case .add(let tab, let position): return try add(tab, position, to: document, tabs)
        case .remove(let id):
            let order = try order(change, tabs)
            document.removeTab(id.rawValue)
            return try settle(document, order)
        case .move: return try settle(document, try order(change, tabs))
        case .setWindow(let id, let appIDs):
            let order = try order(change, tabs)
            let value = appIDs.count == 1 ? appIDs.first.map { TOMLValue.string($0) } : nil
            document.setKey("app_id", of: id.rawValue, value ?? Self.list(appIDs))
            // An app ID in a later file has another program, unless the file names it as well.
            if let program = base.programs[.page(id)], program.first != WebPage.program {
                document.setKey("exec", of: id.rawValue, Self.list(program))
                if let directory = base.directories[id] {
                    document.setKey("directory", of: id.rawValue, .string(directory))
                }
            }
            return try settle(document, order)
        }
    }

    /// Merges a text with the file's.
    ///
    /// - Parameter base: the text from which both were made.
    /// - Returns: the file's text, unchanged if it has all changes.
    /// - Throws: ``ConfigurationErrors`` that name the conflicting changes.
    func merge(
        _ mine: String, with theirs: String, over base: String
    ) throws(ConfigurationErrors) -> String {
        let (mine, file, base) = (
            TabsDocument(parsing: mine), TabsDocument(parsing: theirs), TabsDocument(parsing: base)
        )
        do throws(TabsConflict) {
            let merged = try mine.merged(with: file, over: base).text
            return merged == file.text ? theirs : merged
        } catch {
            throw refusal("\(error)")
        }
    }

    private func add(
        _ tab: NewTab, _ position: TabPosition, to document: TabsDocument, _ tabs: [TabID]
    ) throws(ConfigurationErrors) -> Configuration {
        var (tab, document) = (tab, document)
        var host: String?
        if let text = tab.url {
            do throws(WebAddressError) {
                let address = try WebAddress(completing: text)
                (tab.url, host) = (address.text, address.writtenHost.isEmpty ? nil : address.writtenHost)
            } catch {
                throw refusal(localized("\(text.quoted) is not the address of a web page: \(error.reason)"))
            }
        }
        if let id = tab.id, tab == NewTab(id: id) {
            // A removed tab that is still configured.
            let order = try order(.add(tab, position), tabs)
            if let configuration = try? settle(document, order) { return configuration }
        }
        let entry = try entry(for: tab)
        if let id = tab.id, position == .replacing(id) { return try fill(id, with: tab, entry, in: document, tabs) }
        let fileName = tab.file.map { String($0.split(separator: "/").last ?? "") }
        let names = [tab.title, entry?.name, fileName, host, tab.appIDs.first, tab.id?.rawValue]
        guard let name = names.compactMap(\.self).first else {
            throw refusal(localized("it needs a desktop entry, an app ID or an ID"))
        }
        let id = tab.id ?? Self.freeID(name, tab.desktopEntry ?? tab.appIDs.first ?? "", among: tabs)
        let order = try order(.add(NewTab(id: id), position), tabs)
        let table = [(key: "title", value: TOMLValue.string(name))] + Self.content(tab, entry)
        let fallback = tab.url != nil ? "globe" : tab.file != nil ? "document" : Self.fallbackIcon
        return try withIcon(of: tab, entry, fallback) { icon throws(ConfigurationErrors) in
            document.setTab(id.rawValue, table + [("icon", .string(icon))])
            return try settle(document, order)
        }
    }

    /// Changes a tab, which keeps what is not given and does not come from an application.
    private func fill(
        _ id: TabID, with tab: NewTab, _ entry: DesktopEntry?, in document: TabsDocument, _ tabs: [TabID]
    ) throws(ConfigurationErrors) -> Configuration {
        guard tabs.contains(id) else { throw refusal(localized("unknown tab")) }
        var table = document.members(of: id.rawValue)
        let content = Self.content(tab, entry)
        if !content.isEmpty {
            for key in ["exec", "directory", "app_id", "url", "file", "command", "every"] { table[key] = nil }
        }
        for (key, value) in content { table[key] = value }
        if let title = tab.title ?? entry?.name { table["title"] = .string(title) }
        guard tab.icon != nil || entry != nil else {
            var document = document
            document.setTab(id.rawValue, table.map { ($0, $1) })
            return try settle(document, tabs)
        }
        return try withIcon(of: tab, entry, Self.fallbackIcon) { icon throws(ConfigurationErrors) in
            var document = document
            table["icon"] = .string(icon)
            document.setTab(id.rawValue, table.map { ($0, $1) })
            return try settle(document, tabs)
        }
    }

    private static func content(_ tab: NewTab, _ entry: DesktopEntry?) -> [(key: String, value: TOMLValue)] {
        // Programs have their entry's, and the X11 class that it names.
        let id = tab.desktopEntry.map(DesktopEntryFinder.id)
        let own = [id, entry?.windowClass == id ? nil : entry?.windowClass].compactMap(\.self)
        let appIDs = tab.appIDs.isEmpty ? own : tab.appIDs
        var table: [(key: String, value: TOMLValue)] = []
        if let appID = appIDs.first {
            table.append(("app_id", appIDs.count == 1 ? .string(appID) : list(appIDs)))
        }
        if let entry { table.append(("exec", list(entry.program))) }
        if let directory = entry?.directory { table.append(("directory", .string(directory))) }
        if let url = tab.url { table.append(("url", .string(url))) }
        if let file = tab.file { table.append(("file", .string(file))) }
        return table
    }

    /// Makes a configuration with a tab's icon: the given one, else the entry's, else a fallback if no icon has its name.
    private func withIcon(
        of tab: NewTab, _ entry: DesktopEntry?, _ fallback: String,
        _ make: (String) throws(ConfigurationErrors) -> Configuration
    ) throws(ConfigurationErrors) -> Configuration {
        if let icon = tab.icon { return try make(icon) }
        if let icon = entry?.icon {
            do throws(ConfigurationErrors) {
                return try make(icon)
            } catch {
                guard error.errors.allSatisfy({ $0.path.hasSuffix("].icon") }) else { throw error }
            }
        }
        return try make(fallback)
    }

    /// The named entry, else the first app ID's, if there is one.
    private func entry(for tab: NewTab) throws(ConfigurationErrors) -> DesktopEntry? {
        guard let name = tab.desktopEntry else {
            return tab.appIDs.first.flatMap { (try? desktopEntry($0)) ?? (try? desktopEntry($0.lowercased())) }
        }
        do throws(DesktopEntryError) {
            return try desktopEntry(name)
        } catch {
            throw refusal(
                localized("the desktop entry \(name.quoted) cannot be a tab: \(error.message)"),
                TabsEdit.desktopEntryKey)
        }
    }

    /// Reads the configuration with the tabs in this order, written only if it differs: later tabs must not be left out.
    private func settle(_ document: TabsDocument, _ order: [TabID]) throws(ConfigurationErrors) -> Configuration {
        var document = document
        document.order = nil
        if let configuration = try? attempt(document), configuration.setup.tabs.map(\.id) == order {
            return configuration
        }
        document.order = order.map(\.rawValue)
        let configuration = try attempt(document)
        guard configuration.setup.tabs.map(\.id) == order else { throw refusal(localized("unknown tab")) }
        return configuration
    }

    private func attempt(_ document: TabsDocument) throws(ConfigurationErrors) -> Configuration {
        do throws(ConfigurationErrors) {
            return try read(document.text)
        } catch {
            throw ConfigurationErrors(
                error.errors.map {
                    $0.file == file
                        ? ConfigurationError(file: TabsEdit.errorFile, path: $0.path, message: $0.message) : $0
                })
        }
    }

    private func order(_ change: TabChange, _ tabs: [TabID]) throws(ConfigurationErrors) -> [TabID] {
        do throws(CommandError) {
            return try change.order(of: tabs)
        } catch {
            throw refusal("\(error)")
        }
    }

    private func refusal(_ message: String, _ path: String = "") -> ConfigurationErrors {
        ConfigurationErrors([ConfigurationError(file: TabsEdit.errorFile, path: path, message: message)])
    }

    private static func list(_ texts: [String]) -> TOMLValue { .array(texts.map { TOMLNode(.string($0)) }) }

    /// An unused ID: the words of the name or, if it lacks ASCII letters, of an app ID's last part.
    private static func freeID(_ name: String, _ appID: String, among tabs: [TabID]) -> TabID {
        let candidates = [words(name), words(appID.split(separator: ".").last.map(String.init) ?? ""), "tab"]
        let base = candidates.first { !$0.isEmpty } ?? "tab"
        var id = TabID(rawValue: base)
        var number = 1
        while tabs.contains(id) {
            number += 1
            id = TabID(rawValue: "\(base)-\(number)")
        }
        return id
    }

    private static func words(_ text: String) -> String {
        let isWord = { (scalar: Unicode.Scalar) in
            scalar.isASCII && scalar.properties.isAlphabetic || "0"..."9" ~= scalar
        }
        let words = text.lowercased().unicodeScalars.split { !isWord($0) }.map { String($0) }
        return String(words.joined(separator: "-").prefix(32))
    }
}
