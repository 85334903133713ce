import CommandLineKit
import Glibc
import Posix
import ShellModel
import ShellConfig

enum BrowserStart {
    static let options: [CommandSpec.Option] = [
        .init(
            WebPage.addressOption, value: "address",
            "Show this web page (http, https or file) in a browser, which takes the place of this program."),
        .init(
            WebPage.browsersOption, value: "list",
            "The browsers to search for, separated by commas: names or paths of \(known), by default all of them."),
    ]

    private static let known = Browser.allCases.flatMap(\.names).joined(separator: ", ")

    /// The page of a command line, if any. Throws a usage error.
    static func page(_ tab: TabID, _ values: ParsedOptions) throws(ExitError) -> WebPage? {
        guard let text = values.value(WebPage.addressOption) else { return nil }
        let browsers = values.value(WebPage.browsersOption)?.split(separator: ",").map(String.init)
        do throws(WebAddressError) {
            return WebPage(tab: tab, address: try WebAddress(text), browsers: browsers ?? WebPage.defaultBrowsers)
        } catch {
            throw .usage("--\(WebPage.addressOption): \"\(text)\": \(error.reason)")
        }
    }

    /// Starts the first installed browser, with the tab's own profile; returns only to throw.
    static func run(_ page: WebPage) throws -> Never {
        for program in page.browsers {
            guard let browser = Browser(program: program), let path = ChildProcess.findExecutable(program) else {
                continue
            }
            guard let data = BaseDirectory.data.path(environment: environmentVariable) else {
                throw ExitError(
                    status: .refused,
                    reason: "neither XDG_DATA_HOME nor HOME is set: no place for a profile")
            }
            let profile = "\(data)/tabshell/web/\(page.tab)"
            try FileSystem.makeDirectories(above: "\(profile)/x")
            for file in browser.files {
                let path = "\(profile)/\(file.name)"
                try FileSystem.makeDirectories(above: path)
                try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600).writeAll(
                    Array(file.text.utf8))
            }
            for (name, value) in browser.environment(profile: profile) { setEnvironmentVariable(name, value) }
            try ChildProcess.replace(
                by: path, arguments: browser.arguments(page.address, tab: page.tab, profile: profile),
                passing: claim(profile, of: browser))
        }
        throw ExitError(status: .programMissing, reason: page.missingBrowser)
    }

    /// Claims a profile for the browser and the processes that it starts, and removes what an ended one has left.
    private static func claim(_ profile: String, of browser: Browser) throws(SystemError) -> FileDescriptor {
        let claim = try FileDescriptor(opening: "\(profile)/.tabshell.lock", O_RDWR | O_CREAT, mode: 0o600)
        if let lock = browser.lock, (try? claim.lock(waiting: false)) != nil { FileSystem.remove("\(profile)/\(lock)") }
        return claim
    }
}
