#!/bin/bash
# sway 1.7-6 (bookworm), 1.10.1-2 (trixie), 1.12-1 (sid): a window that changes its app ID gets no `window` event.
#
# A client maps a window as "first" and names it "second" two seconds later, as terminals (OSC 176), Electron and Java programs do.
# `swaymsg -t get_tree` shows the new ID at once in all three. But subscribers to "window" events get nothing in any version, and
# clients of zwlr_foreign_toplevel_manager_v1 get it from 1.10 on only. In 1.7 a task bar learns of it only by asking for the whole tree.
# So a bar that sorts windows by app ID has to ask again at each later event, and by a timer where it must be prompt.
#
# Seen: sway 1.7     events: new:first title:first focus:first     toplevel: first            tree: second
#       sway 1.10.1  events: new:first title:first focus:first     toplevel: first second     tree: second
#       sway 1.12    events: new:first title:first focus:first     toplevel: first second     tree: second
#
# Guessed otherwise: that 1.7 tells by neither way was known before. For 1.10, the toplevel's event alone was guessed, which is so; for 1.12, a `window`
# event as well, as a change of the title has one, which is not so.

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
import mmap, os, sys, time
from pywayland.client import Display
from pywayland.protocol.wayland import WlCompositor, WlOutput, WlShm
from pywayland.protocol.xdg_shell import XdgWmBase
from pywayland.protocol_core import Argument, ArgumentType, Interface, Proxy

def interface(name, *events):
    kind = type(name, (Interface,), {"name": name, "version": 3})
    kind.proxy_class = type(name + "_proxy", (Proxy,), {"interface": kind})
    for event, *arguments in events:
        def handler(): pass
        handler.__name__ = event
        kind.event(*arguments)(handler)
    kind._gen_c()
    return kind

text, output = Argument(ArgumentType.String), Argument(ArgumentType.Object, interface=WlOutput)
Handle = interface("zwlr_foreign_toplevel_handle_v1", ("title", text), ("app_id", text), ("output_enter", output), ("output_leave", output),
                   ("state", Argument(ArgumentType.Array)), ("done",), ("closed",), ("parent", Argument(ArgumentType.Object, interface=WlOutput, nullable=True)))
Manager = interface("zwlr_foreign_toplevel_manager_v1", ("toplevel", Argument(ArgumentType.NewId, interface=Handle)), ("finished",))

display = Display()
display.connect()
bound, kept = {}, []
def found(registry, number, name, version):
    for kind in (WlCompositor, WlShm, XdgWmBase, Manager):
        if kind.name == name:
            bound[name] = registry.bind(number, kind, min(version, kind.version))
registry = display.get_registry()
registry.dispatcher["global"] = found
display.roundtrip()

def toplevel(_, handle):
    kept.append(handle)
    handle.dispatcher["app_id"] = lambda _, name: print(name, flush=True)
def window():
    base = bound["xdg_wm_base"]
    base.dispatcher["ping"] = lambda base, serial: base.pong(serial)
    surface = bound["wl_compositor"].create_surface()
    shell = base.get_xdg_surface(surface)
    top = shell.get_toplevel()
    def configured(shell, serial):
        shell.ack_configure(serial)
        file = os.memfd_create("pixels")
        os.ftruncate(file, 320 * 200 * 4)
        pool = bound["wl_shm"].create_pool(file, 320 * 200 * 4)
        surface.attach(pool.create_buffer(0, 320, 200, 320 * 4, 1), 0, 0)
        surface.commit()
        pool.destroy()
        os.close(file)
    shell.dispatcher["configure"] = configured
    top.set_app_id("first")
    top.set_title("a window")
    surface.commit()
    end = time.monotonic() + 2
    while time.monotonic() < end:
        display.roundtrip()
        time.sleep(.05)
    top.set_app_id("second")
    surface.commit()
    display.roundtrip()
    print("renamed", flush=True)

if sys.argv[1] == "watch":
    bound[Manager.name].dispatcher["toplevel"] = toplevel
else:
    window()
while True:
    display.roundtrip()
    time.sleep(.05)
P
client() { XDG_RUNTIME_DIR=$1/run WAYLAND_DISPLAY=wayland-1 PYTHONPATH=$T/py exec python3 "$T/client.py" "$2"; }
try() { # SUITE VERSION TOPLEVELS
  local r=$T/$1
  root "$r" "$1" "sway=$2"; sway_in "$r"
  enter "$r" swaymsg -r -m -t subscribe '["window"]' > "$r/tmp/events" 2>/dev/null & PIDS+=($!)
  client "$r" watch > "$r/tmp/toplevels" 2> "$T/log" & PIDS+=($!)
  sleep 3
  client "$r" window > "$r/tmp/window" 2> "$T/log" & PIDS+=($!)
  for _ in {1..100}; do grep -qs renamed "$r/tmp/window" && break; sleep .2; done
  grep -q renamed "$r/tmp/window" || gone "the client does not run here: $(tail -1 "$T/log")"
  sleep 3
  seen "sway $2 events" "$(python3 -c 'import json, sys
for line in sys.stdin: e = json.loads(line); "change" in e and print(e["change"], e["container"]["app_id"], sep=":", end=" ")' < "$r/tmp/events")" "new:first title:first focus:first "
  seen "sway $2 toplevel" "$(tr '\n' ' ' < "$r/tmp/toplevels")" "$3"
  seen "sway $2 tree" "$(within "$r" swaymsg -r -t get_tree | grep -o '"app_id": "[^"]*"')" '"app_id": "second"'
}
try bookworm 1.7-6 "first "
try trixie 1.10.1-2 "first second "
try sid 1.12-1 "first second "
