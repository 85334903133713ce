#!/bin/bash
# sway 1.7-6 (bookworm), 1.10.1-2 (trixie), 1.12-1 (sid): a new screen's workspace sends `workspace::init` twice.
#
# A screen that is plugged in, or enabled again, gets a workspace of its own; subscribers are told twice, with the same ID. Other new workspaces
# (`workspace 7`) make one event. A bar that adds a button for each "init" has two buttons for one workspace after docking. Look the ID up first.
#
# Seen in all three:      create_output: init:2 init:2 (1 ID)
#                         workspace 7: init:7 focus:7 empty:1 (2 IDs)
# Seen from 1.10 on:      output HEADLESS-2 disable: empty:2 (1 ID)     output HEADLESS-2 enable: init:2 init:2 (1 ID)
#
# Guessed otherwise: one event for each workspace that begins to exist, as for `workspace 7`.

set -u
sed -n '2,/^$/s/^# \{0,1\}//p' "$0"
T=$(mktemp -d); PIDS=()
finish() {  # a killed unshare takes its namespace, and all that runs in it, with it
  for p in ${PIDS[@]+"${PIDS[@]}"}; do kill -KILL "$p" 2>/dev/null; wait "$p" 2>/dev/null; done
  rm -rf "$T"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP
changed() { echo "CHANGED: $*" >&2; exit 1; }
gone() { echo "NOT AVAILABLE: $*" >&2; exit 77; }
seen() { [ "$2" = "$3" ] && echo "$1: $2" || changed "$1: expected \"$3\", seen \"$2\""; }

# state SUITE: an apt state of our own for that suite, with the mirror of Debian that this machine's apt is configured for
state() {
  [ -d "$T/apt-$1" ] && return
  local a=$T/apt-$1 mirror
  mirror=$(apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' | awk '$1 == "Debian" { print $2; exit }')
  [ -n "$mirror" ] || gone "apt has no mirror of Debian"
  mkdir -p "$a"/etc/apt/{apt.conf.d,preferences.d,sources.list.d,trusted.gpg.d} "$a"/var/{lib/apt/lists/partial,lib/dpkg,cache/apt/archives/partial}
  : > "$a/var/lib/dpkg/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $1 main" > "$a/etc/apt/sources.list"
  apt_of "$1" update > "$a/log" 2>&1 || gone "apt-get update of $1: $(tail -1 "$a/log")"
}
apt_of() {
  local a=$T/apt-$1; shift
  apt-get -qq -o Dir="$a" -o Dir::State::status="$a/var/lib/dpkg/status" -o APT::Architecture=amd64 -o APT::Sandbox::User=root -o Acquire::Languages=none "$@"
}
# unpack FOLDER SUITE PACKAGE=VERSION...: these packages alone
unpack() {
  local to=$1 suite=$2 deb; shift 2; state "$suite"
  rm -rf "$T/debs"; mkdir -p "$T/debs" "$to"
  (cd "$T/debs" && apt_of "$suite" download "$@") > "$T/log" 2>&1 || gone "$* of $suite: $(tail -1 "$T/log")"
  for deb in "$T"/debs/*.deb; do dpkg -x "$deb" "$to" || gone "$deb cannot be unpacked"; done
}
# root FOLDER SUITE PACKAGE=VERSION...: these packages with all that they depend on, as a root folder
root() {
  local to=$1 suite=$2 list; shift 2; state "$suite"
  list=$(apt_of "$suite" -s --no-install-recommends install libc-bin "$@" 2> "$T/log" | sed -n 's/^Inst \([^ ]*\) (\([^ ]*\) .*/\1=\2/p')
  [ -n "$list" ] || gone "$* of $suite: $(tail -1 "$T/log")"
  mkdir -p "$to"/{dev/shm,proc,tmp,run,usr/{bin,sbin,lib,lib64}}
  for d in bin sbin lib lib64; do ln -sfn "usr/$d" "$to/$d"; done
  for d in null zero urandom; do : > "$to/dev/$d"; done
  unpack "$to" "$suite" $list
  (enter "$to" locale) > "$T/log" 2>&1; [ $? -lt 126 ] || gone "no namespaces here: $(tail -1 "$T/log")"
}
# enter FOLDER COMMAND...: becomes the command, with that folder as its root and as user 1000 (sway refuses root), in namespaces that end with it; within: waits for it
enter() {
  local to=$1 user=(); shift
  [ "$(id -u)" = 0 ] || user=(--map-root-user)
  exec unshare ${user[@]+"${user[@]}"} --mount --pid --fork --kill-child bash -c '
    for d in null zero urandom; do mount --bind /dev/$d "$0/dev/$d" || exit 126; done
    mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm" || exit 126
    exec env -i PATH=/usr/bin:/usr/sbin LC_ALL=C.UTF-8 HOME=/tmp XDG_RUNTIME_DIR=/run WLR_BACKENDS=headless WLR_RENDERER=pixman \
      WLR_LIBINPUT_NO_DEVICES=1 GSETTINGS_BACKEND=memory WAYLAND_DISPLAY=wayland-1 SWAYSOCK=/run/sway.sock \
      unshare --user --map-user=1000 --map-group=1000 --root="$0" --wd=/ "$@"' "$to" "$@"
}
within() { (enter "$@"); }
# sway_in FOLDER [LINE]: starts sway there without a screen, with that line as its configuration
sway_in() {
  chmod 700 "$1/run"; echo "${2:-}" > "$1/tmp/config"
  enter "$1" sway -c /tmp/config > "$1/tmp/log" 2>&1 & PIDS+=($!)
  for _ in {1..150}; do [ -S "$1/run/sway.sock" ] && [ -S "$1/run/wayland-1" ] && return; sleep .2; done
  gone "sway does not start here: $(tail -1 "$1/tmp/log")"
}

cat > "$T/ipc.py" <<'P'
import json, os, signal, socket, struct, sys, time
class Sway:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(sys.argv[1])
    def send(self, kind, text=""):
        self.socket.sendall(b"i3-ipc" + struct.pack("=II", len(text), kind) + text.encode())
    def receive(self):
        length, kind = struct.unpack("=II", self.socket.recv(14, socket.MSG_WAITALL)[6:])
        return kind, json.loads(self.socket.recv(length, socket.MSG_WAITALL))
    def ask(self, kind, text=""):
        self.send(kind, text)
        return self.receive()[1]
    def run(self, line):
        assert all(one["success"] for one in self.ask(0, line)), line
sway, watch = Sway(), Sway()
watch.ask(2, '["window", "workspace", "tick"]')
watch.receive()  # the first tick
def events(show):
    "All events up to now: sway sends the tick behind them."
    sway.ask(10, "now")
    seen = []
    while True:
        kind, event = watch.receive()
        if event.get("payload") == "now":
            return " ".join(seen) or "none"
        seen.append(show(event))
def walk(node, workspace=None):
    workspace = node["name"] if node["type"] == "workspace" else workspace
    yield node, workspace
    for child in node["nodes"]:
        yield from walk(child, workspace)
def until(condition):
    for _ in range(150):
        found = condition()
        if found:
            return found
        time.sleep(.2)
    sys.exit("the condition has not come")
def windows():
    return {node["app_id"]: (node, workspace) for node, workspace in walk(sway.ask(4)) if node.get("app_id")}
P
cat > "$T/try.py" <<'P'
from ipc import *
ids = []
def show(event):
    ids.append(event["current"]["id"])
    return event["change"] + ":" + event["current"]["name"]
def after(line, *names):
    ids.clear()
    sway.run(line)
    until(lambda: [one["name"] for one in sway.ask(1)] == list(names))
    print(f"{line}: {events(show)} ({len(set(ids))} ID{'s' * (len(set(ids)) > 1)})")
after("create_output", "1", "2")
if sys.argv[2] == "disable":  # 1.7 keeps an output without a screen
    after("output HEADLESS-2 disable", "1")
    after("output HEADLESS-2 enable", "1", "2")
sway.run("focus output HEADLESS-1")
events(show)
after("workspace 7", "7", "2")
P
off=$'output HEADLESS-2 disable: empty:2 (1 ID)\noutput HEADLESS-2 enable: init:2 init:2 (1 ID)\n'
try() { # SUITE VERSION [disable EVENTS]
  local r=$T/$1
  root "$r" "$1" "sway=$2"; sway_in "$r"
  PYTHONPATH=$T python3 "$T/try.py" "$r/run/sway.sock" "${3:-}" > "$T/seen" 2> "$T/log" || changed "sway $2: $(tail -1 "$T/log")"
  seen "sway $2" "$(cat "$T/seen")" "create_output: init:2 init:2 (1 ID)
${4:-}workspace 7: init:7 focus:7 empty:1 (2 IDs)"
}
try bookworm 1.7-6
try trixie 1.10.1-2 disable "$off"
try sid 1.12-1 disable "$off"
