#!/bin/bash
# sway 1.7-6 (bookworm), 1.12-1 (sid): with 1366x768 and scale 1.5 the last column of pixels belongs to no client.
#
# 1366 / 1.5 is 910.67, and sway gives clients an output of 910x512: a bar or a background that is anchored to both sides gets 910, which is
# 1365 pixels. The column at the right edge cannot be reached by any layer surface or window and keeps
# sway's own grey (1.7) or black (1.12), also beside a white background.
# It happens with each size that the scale does not divide. Who tests a bar by its picture should allow for that column, and who sets up a
# screen may choose a scale that divides the mode.
#
# Seen: swaybg -c '#ffffff', a picture of grim (1366x768): columns 0, 683, 1364, 1365 are 255 255 255 63 with sway 1.7 and
#       255 255 255 0 with sway 1.12.
#
# Guessed otherwise: the size is rounded to the nearest, 911, as the protocol of fractional scales rounds surfaces, and what hangs over
# the edge is cut; and if rounded down, boxes would be rounded outwards when they are drawn.

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

try() { # SUITE SWAY SWAYBG GRIM LAST
  local r=$T/$1
  root "$r" "$1" "sway=$2" "swaybg=$3" "grim=$4"; sway_in "$r" 'output HEADLESS-1 mode 1366x768 scale 1.5'
  enter "$r" swaybg -c '#ffffff' > "$T/log" 2>&1 & PIDS+=($!)
  sleep 4
  seen "sway $2 rect" "$(within "$r" swaymsg -r -t get_outputs | tr -d ' \n' | grep -o '"rect":{[^}]*}' | head -1)" '"rect":{"x":0,"y":0,"width":910,"height":512}'
  within "$r" grim -t ppm /tmp/picture
  seen "sway $2 columns" "$(python3 -c 'import sys
_, size, _, pixels = open(sys.argv[1], "rb").read().split(b"\n", 3)
width = int(size.split()[0])
print(size.decode(), *(pixels[(300 * width + x) * 3] for x in (0, 683, width - 2, width - 1)))' "$r/tmp/picture")" "1366 768 255 255 255 $5"
}
try bookworm 1.7-6 1.2.0-1 1.4.0+ds-2 63
try sid 1.12-1 1.2.2-1 1.5.0+ds-1 0
