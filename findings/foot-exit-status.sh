#!/bin/bash
# foot 1.13.1-2+deb12u1 (bookworm), 1.21.0-2 (trixie): a window that is closed ends foot with 1, a program that is killed by SIGTERM with 15, not 143.
#
# foot(1): "the exit code is that of the client application", 230 for a failure of foot itself. For a program that ends by a signal, foot returns the
# bare number of the signal. So a window closed by the user (SIGHUP) looks like a program that failed with 1, and SIGTERM like `exit 15`. A
# script around `foot COMMAND` (a menu, a dialog, a kiosk that starts its terminal again) cannot tell "closed" from "no" by the status: let the command
# write its answer to a file, or end with a status above 64.
#
# Seen: foot sh -c 'exit 3': 3   foot sh -c 'kill -TERM $$': 15   the window closed by `swaymsg kill`: 1
#
# Guessed otherwise: 143 and 129, 128 and the signal, as from a shell.

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

shell() { # FOLDER: in bookworm the shell and its commands are in /bin, which is not in PATH
  [ -h "$1/bin" ] || cp -a "$1/bin/." "$1/usr/bin"
}
try() { # SUITE SWAY FOOT PACKAGE...
  local r=$T/$1 status
  mkdir -p "$r/dev/pts"; ln -s pts/ptmx "$r/dev/ptmx"
  root "$r" "$1" "sway=$2" "foot=$3" "${@:4}"; shell "$r"
  sway_in "$r"
  within "$r" foot sh -c 'exit 3' 2> "$T/log"; seen "foot $3, exit 3" "$?" 3
  within "$r" foot sh -c 'kill -TERM $$' 2> "$T/log"; seen "foot $3, SIGTERM" "$?" 15
  (enter "$r" foot sleep 60) 2> "$T/log" & PIDS+=($!)
  for _ in {1..150}; do within "$r" swaymsg -r -t get_tree | grep -q '"app_id": "foot"' && break; sleep .2; done
  within "$r" swaymsg -q '[app_id="foot"] kill'
  wait "${PIDS[-1]}"; status=$?
  seen "foot $3, closed" "$status" 1
}
try bookworm 1.7-6 1.13.1-2+deb12u1 fonts-dejavu-core=2.37-6 dash=0.5.12-2 coreutils=9.1-1
try trixie 1.10.1-2 1.21.0-2 fonts-dejavu-core=2.37-8 dash=0.5.12-12 coreutils=9.7-3
