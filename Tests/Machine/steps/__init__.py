"""The steps, in their order. Each acts, waits for a condition, and takes a picture."""
from steps import confinement, figures, guide, input, power, programs, sessions, system

STEPS = [
    input.boot, input.tap, input.field, input.press, input.fingers, input.drag, input.swipe, input.vanish, input.terminal,
    system.screens, system.second, system.clock, system.summer, system.disk, system.home, system.memory,
    sessions.journal, programs.looks, programs.kills, programs.compositor, programs.crashes, sessions.logout, sessions.greeter,
    sessions.console, sessions.fonts, sessions.reboot, sessions.other, sessions.units, sessions.first, figures.figures,
    confinement.probes, power.cuts, system.sleep, power.power,
]
#: Steps that need sway: its command adds outputs.
SWAY = [system.second, sessions.units, sessions.first, figures.figures]
#: Steps that need the built tests on the disk.
TESTS = [confinement.probes]
#: Steps on the machine without greetd and the package.
GUIDE = [guide.guide]
