"""Days of a kiosk, by the machine's clock: each hour must match the configuration."""
import json
import tomllib

from machine import Failure

#: A kiosk whose idle times and turns take seconds.
CONFIGURATION = """
look = "lucidpal"
appearance = "light"

[[tabs]]
id = "welcome"
title = "Welcome"
icon = "document"
file = "documents/welcome.md"

[[tabs]]
id = "clock"
title = "Clock"
icon = "clock"
command = "date '+%A, %H:%M'"
every = 10

[[tabs]]
id = "disk"
title = "Disk"
icon = "dashboard"
command = "df -h"

[idle]
return_after = 30
resets = true
dim_after = 60

[rotation]
tabs = ["welcome", { tab = "clock", seconds = 10 }, "disk"]
every = 8
resume_after = 40

[[schedule]]
from = "20:00"
to = "07:00"
appearance = "dark"
brightness = 0.5

[[schedule]]
from = "23:00"
to = "06:00"
blank = true

[[schedule]]
from = "12:00"
to = "14:00"
tab = "disk"
rotation = false
look = "swift-kit"
contrast = "more"
"""
TABS = [tab["id"] for tab in tomllib.loads(CONFIGURATION)["tabs"]]
#: The hours whose first picture is kept.
PICTURES = {1, 6, 8, 13, 21}
#: The bound of the growth of a program's own memory in a day, kB; the soak's.
GROWTH = 256


def scheduled(hour):
    """The scheduled values for an hour."""
    values = {}
    for entry in tomllib.loads(CONFIGURATION)["schedule"]:
        begin, end = (int(entry[key][:2]) for key in ("from", "to"))
        if begin <= hour < end or begin > end and not end <= hour < begin:
            values |= {key: value for key, value in entry.items() if key not in ("from", "to")}
    return values


def differences(state, values):
    """The parts of a state that differ from an hour's, with their values."""
    kiosk, blank = state["kiosk"], values.get("blank", False)
    rotation = "off" if values.get("rotation") is False else "waiting" if blank else "running"
    expected = {
        "scheduled": (values, {key: value for key, value in kiosk["scheduled"].items() if value is not None}),
        "look": (values.get("look", "lucidpal"), state["look"]["name"]),
        "appearance": (values.get("appearance", "light"), state["appearance"]["value"]),
        "contrast": (values.get("contrast"), state["preferences"]["contrast"]),
        "blank": (blank, kiosk["screen"] == "blank"),
        "rotation": (rotation, kiosk["rotation"]),
        "tab": (values.get("tab", state["selection"]["tab"]), state["selection"]["tab"]),
        "alive": (True, all(program["phase"] == "alive" for program in state["programs"])),
        "errors": ([], state["configuration"]["errors"]),
    }
    return {name: pair for name, pair in expected.items() if pair[0] != pair[1]}


def wait_for_hour(image, hour):
    """Waits until the state is as an hour has it, and for a turn of a rotation that runs; returns the state."""
    values, differing = scheduled(hour), ["no state"]

    def condition():
        nonlocal differing
        state = image.state()
        differing = differences(state, values) if state else ["no state"]
        return state if not differing else None
    try:
        state = image.wait(f"{hour} o'clock", condition, 300)
    except Failure as failure:
        raise Failure(f"{failure}: {differing}") from None
    if state["kiosk"]["rotation"] == "running":
        image.wait("a turn", lambda: (image.state() or state)["selection"]["tab"] != state["selection"]["tab"], 300)
    return state


def wait_for(image, what, condition):
    """Waits for a condition of the state, and returns the state."""
    def holds():
        state = image.state()
        return state if state and condition(state) else None
    return image.wait(what, holds, 300)


def wake(image):
    """A tap on a tab wakes the screen, and does nothing else."""
    places = {tab: image.place(tab) for tab in TABS}
    # The previous tab in front: the rotation needs two more turns for it.
    other = TABS[TABS.index(image.state()["selection"]["tab"]) - 1]
    image.tap(*places[other])
    state = wait_for(image, "a screen that is on", lambda state: state["kiosk"]["screen"] == "on")
    if state["kiosk"]["rotation"] != "waiting" or state["selection"]["tab"] == other:
        raise Failure(f"the tap on {other} has not only woken the screen: {state['kiosk']['rotation']}, {state['selection']['tab']}")
    return state


def visit(image):
    """A tap on a tab selects it. After a time without another the first tab is back, and then the rotation goes on."""
    state = wake(image)
    other = next(tab for tab in TABS[1:] if tab != state["selection"]["tab"])
    image.tap(*image.place(other))
    image.selected(other)
    returns = state["kiosk"]["returns"]
    wait_for(image, "a return", lambda state: state["kiosk"]["returns"] == returns + 1 and state["selection"]["tab"] == "welcome")
    wait_for(image, "the rotation", lambda state: state["kiosk"]["rotation"] == "running")
    wait_for(image, "a dim screen", lambda state: state["kiosk"]["screen"] == "dimmed")


def memory(image, state):
    """The private memory of each program, kB, by name and process."""
    pids = {program["program"]: program["pid"] for program in state["programs"]} | {"tabshelld": image.pid("tabshelld")}
    return {(name, pid): int(image.run(f"awk '/^Private_Dirty/ {{ print $2 }}' /proc/{pid}/smaps_rollup")) for name, pid in pids.items()}


def day(image):
    """In two days, hour by hour, tab, look, appearance, brightness and black screen are as scheduled, and nothing grows, fails or logs."""
    image.write("config.toml", CONFIGURATION)
    image.run("sync")
    image.restart("bios")
    midnight = (int(image.run("date +%s")) // 86_400 + 1) * 86_400
    cursor = image.run("journalctl -q -n 0 --show-cursor | sed 's/^-- cursor: //'")
    usage = []
    for number in range(2):
        for hour in range(24):
            # The clock jumps into one hour, and runs into the next one.
            seconds = midnight + (number * 24 + hour) * 3600 + (-3 if hour % 2 else 60)
            image.run(f"date -s @{seconds} >/dev/null")
            state = wait_for_hour(image, hour)
            if number == 0 and hour in PICTURES:
                (image.dump if state["kiosk"]["screen"] == "blank" else image.picture)(f"day-{hour:02}")
            if hour == 2:
                wake(image)
                image.picture(f"day-{hour:02}-woken")
                wait_for_hour(image, hour)
            if hour == 10:
                visit(image)
        usage.append(memory(image, state))
    if usage[0].keys() != usage[1].keys():
        raise Failure(f"programs were started again: {usage}")
    grown = {name: after - before for ((name, _), before), after in zip(usage[0].items(), usage[1].values())}
    if max(grown.values()) > GROWTH:
        raise Failure(f"memory has grown, kB: {grown}")
    entries = image.run(f"SYSTEMD_COLORS=0 journalctl -q --no-pager --after-cursor='{cursor}' _UID=1000 -o json --output-fields=_COMM,MESSAGE")
    lines = [entry["MESSAGE"] for entry in map(json.loads, entries.splitlines()) if entry.get("_COMM", "").startswith("tabshell")]
    if lines:
        raise Failure(f"the journal: {lines}")
    failed = image.run("systemctl list-units --failed --plain --no-legend")
    if failed:
        raise Failure(failed)
    count = image.run(f"journalctl -q --no-pager --after-cursor='{cursor}' | wc -l")
    return f"growth, kB: {grown}; {count} lines of the system in the journal"
