// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

extension ShellTests {
    /// The programs as installed: the pages are links to one executable.
    @Suite struct Installed {
        private let folder: TemporaryDirectory

        init() throws {
            folder = try TemporaryDirectory()
            for name in ["tabshelld", "tabshell-config", "tabshell-panel", "tabshell-raster", "tabshell-stress"] {
                try folder.copy(BuiltProducts.url(name).path, to: name)
            }
            for tab in BarPixels.tabs {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.appending("tabshell-\(tab)"), withDestinationPath: "tabshell-stress")
            }
        }

        @Test func eachLinkStartsItsOwnPage() throws {
            var options = ShellSession.Options()
            options.programs = folder.path
            let shell = try ShellSession(options)
            let pids = try shell.waitUntilAlive()
            for tab in BarPixels.tabs {
                let page = ProcessFacts(pid: try #require(pids["page:\(tab)"]))
                // The name that `ps` shows, and the executable.
                #expect(page.name == "tabshell-\(tab)")
                #expect(page.executable == "tabshell-stress")
                try shell.select(tab)
            }
        }
    }
}
