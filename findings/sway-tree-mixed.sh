#!/bin/bash
# sway 1.7-6 (bookworm), 1.10.1-2 (trixie), 1.12-1 (sid): right after a command, get_tree mixes old and new: the content is larger than its window.
#
# Until the client has drawn in its new size (200 ms at most), `border` and `rect` are the old ones, while `window_rect` is already the new one. So after
# `border none` had succeeded, a window of 1280x695 had a content of 1280x720. Besides, `current_border_width` stays 2 without a border. Scripts
# that compute a place for slurp, grim or an overlay should ask again until window_rect fits into rect, and take the width of "none" as 0.
#
# Seen, the same in all three (client busy, here stopped by SIGSTOP; left, top, width, height):
#       before:  normal 2  rect 0 25 1280 695  window_rect 2 0 1276 693
#       at once: normal 2  rect 0 25 1280 695  window_rect 0 0 1280 720
#       later:   none 2    rect 0 0 1280 720   window_rect 0 0 1280 720
#
# Guessed otherwise: that the border would lag behind until the client draws, with the reply's "success", was suspected; but the rectangles were expected to be
# of one moment, rect new, and the width of "none" 0.

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

python3 -m pip install -q --disable-pip-version-check --only-binary :all: --target "$T/py" pywayland==0.4.19 > "$T/log" 2>&1 || gone "pywayland: $(tail -1 "$T/log")"
cat > "$T/client.py" <<'P'
import os, sys
from pywayland.client import Display
from pywayland.protocol.wayland import WlCompositor, WlShm
from pywayland.protocol.xdg_shell import XdgWmBase

display = Display()
display.connect()
bound = {}
def found(registry, number, name, version):
    for kind in (WlCompositor, WlShm, XdgWmBase):
        if kind.name == name:
            bound[name] = registry.bind(number, kind, min(version, kind.version))
registry = display.get_registry()
registry.dispatcher["global"] = found
display.roundtrip()
bound["xdg_wm_base"].dispatcher["ping"] = lambda base, serial: base.pong(serial)
surface = bound["wl_compositor"].create_surface()
shell = bound["xdg_wm_base"].get_xdg_surface(surface)
top = shell.get_toplevel()
size = [320, 200]
def sized(top, width, height, states):
    size[:] = width or 320, height or 200
def configured(shell, serial):
    shell.ack_configure(serial)
    width, height = size
    file = os.memfd_create("pixels")
    os.ftruncate(file, width * height * 4)
    pool = bound["wl_shm"].create_pool(file, width * height * 4)
    surface.attach(pool.create_buffer(0, width, height, width * 4, 1), 0, 0)
    surface.commit()
    pool.destroy()
    os.close(file)
top.dispatcher["configure"] = sized
shell.dispatcher["configure"] = configured
top.set_app_id(sys.argv[1])
surface.commit()
while True:
    display.dispatch(block=True)
P
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
client = int(sys.argv[2])
def state():
    node = windows()["A"][0]
    rect, inner = (" ".join(str(node[key][side]) for side in ("x", "y", "width", "height")) for key in ("rect", "window_rect"))
    return f"{node['border']} {node['current_border_width']} rect {rect} window_rect {inner}"
before = "normal 2 rect 0 25 1280 695 window_rect 2 0 1276 693"
for _ in range(10):  # on a busy machine the 200 ms may be over before the question arrives
    sway.run("[app_id=A] border normal 2")
    until(lambda: state() == before)
    os.kill(client, signal.SIGSTOP)
    until(lambda: open(f"/proc/{client}/stat").read().rsplit(")", 1)[1].split()[0] == "T")
    sway.run("[app_id=A] border none")
    at_once = state()
    later = until(lambda: (now := state()).startswith("none") and now)
    os.kill(client, signal.SIGCONT)
    if at_once != later:
        break
print(before, at_once, later, sep="\n")
P
start() { # FOLDER NAME: a window of that app ID
  XDG_RUNTIME_DIR=$1/run WAYLAND_DISPLAY=wayland-1 PYTHONPATH=$T/py python3 "$T/client.py" "$2" 2> "$T/log" & PIDS+=($!)
  for _ in {1..150}; do within "$1" swaymsg -r -t get_tree | grep -q "\"app_id\": \"$2\"" && return; sleep .2; done
  gone "the client does not run here: $(tail -1 "$T/log")"
}
try() { # SUITE VERSION
  local r=$T/$1
  root "$r" "$1" "sway=$2"; sway_in "$r" 'output * mode 1280x720'; start "$r" A
  PYTHONPATH=$T python3 "$T/try.py" "$r/run/sway.sock" "${PIDS[-1]}" > "$T/seen" 2> "$T/log" || changed "sway $2: $(tail -1 "$T/log")"
  seen "sway $2" "$(cat "$T/seen")" "normal 2 rect 0 25 1280 695 window_rect 2 0 1276 693
normal 2 rect 0 25 1280 695 window_rect 0 0 1280 720
none 2 rect 0 0 1280 720 window_rect 0 0 1280 720"
}
try bookworm 1.7-6
try trixie 1.10.1-2
try sid 1.12-1
