"""What the programs need."""
import time

from steps.sessions import SESSION

PROGRAMS = ["tabshelld", "tabshell-panel", "tabshell-home", "tabshell-flash", "tabshell-growth"]
#: Other bars, with the lines of sway's configuration that start each.
BARS = {
    "swaybar": "bar {\n position bottom\n workspace_buttons yes\n}",
    "yambar": "exec yambar -c /etc/sway/yambar.yml",
}
YAMBAR = """bar:
  location: bottom
  height: 30
  background: ffffffff
  foreground: 000000ff
  left:
    - i3: {sort: ascending, content: {"": {string: {text: "{name}", margin: 6}}}}
"""


def figures(machine):
    """The memory of the programs at rest, beside other bars in the same machine, proportional and private dirty, MB."""
    for tab in ("flash", "growth", "home"):
        machine.user(f"tabctl select {tab}")
    machine.alive()
    rows = [memory(machine, name) for name in PROGRAMS]
    machine.run(f"cat >/etc/sway/yambar.yml <<'END'\n{YAMBAR}END")
    for bar, lines in BARS.items():
        if not machine.run(f"command -v {bar}", check=False):
            continue
        machine.run(f"printf '{lines}\\n' >/etc/sway/{bar}".replace("\n", "\\n"))
        machine.session(f"sway -c /etc/sway/{bar}")
        machine.wait(bar, lambda: machine.pid(bar))
        rows.append(memory(machine, bar))
    machine.session(SESSION)
    machine.alive()
    return "; ".join(rows)


def memory(machine, program):
    """The memory of a program, once it has been left alone."""
    time.sleep(20)
    return machine.run(
        f"awk '/^(Pss|Private_Dirty):/ {{ printf \"%s%.1f\", separator, $2 * 1.024 / 1000; separator = \" and \" }} "
        f"BEGIN {{ printf \"{program} \" }}' /proc/{machine.pid(program)}/smaps_rollup")
