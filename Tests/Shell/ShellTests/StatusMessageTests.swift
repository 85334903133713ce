// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import ShellModel
import TestSupport
import Testing

extension ShellTests {
    /// The status of a tab whose program cannot run, and the notice of errors in the configuration.
    @Suite struct StatusMessages {
        @Test func statusExplainsAMissingPage() throws {
            let folder = try TemporaryDirectory()
            chmod(folder.path, 0o755)
            let program = folder.appending("page")
            let broken = """
                [[tabs]]
                id = "flash"
                exec = ["\(program)", "--tab", "flash"]

                """
            let shell = try LookSession("stress-monitor", configuration: broken) { state in
                state.programs.allSatisfy {
                    ($0.program == .page("flash")) == ($0.phase == .failed) && $0.phase != .starting
                }
            }
            // Home may not have drawn itself yet.
            try shell.waitUntilIdle()
            let home = try shell.restingPicture()
            try shell.click(.tab("flash"))
            let background = Screenshot.Pixel(0xF6, 0xF5, 0xF3)
            /// The number of text pixels in the page's middle rows, and in the rest above the bar's shadow.
            func written() throws -> (middle: Int, rest: Int) {
                let picture = try shell.restingPicture()
                var (middle, rest) = (0, 0)
                for y in 0..<600 {
                    let inked = (0..<428).count { picture.pixel($0, y).distance(to: background) > 24 }
                    if (310..<480).contains(y) { middle += inked } else { rest += inked }
                }
                return (middle, rest)
            }
            try waitUntil("the status to be on the screen") {
                let written = try written()
                return written.middle > 300 && written.rest == 0
            }
            // The message disappears with the tab.
            try shell.click(.tab("home"))
            try waitUntil("Home to be as before") { try shell.restingPicture() == home }
            // And with the failure: the button starts the program again.
            try shell.click(.tab("flash"))
            try waitUntil("the status to be back") { try written().middle > 300 }
            symlink(try BuiltProducts.url("tabshell-sample").path, program)
            let picture = try shell.restingPicture()
            // Below the texts.
            let button = try #require((405..<480).first { picture.pixel(180, $0).distance(to: background) > 24 })
            try shell.pointer.click(214, Double(button) + 12)
            try shell.wait(for: "the page to be alive") { $0.status(of: .page("flash"))?.phase == .alive }
            try waitUntil("the page to be on the screen") { try written().rest > 1000 }
        }

        /// The window of another tab fills the area, and would hide the message.
        @Test(.enabled(if: Environment.find("foot") != nil))
        func tabWhoseProgramHasFailedSaysSoAndStartsItAgain() throws {
            let folder = try TemporaryDirectory()
            chmod(folder.path, 0o755)
            let program = folder.appending("program")
            func write(_ line: String) throws { try folder.write("#!/bin/sh\n\(line)\n", to: "program", mode: 0o755) }
            try write("exit 3")
            let foot = "exec foot --config=/dev/null --working-directory=/"
            let other = folder.appending("other")
            try folder.write(
                "#!/bin/sh\n\(foot) --app-id=other --override=colors.background=204060 cat\n", to: "other", mode: 0o755)
            func tab(_ id: String, _ program: String) -> String {
                """
                [[tabs]]
                id = "\(id)"
                title = "\(id)"
                icon = "agent"
                app_id = "\(id)"
                exec = ["\(program)"]

                """
            }
            let text = "order = [\"home\", \"other\", \"one\"]\n" + tab("other", other) + tab("one", program)
            let shell = try LookSession("stress-monitor", configuration: text) { state in
                state.programs.allSatisfy {
                    $0.phase == .alive || [.page("one"), .page("other")].contains($0.program)
                }
            }
            let background = Screenshot.Pixel(0xF6, 0xF5, 0xF3)
            func isFilled(_ color: Screenshot.Pixel) throws -> Bool {
                let picture = try Screenshot(of: shell.sway)
                return [(2, 300), (425, 2), (2, 620), (425, 620)].allSatisfy {
                    picture.pixel($0.0, $0.1).distance(to: color) <= 4
                }
            }
            try shell.click(.tab("other"))
            try waitUntil("the other window") { try isFilled(Screenshot.Pixel(0x20, 0x40, 0x60)) }
            try shell.click(.tab("one"))
            try waitUntil("the message above it") { try isFilled(background) }
            #expect(try shell.state().status(of: .page("one"))?.reason == "it exited with code 3")
            let picture = try shell.restingPicture()
            let button = try #require((405..<480).first { picture.pixel(180, $0).distance(to: background) > 24 })
            try write("\(foot) --app-id=one --override=colors.background=602040 cat")
            try shell.pointer.click(214, Double(button) + 12)
            try waitUntil("its window") { try isFilled(Screenshot.Pixel(0x60, 0x20, 0x40)) }
            // Closing it is no fault, and the button opens it again.
            let pid = try #require(try shell.state().status(of: .page("one"))?.pid)
            kill(pid, SIGTERM)
            try waitUntil("the message again, with its button") {
                try isFilled(background)
                    && Screenshot(of: shell.sway).pixel(180, button + 12).distance(to: background) > 24
            }
            try shell.pointer.click(214, Double(button) + 12)
            try waitUntil("its window again") { try isFilled(Screenshot.Pixel(0x60, 0x20, 0x40)) }
        }

        @Test func configurationErrorsAreShownAtTheTopWhileTheyLast() throws {
            let shell = try LookSession("stress-monitor", configuration: "bar.position = \"bottom\"\n")
            try shell.waitUntilIdle()
            let before = try shell.restingPicture()
            try shell.configure("bar.position = \"middle\"\n")
            let red = Screenshot.Pixel(0xDC, 0x2A, 0x20)
            try waitUntil("the notice to be on the screen, and the page below it") {
                let picture = try shell.restingPicture()
                let height = (0..<200).first { picture.pixel(2, $0).distance(to: red) > 8 } ?? 200
                // The page keeps clear of the notice, so that its title is lower by its height.
                let isBelow = (height..<height + 70).allSatisfy { y in
                    (0..<214).allSatisfy { picture.pixel($0, y) == before.pixel($0, y - height) }
                }
                // A row through the middle of the heading.
                let inked = (0..<428).count { picture.pixel($0, 20).distance(to: red) > 100 }
                return height > 40 && isBelow && inked > 30
            }
            try shell.configure("bar.position = \"bottom\"\n")
            try waitUntil("the screen to be as before") { try shell.restingPicture() == before }
        }
    }
}
