#!/bin/bash
# sway 1.7-6 (bookworm), 1.10.1-2 (trixie), 1.12-1 (sid): `bar top { … }` and `bar bottom { … }` make one bar: the second block is written over the first.
#
# sway(5) has `bar [<bar-id>] <bar-subcommands...>`. One such block is right. With two, only the ID of the first is there, with the settings of the
# second; sway says nothing. With `bar { id top … }` there are two. At run time it is the other way round: `swaymsg bar NAME mode hide` with a
# name that does not exist (a typing error) answers "success" and starts one more bar. Write `id` inside the block, and look at
# `swaymsg -t get_bar_config` after a change.
#
# Seen: bar top { position top } bar bottom { position bottom }                top: position bottom
#       bar { id top … } bar { id bottom … }                                  top: position top, bottom: position bottom
#       then swaymsg bar botom mode hide: "success": true, and a third bar, botom
#
# Guessed otherwise: two bars either way; an error for a bar that does not exist.

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

try() { # SUITE VERSION
  local r=$T/$1 one
  bars() {
    for one in $(within "$r" swaymsg -r -t get_bar_config | grep -o '"[^"]*"' | tr -d '"'); do
      echo "$one: $(within "$r" swaymsg -r -t get_bar_config "$one" | grep -oE '"position": "[a-z]*"')"
    done
  }
  root "$r" "$1" "sway=$2"
  sway_in "$r" $'bar top {\n  position top\n}\nbar bottom {\n  position bottom\n}'
  seen "sway $2, bar top" "$(bars)" 'top: "position": "bottom"'
  seen "sway $2, errors" "$(grep -c 'Error on line' "$r/tmp/log")" 0
  kill -KILL "${PIDS[-1]}"; wait "${PIDS[-1]}" 2> "$T/log"; rm -f "$r"/run/*
  sway_in "$r" $'bar {\n  id top\n  position top\n}\nbar {\n  id bottom\n  position bottom\n}'
  seen "sway $2, id top" "$(bars)" $'top: "position": "top"\nbottom: "position": "bottom"'
  seen "sway $2, bar botom" "$(within "$r" swaymsg -r bar botom mode hide | grep -oE '"success": *[a-z]*')" '"success": true'
  seen "sway $2, then" "$(bars | cut -d : -f 1 | tr '\n' ' ')" "top bottom botom "
}
try bookworm 1.7-6
try trixie 1.10.1-2
try sid 1.12-1
