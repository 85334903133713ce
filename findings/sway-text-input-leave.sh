#!/bin/bash
# sway 1.7-6 (bookworm), 1.10.1-2 (trixie): an input method stays dead in a field that is enabled again after the keyboard was elsewhere.
#
# text-input-v3 says that `leave` resets the state, so a field is enabled again at `enter`. That is not enough: sway starts the input method
# for the change from disabled to enabled alone, and keeps the object enabled over `leave`. Who types Chinese in such a field gets Latin
# letters after another window was in front, until the field is left within its own window. A program has to send `disable` and `commit` at
# `leave`, though the protocol lets the compositor ignore them; sway counts that commit.
#
# Seen: a window with an enabled field, another window that opens and closes, and an input method that only listens:
#       enable alone:      entered 2 times, activated 1 times
#       disable at leave:  entered 2 times, activated 2 times
#
# Guessed otherwise: the input method is activated twice in both cases, as the protocol's reset makes the object disabled, and as labwc 0.20 does.

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
import os, sys, time
from pywayland.client import Display
from pywayland.protocol.text_input_unstable_v3 import ZwpTextInputManagerV3
from pywayland.protocol.wayland import WlCompositor, WlSeat, WlShm
from pywayland.protocol.xdg_shell import XdgWmBase
from pywayland.protocol_core import Argument, ArgumentType, Interface, Proxy

# input-method-v2, of which only the first events are used
Method = type("zwp_input_method_v2", (Interface,), {"name": "zwp_input_method_v2", "version": 1})
Method.proxy_class = type("method", (Proxy,), {"interface": Method})
string, number = Argument(ArgumentType.String), Argument(ArgumentType.Uint)
for event, arguments in (("activate", ()), ("deactivate", ()), ("surrounding_text", (string, number, number)), ("text_change_cause", (number,)),
                         ("content_type", (number, number)), ("done", ()), ("unavailable", ())):
    def handler(): pass
    handler.__name__ = event
    Method.event(*arguments)(handler)
Method._gen_c()
class Methods(Interface):
    name, version = "zwp_input_method_manager_v2", 1
class MethodsProxy(Proxy):
    interface = Methods
    @Methods.request(Argument(ArgumentType.Object, interface=WlSeat), Argument(ArgumentType.NewId, interface=Method))
    def get_input_method(self, seat):
        return self._marshal_constructor(0, Method, seat)
Methods.proxy_class = MethodsProxy
Methods._gen_c()

class Client:
    def __init__(self):
        self.display, self.bound = Display(), {}
        self.display.connect()
        self.registry = self.display.get_registry()
        self.registry.dispatcher["global"] = self.found
        self.display.roundtrip()

    def found(self, registry, number, name, version):
        for kind in (WlCompositor, WlSeat, WlShm, XdgWmBase, ZwpTextInputManagerV3, Methods):
            if kind.name == name:
                self.bound[name] = registry.bind(number, kind, 1)

    def window(self):
        base = self.bound["xdg_wm_base"]
        base.dispatcher["ping"] = lambda base, serial: base.pong(serial)
        self.surface = self.bound["wl_compositor"].create_surface()
        self.shell = base.get_xdg_surface(self.surface)
        self.top = self.shell.get_toplevel()
        def configured(shell, serial):
            shell.ack_configure(serial)
            file = os.memfd_create("pixels")
            os.ftruncate(file, 320 * 200 * 4)
            pool = self.bound["wl_shm"].create_pool(file, 320 * 200 * 4)
            self.surface.attach(pool.create_buffer(0, 320, 200, 320 * 4, 1), 0, 0)
            self.surface.commit()
            pool.destroy()
            os.close(file)
        self.shell.dispatcher["configure"] = configured
        self.surface.commit()

words, disables = [], sys.argv[1] == "disable"
def say(word):
    words.append(word)
method, editor, other = Client(), Client(), Client()
composer = method.bound["zwp_input_method_manager_v2"].get_input_method(method.bound["wl_seat"])
composer.dispatcher["activate"] = lambda _: say("activate")
composer.dispatcher["deactivate"] = lambda _: say("deactivate")
field = editor.bound["zwp_text_input_manager_v3"].get_text_input(editor.bound["wl_seat"])
def enter(field, surface):
    say("enter")
    field.enable()
    field.commit()
def leave(field, surface):
    say("leave")
    if disables:
        field.disable()
        field.commit()
field.dispatcher["enter"], field.dispatcher["leave"] = enter, leave

def until(count, word):
    end = time.monotonic() + 15
    while words.count(word) < count and time.monotonic() < end:
        for client in (method, editor, other):
            client.display.roundtrip()
        time.sleep(.05)
def rest():
    for _ in range(20):
        for client in (method, editor, other):
            client.display.roundtrip()
        time.sleep(.05)

editor.window()
until(1, "activate")
rest()
other.window()
until(1, "leave")
rest()
other.top.destroy(); other.shell.destroy(); other.surface.destroy()
until(2, "enter")
rest()
print(f"entered {words.count('enter')} times, activated {words.count('activate')} times", flush=True)
os._exit(0)  # without the bindings' own end
P
client() { XDG_RUNTIME_DIR=$1/run WAYLAND_DISPLAY=wayland-1 PYTHONPATH=$T/py python3 "$T/client.py" "$2" 2> "$T/log" || gone "the client does not run here: $(tail -1 "$T/log")"; }
try() { # SUITE VERSION
  local r=$T/$1
  root "$r" "$1" "sway=$2"; sway_in "$r"
  seen "sway $2, enable alone" "$(client "$r" enable)" "entered 2 times, activated 1 times"
  seen "sway $2, disable at leave" "$(client "$r" disable)" "entered 2 times, activated 2 times"
}
try bookworm 1.7-6
try trixie 1.10.1-2
