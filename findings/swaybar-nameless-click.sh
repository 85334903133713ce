#!/bin/bash
# swaybar of sway 1.7-6 (bookworm), 1.10.1-2 (trixie), 1.12-1 (sid): a block without a name gets no clicks, although the header asks for click events.
#
# swaybar-protocol(7) has `name` as optional and says of a click event "The name of the block, if set". But swaybar reports clicks only of blocks that have
# a name: a block with nothing but full_text, or with an `instance` alone, stays dead. An empty name is enough.
# A status command that knows its only block, or goes by relative_x, has to name it anyway.
#
# Seen, a press on each of four blocks, left to right:
#       {"full_text": "1"}, {"full_text": "2", "instance": "two"}, {"full_text": "3", "name": ""}, {"full_text": "4", "name": "four"}
#       the events' names: "" "four"
#
# Guessed otherwise: four events, the first without a name, the second with its instance alone.

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

cat > "$T/pointer.py" <<'P'
# a pointer for sway: "X Y" a line moves it there and presses the left button
import os, socket, struct, sys, time
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1])
def send(thing, request, *values):
    body = b""
    for value in values:
        if isinstance(value, str):
            text = value.encode() + b"\0"
            body += struct.pack("=I", len(text)) + text + b"\0" * (-len(text) % 4)
        else:
            body += struct.pack("=I", value)
    line.sendall(struct.pack("=II", thing, 8 + len(body) << 16 | request) + body)
names = {}
send(1, 1, 2)  # get_registry
send(1, 0, 3)  # sync
while True:
    thing, size = struct.unpack("=II", line.recv(8, socket.MSG_WAITALL))
    body = line.recv((size >> 16) - 8, socket.MSG_WAITALL)
    if thing == 3:
        break
    if thing == 2:
        number, length = struct.unpack_from("=II", body)
        names[body[8:8 + length - 1].decode()] = number
manager = "zwlr_virtual_pointer_manager_v1"
send(2, 0, names[manager], manager, 1, 4)
send(4, 0, 0, 5)  # create_virtual_pointer
for where in sys.stdin:
    x, y = map(int, where.split())
    send(5, 1, 0, x, y, 1280, 720)
    send(5, 4)  # frame
    for down in (1, 0):
        time.sleep(.2)
        send(5, 2, 0, 0x110, down)
        send(5, 4)
    time.sleep(.2)
P
shell() { # FOLDER: in bookworm the shell and its commands are in /bin, which is not in PATH
  [ -h "$1/bin" ] || cp -a "$1/bin/." "$1/usr/bin"
}
try() { # SUITE VERSION PACKAGE...
  local r=$T/$1 end
  root "$r" "$1" "sway=$2" "${@:3}"; shell "$r"
  cat > "$r/tmp/status" <<'S'
echo '{"version": 1, "click_events": true}'
echo '[[{"full_text": "1", "min_width": 200}, {"full_text": "2", "min_width": 200, "instance": "two"},'
echo '{"full_text": "3", "min_width": 200, "name": ""}, {"full_text": "4", "min_width": 200, "name": "four"}],'
cat > /tmp/clicks
S
  sway_in "$r" $'output HEADLESS-1 mode 1280x720\nbar {\n  position top\n  font monospace 10\n  status_command exec sh /tmp/status\n}'
  end=$((SECONDS + 60))
  until grep -qs four "$r/tmp/clicks"; do  # the bar is there once it tells of the fourth
    [ "$SECONDS" -lt "$end" ] || changed "sway $2: no event of the block with a name"
    echo "1150 8" | python3 "$T/pointer.py" "$r/run/wayland-1"
  done
  printf '%s 8\n' 560 750 950 1150 1150 | python3 "$T/pointer.py" "$r/run/wayland-1"; sleep 1
  seen "sway $2" "$(grep -o '"name": "[^"]*"' "$r/tmp/clicks" | sed -n '/""/,$p' | head -2 | tr '\n' ' ')" '"name": "" "name": "four" '
  seen "sway $2, others" "$(grep -cE 'two|{ "(button|instance)' "$r/tmp/clicks")" 0
}
try bookworm 1.7-6 fonts-dejavu-core=2.37-6 dash=0.5.12-2 coreutils=9.1-1
try trixie 1.10.1-2 fonts-dejavu-core=2.37-8 dash=0.5.12-12 coreutils=9.7-3
try sid 1.12-1 fonts-dejavu-core=2.37-9 dash=0.5.12-12 coreutils=9.10-1
