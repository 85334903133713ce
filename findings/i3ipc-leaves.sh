#!/bin/bash
# i3ipc 2.2.1 (python3-i3ipc of bookworm and trixie) with sway 1.7-6, 1.10.1-2: leaves() leaves out floating windows.
#
# Con.leaves() is what scripts take for "all windows": it keeps nodes of the type "con". In i3 a floating window is a "con" within a "floating_con"; in
# sway the window itself is the "floating_con". So a script that counts, lists or closes windows passes by dialogs and all that floats.
# Take `[con for con in tree if con.pid]` instead: sway gives a pid to windows alone.
#
# Seen, with a tiled and a floating window: leaves(): tiled; nodes with a pid: tiled, floating; find_focused(): floating
#
# Guessed otherwise: both, as leaves are the windows by its page; find_focused() and find_named() do see floating windows.

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
  mkdir -p "$to"/{dev/pts,dev/shm,proc,tmp,run,usr/{bin,sbin,lib,lib64}}
  for d in bin sbin lib lib64; do ln -sfn "usr/$d" "$to/$d"; done
  for d in null zero urandom; do : > "$to/dev/$d"; done; ln -sfn pts/ptmx "$to/dev/ptmx"
  unpack "$to" "$suite" $list
  (enter "$to" locale) > "$T/log" 2>&1; [ $? -lt 126 ] || gone "no namespaces here: $(tail -1 "$T/log")"
}
# enter FOLDER COMMAND...: becomes the command, with that folder as its root and as user 1000 (sway refuses root), in namespaces that end with it; within: waits for it
enter() {
  local to=$1 user=(); shift
  [ "$(id -u)" = 0 ] || user=(--map-root-user)
  exec unshare ${user[@]+"${user[@]}"} --mount --pid --fork --kill-child bash -c '
    for d in null zero urandom; do mount --bind /dev/$d "$0/dev/$d" || exit 126; done
    mount -t proc proc "$0/proc" && mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts" && mount -t tmpfs tmpfs "$0/dev/shm" || exit 126
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


cat > "$T/try.py" <<'P'
import i3ipc, time
i3 = i3ipc.Connection()
i3.command("for_window [app_id=floating] floating enable")
def windows():
    return [con for con in i3.get_tree() if con.pid]
for n, name in enumerate(("tiled", "floating")):
    i3.command(f"exec foot -a {name} sleep 600")
    for _ in range(100):
        if len(windows()) > n:
            break
        time.sleep(0.2)
time.sleep(1)
tree = i3.get_tree()
print("leaves:", *[con.app_id for con in tree.leaves()])
print("with a pid:", *[con.app_id for con in windows()])
print("focused:", tree.find_focused().app_id)
print("type:", *[con.type for con in windows()])
P
try() { # SUITE SWAY I3IPC FOOT PACKAGE...
  r=$T/$1
  root "$r" "$1" "sway=$2" "python3-i3ipc=$3" "foot=$4" "${@:5}"
  [ -h "$r/bin" ] || cp -a "$r/bin/." "$r/usr/bin"
  cp "$T/try.py" "$r/tmp"; sway_in "$r"
  seen "sway $2" "$(within "$r" timeout 60 python3 /tmp/try.py 2> "$T/log")" "leaves: tiled
with a pid: tiled floating
focused: floating
type: con floating_con"
}
try bookworm 1.7-6 2.2.1-2 1.13.1-2+deb12u1 fonts-dejavu-core=2.37-6 dash=0.5.12-2 coreutils=9.1-1
try trixie 1.10.1-2 2.2.1-3 1.21.0-2 fonts-dejavu-core=2.37-8 dash=0.5.12-12 coreutils=9.7-3
