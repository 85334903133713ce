#!/bin/bash
# wlr-randr 0.4.1-1 with sway 1.10.1-2 (trixie): an output that is switched off and on again by wlr-randr comes back at 0,0, on top of its neighbour.
#
# HEADLESS-2 stands to the right of HEADLESS-1. `wlr-randr --output HEADLESS-2 --off` and `--on` bring its mode and its scale back, but not
# its place: both outputs then cover the same part of the layout. The 0,0 counts as set by the user, so a later disable and enable by sway
# does not help. Give the place with it (`--on --pos 1280,0`), or switch by `swaymsg output HEADLESS-2 disable` and `enable`.
#
# Seen: HEADLESS-1 0,0 1280x720 HEADLESS-2 1280,0 960x540   at first, and after swaymsg disable and enable
#       HEADLESS-1 0,0 1280x720 HEADLESS-2 0,0 960x540      after wlr-randr --off and --on, and after swaymsg disable and enable then
#
# Guessed otherwise: it comes back at 1280,0, as mode and scale do, and as nothing but "on" was asked for.

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

r=$T/13
root "$r" trixie sway=1.10.1-2 wlr-randr=0.4.1-1; sway_in "$r" $'output HEADLESS-1 mode 1280x720\noutput HEADLESS-2 mode 1920x1080 scale 2'
layout() {
  sleep 1
  within "$r" swaymsg -r -t get_outputs | python3 -c 'import json, sys
for output in sorted(json.load(sys.stdin), key=lambda output: output["name"]):
    rect = output["rect"]
    print("%s %d,%d %dx%d" % (output["name"], rect["x"], rect["y"], rect["width"], rect["height"]) if output["active"] else output["name"] + " off", end=" ")'
}
by_sway() { within "$r" swaymsg -q output HEADLESS-2 disable; sleep 1; within "$r" swaymsg -q output HEADLESS-2 enable; }
right="HEADLESS-1 0,0 1280x720 HEADLESS-2 1280,0 960x540 "
wrong="HEADLESS-1 0,0 1280x720 HEADLESS-2 0,0 960x540 "
within "$r" swaymsg -q create_output
seen "at first" "$(layout)" "$right"
by_sway
seen "disable, enable" "$(layout)" "$right"
within "$r" wlr-randr --output HEADLESS-2 --off
seen "--off" "$(layout)" "HEADLESS-1 0,0 1280x720 HEADLESS-2 off "
within "$r" wlr-randr --output HEADLESS-2 --on
seen "--on" "$(layout)" "$wrong"
by_sway
seen "disable, enable" "$(layout)" "$wrong"
within "$r" wlr-randr --output HEADLESS-2 --off; sleep 1
within "$r" wlr-randr --output HEADLESS-2 --on --pos 1280,0
seen "--on --pos 1280,0" "$(layout)" "$right"
