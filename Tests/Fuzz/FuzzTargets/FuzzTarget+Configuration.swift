// Not in a release build, whose modules are not compiled for tests.
#if DEBUG || FUZZING
    import Foundation
    import ShellModel
    import ShellConfig
    import WaylandScanner

    @testable import ConfigParser
    import DesktopEntries
    @testable import IconTheme

    extension FuzzTarget {
        /// The reader of configuration files: each error is one line and names a line of the file, and a configuration
        /// survives the way from the helper to the daemon.
        static let configuration = FuzzTarget("configuration", seeds: ["Sources/Config/ConfigParser/Looks"]) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            let icons = ["home", "home.fill", "flash", "growth", "bell"]
            let reader = ConfigurationReader { (name, _, _) throws(IconError) in
                guard icons.contains(name) || name.hasPrefix("/") else { throw IconError("it is not there") }
                return name
            } looks: { name in
                // A look of the user, which may name itself.
                name == "own" ? ConfigurationText(file: "own.toml", text: text) : nil
            }
            do throws(ConfigurationErrors) {
                let configuration = try reader.read(user: ConfigurationText(file: "config.toml", text: text))
                let again = try? ConfigurationMessage.reading(
                    from: ConfigurationMessage.line(.success(ConfigurationReading(configuration)))
                ).configuration
                guard again != configuration else { return }
            } catch {
                return try requireReadable(error, lines: bytes.count { $0 == 0x0A } + 1)
            }
            throw FuzzFailure("the configuration differs after the way to the daemon")
        }

        private static func requireReadable(_ errors: ConfigurationErrors, lines: Int) throws {
            try require(!errors.errors.isEmpty, "it is refused without an error")
            for error in errors.errors {
                try require(!error.file.isEmpty && !error.message.isEmpty, "an error is empty: \(error)")
                try require(!error.description.contains("\n"), "an error is not one line: \(error)")
                guard error.file == "config.toml", let line = error.line else { continue }
                try require((1...lines).contains(line), "line \(line) of \(lines): \(error)")
            }
            var decoded: ConfigurationErrors?
            do throws(ConfigurationErrors) {
                _ = try ConfigurationMessage.reading(from: ConfigurationMessage.line(.failure(errors))).configuration
            } catch {
                decoded = error
            }
            try require(decoded == errors, "the errors differ after the way to the daemon")
        }

        static let iconTheme = FuzzTarget("icon-theme") { bytes in
            let index = ThemeIndex(bytes)
            try require(index.folders.allSatisfy { (1...4096).contains($0.pixels) }, "a folder's size is out of range")
        }

        /// A desktop entry. Its program is one that a configuration can name, except for the length.
        static let desktopEntry = FuzzTarget("desktop-entry") { bytes in
            let entry: DesktopEntry
            do throws(DesktopEntryError) {
                entry = try DesktopEntry(Array(bytes), locales: "de_AT.UTF-8@euro")
            } catch {
                return try require(!error.message.isEmpty, "an error has no message")
            }
            try require(entry.program.first?.isEmpty == false && !entry.name.isEmpty, "a name or program is empty")
            try require(entry.program.joined().utf8.count <= bytes.count, "the program is longer than its entry")
        }

        /// The reader of Wayland's protocol files, and the generator of their Swift.
        static let scanner = FuzzTarget("scanner", seeds: ["protocol/wayland"]) { bytes in
            do throws(ScanError) {
                let definition = try ProtocolDefinition(xml: Data(bytes), file: "protocol.xml")
                _ = SwiftEmitter(try Bindings([definition])).source()
            } catch {
                try require(!error.file.isEmpty && error.line > 0 && !error.message.isEmpty, "\(error)")
            }
        }
    }
#endif
