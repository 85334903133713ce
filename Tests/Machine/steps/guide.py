"""The guide to a kiosk, as docs/kiosk.md has it."""
import pathlib
import re

from machine import Failure


def guide(machine):
    """The commands and the configuration of "A kiosk in ten minutes" make a kiosk of a Debian, also after a reboot."""
    text = pathlib.Path("docs/kiosk.md").read_text()
    configuration = re.search(r"```toml\n(.*?)```", text, re.DOTALL)[1]
    write(machine, "config.toml", configuration)
    write(machine, "documents/plan.md", "# Plan\n\nWe open at nine, and close at six.\n")
    # Those before have made the machine.
    machine.run(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)[1])
    stands(machine, "guide")
    machine.reboot()
    stands(machine, "guide-reboot")
    write(machine, "config.toml", configuration.replace("look", "loook", 1))
    machine.wait("the notice", lambda: "loook" in str(machine.tree()))
    machine.picture("guide-mistake")
    write(machine, "config.toml", configuration)
    errors = machine.user("tabshelld --check", check=False)
    machine.run("ssh-keygen -q -t ed25519 -N '' -f ~/.ssh/id_ed25519; install -d -o kiosk -g kiosk -m 700 /home/kiosk/.ssh;"
                " install -o kiosk -g kiosk -m 600 ~/.ssh/id_ed25519.pub /home/kiosk/.ssh/authorized_keys")
    status = machine.run("ssh -o StrictHostKeyChecking=no kiosk@localhost tabctl status")
    if "idle" not in status:
        raise Failure(status)
    return errors


def stands(machine, name):
    """Waits for the tabs of the guide, and takes a picture of the one with a document."""
    # Its screen is dark in the evening, and black in the night.
    machine.run("date -s 12:00 >/dev/null")
    machine.wait("the tabs", lambda: [tab["id"] for tab in (machine.state() or {}).get("tabs", [])] == ["news", "plan"])
    machine.user("tabctl select plan")
    machine.wait("the document", lambda: "close at six" in str(machine.tree()))
    machine.picture(name)


def write(machine, name, text):
    """Writes a file of the kiosk's configuration, as its user."""
    machine.run(f"cat >/run/text <<'END'\n{text}END")
    machine.user(f"mkdir -p $(dirname ~/.config/tabshell/{name}); cp /run/text ~/.config/tabshell/{name}")
