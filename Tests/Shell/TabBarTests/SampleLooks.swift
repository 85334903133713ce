import ConfigParser
import IconTheme
import Icons
import ShellConfig
import ShellModel

/// The looks of the tests: the built-in files, as the daemon reads them.
extension Sample {
    static let stressMonitor = builtIn("stress-monitor")
    static let aspireBudget = builtIn("aspire-budget")
    static let lucidpal = builtIn("lucidpal")
    static let swiftKit = builtIn("swift-kit")
    /// The variant that the file itself describes.
    static let swiftKitMenu = builtIn(
        "swift-kit",
        changed: """
            [[tabs]]
            id = "create"
            role = "action"
            menu = ["new-post", "new-photo", "new-document"]

            [button]
            diameter = 56
            icon = 24

            [light]
            button_end = "accent"

            [dark]
            button_end = "accent"

            [motion]
            button = { duration = 0.35, bounce = 0.3 }
            """)
    static let betterFit = builtIn("better-fit")

    static let all = [stressMonitor, aspireBudget, lucidpal, swiftKit, swiftKitMenu, betterFit]

    /// A look that cannot be read has no tabs, and the error as its name; no test passes with it.
    private static func builtIn(_ name: String, changed text: String? = nil) -> Sample {
        let reader = ConfigurationReader { name, _, _ throws(IconError) in
            guard Icons.names.contains(name) else { throw IconError("unknown icon \(name)") }
            return name
        }
        let user = text.map { ConfigurationText(file: "user.toml", text: $0) }
        do throws(ConfigurationErrors) {
            let setup = try reader.read(user: user, look: name).setup
            return Sample(look: setup.look, tabs: setup.tabs, actions: setup.actions)
        } catch {
            var look = Look()
            look.name = "\(name): \(error)"
            return Sample(look: look, tabs: [])
        }
    }
}
