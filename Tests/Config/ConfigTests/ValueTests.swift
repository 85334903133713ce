import DesktopEntries
import ShellModel
import ShellConfig
import TestSupport
import Testing

@testable import ConfigParser

/// The texts of values in `Golden/values.txt`, each with what it means or why it is refused. `⏎` is a line feed, `⇥` a tab.
@Suite struct ValueTests {
    @Test func valuesAreReadAsReviewed() throws {
        let (reviewed, played) = try playScript("values") { line in
            let kind = line.prefix { $0 != " " }
            let text = String(line.dropFirst(kind.count + 1)).replacing("⏎", with: "\n").replacing("⇥", with: "\t")
            return line.hasPrefix("#") ? [] : outcome(of: text, as: String(kind))
        }
        #expect(played == reviewed)
    }

    private func outcome(of text: String, as kind: String) -> [String] {
        do {
            switch kind {
            case "color": return ["\(try read("light.icon = \"\(text)\"").setup.look.light[.icon])"]
            case "motion": return ["\(try read("motion.select = \(text)").setup.look.motion[.select])"]
            case "hash": return [HashCost(of: text).map { $0.isAllowed ? "fast enough" : "too slow" } ?? "invalid"]
            case "exec":
                let bytes = Array("[Desktop Entry]\nType=Application\nName=App\n\(text)".utf8)
                return ["\(try DesktopEntry(bytes, file: "/a.desktop").program)"]
            case "entry": return ["\(try DesktopEntry(Array(text.utf8)).program)"]
            case "address":
                let address = try WebAddress(text)
                return [address.text, "host \(address.host), path \(address.path)"]
            case "chromium": return ["\(Browser.chromium.appID(try WebAddress(text), tab: "x"))"]
            default: return errors(text)
            }
        } catch {
            if let error = error as? ConfigurationErrors { return error.lines }
            return ["\((error as? WebAddressError)?.reason ?? "\(error)")"]
        }
    }
}
