"""Programs that draw pictures, and programs that are killed."""
import base64

from machine import Failure

LOOKS = ["stress-monitor", "aspire-budget", "lucidpal", "swift-kit", "better-fit"]


def looks(machine):
    """Each look is drawn without a compositor; on arm64 byte for byte as on the machine for x86-64, if that has drawn it."""
    equal, others = 0, []
    models = machine.output.with_name(machine.output.name.split("-arm64")[0])
    for look in LOOKS:
        for appearance in ("light", "dark"):
            text = machine.user(f"tabshell-panel --render /tmp/look.png --look {look} --appearance {appearance} && base64 /tmp/look.png")
            name = f"look-{look}-{appearance}.png"
            (machine.output / name).write_bytes(base64.b64decode(text))
            model = models / name
            # On x86-64 it would be the picture itself.
            if models != machine.output and model.exists():
                same = model.read_bytes() == (machine.output / name).read_bytes()
                equal += same
                others += [] if same else [name]
    if others:
        raise Failure(f"{', '.join(others)} differ from x86-64's")
    return f"{equal} equal" if models != machine.output else None


def kills(machine):
    """The panel, the daemon and each page are back after a kill."""
    for program in ["tabshell-panel", "tabshelld", "tabshell-home", "tabshell-flash", "tabshell-growth"]:
        pid = machine.pid(program)
        machine.run(f"kill -9 {pid}")
        machine.wait(f"another {program}", lambda: machine.pid(program) not in ("", pid))
        machine.alive()
    machine.picture("kills")


def compositor(machine):
    """A compositor that is killed, or stands still for 30 s, is back with the selection."""
    for signal, tab in [("KILL", "growth"), ("STOP", "home")]:
        machine.user(f"tabctl select {tab}")
        machine.synchronized(tab)
        before = {name: machine.pid(name) for name in (machine.compositor, "tabshelld", "tabshell-panel")}
        machine.run(f"kill -{signal} {before[machine.compositor]}")
        for name, pid in before.items():
            machine.wait(f"another {name}", lambda: machine.pid(name) not in ("", pid))
        machine.alive()
        machine.selected(tab)
    machine.picture("compositor")


def crashes(machine):
    """After six crashes within a minute the session ends with one sentence, and greetd starts another."""
    session = machine.pid("tabshell-session")
    for _ in range(6):
        if machine.pid("tabshell-session") != session:
            break
        compositor = machine.wait("a compositor", lambda: machine.pid(machine.compositor) or machine.pid("tabshell-session") != session)
        if compositor is not True:
            machine.run(f"kill -9 {compositor}", check=False)
            machine.wait("its end", lambda: machine.pid(machine.compositor) != compositor)
    machine.wait("another session", lambda: machine.pid("tabshell-session") not in ("", session))
    machine.alive()
    machine.picture("crashes")
    return machine.run("journalctl -b --no-pager -o cat | grep 'times within a minute' | tail -n 1")
