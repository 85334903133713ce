// SPDX-License-Identifier: MIT

import Foundation
import ShellModel
import TestSupport
import Testing

/// The daemon on a kernel that refuses a system call, by a filter (seccomp) that is set before the daemon starts.
@Suite struct RefusedCallTests {
    /// `SCRIPT NUMBER ERRNO PROGRAM...`
    private static let filter = """
        import ctypes, os, struct, sys
        number, error = int(sys.argv[1]), int(sys.argv[2])
        # Load the number of the call; compare it; return the error, or allow the call.
        code = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x00050000 | error), (0x06, 0, 0, 0x7fff0000)]
        program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in code))
        header = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(code), ctypes.addressof(program)))
        prctl = ctypes.CDLL(None, use_errno=True).prctl
        prctl.argtypes = [ctypes.c_int] + [ctypes.c_ulong] * 4
        # PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP with SECCOMP_MODE_FILTER
        if prctl(38, 1, 0, 0, 0) or prctl(22, 2, ctypes.addressof(header), 0, 0):
            sys.exit("no filter: " + os.strerror(ctypes.get_errno()))
        os.execv(sys.argv[3], sys.argv[3:])
        """

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
            ["-c", Self.filter, "\(number)", "\(error)", daemon, "--no-programs"], executable: "/usr/bin/python3",
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
