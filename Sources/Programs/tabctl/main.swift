// SPDX-License-Identifier: MIT
import CommandLineKit
import ConfigParser
import DesktopSession

// The programs that draw nothing are this one executable: most of each is the same libraries. The daemon is not: its memory would be
// 7 % more.
CommandSpec.main(named: [
    "tabctl": { .tabctl },
    "tabshell-config": { .tabshellConfig },
    "tabshell-session": { .tabshellSession },
])
