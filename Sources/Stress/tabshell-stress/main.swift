// SPDX-License-Identifier: MIT
import CommandLineKit
import StressPrograms

// The programs that know the database are this one executable.
CommandSpec.main(named: [
    "tabshell-stress": { .stress },
    "tabshell-home": { StressProgram.home.command },
    "tabshell-flash": { StressProgram.flash.command },
    "tabshell-growth": { StressProgram.growth.command },
])
