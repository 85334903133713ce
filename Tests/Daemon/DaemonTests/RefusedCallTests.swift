// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

/// The daemon on a kernel that refuses a system call.
@Suite struct RefusedCallTests {
    #if arch(x86_64)
        private static let inotifyAddWatch = 254
    #else
        private static let inotifyAddWatch = 27
    #endif
    private static let epollPwait2 = 441

    private let home: TemporaryDirectory

    init() throws { home = try .home() }

    private func daemon(refusing number: Int, with error: Int32) throws -> TestDaemon {
        let daemon = try BuiltProducts.url("tabshelld").path
        return try TestDaemon(
            RefusedCall.arguments(number, error: error, [daemon, "--no-programs"]), executable: RefusedCall.python,
            in: home)
    }

    /// The limit of watches is the user's, so other programs may have used it up.
    @Test func configurationThatCannotBeWatchedIsReportedAndReadOnRequest() throws {
        let daemon = try daemon(refusing: Self.inotifyAddWatch, with: ENOSPC)
        let client = try daemon.client()
        #expect(daemon.process.errorOutput.contains("cannot watch the configuration"))
        #expect(daemon.process.errorOutput.contains("No space left on device"))
        try home.write("[bar]\nheight = 90\n", to: ".config/tabshell/config.toml")
        try client.request("reload")
        #expect(try client.state().look?.bar.height == 90)
    }

    /// Linux before 5.11 has no epoll_pwait2(2), and some filters of containers refuse it.
    @Test(arguments: [ENOSYS, EPERM]) func epollWithoutNanosecondsIsEnough(error: Int32) throws {
        let daemon = try daemon(refusing: Self.epollPwait2, with: error)
        let client = try daemon.client()
        for tab in ["flash", "growth", "home"] { try client.request("select", ["tab": tab]) }
        // A timer: the state is synchronized a second after it was saved.
        try waitUntil("the timer") { access(home.appending("state/tabshell/default.json.synced"), F_OK) == 0 }
        #expect(daemon.process.terminate() == .code(0))
        #expect(daemon.process.errorOutput.isEmpty, "\(daemon.process.errorOutput)")
    }
}
