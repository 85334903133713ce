import CommandLineKit
import ConfigParser
import DesktopSession

// The programs that draw nothing are this one executable: most of each is the same libraries. The daemon is separate: it would need
// 7 % more memory.
CommandSpec.main(named: [
    "tabctl": { .tabctl },
    "tabshell-config": { .tabshellConfig },
    "tabshell-session": { .tabshellSession },
])
