#!/bin/bash
# sway 1.10.1-2 (trixie), 1.12-1 (sid): a launcher or panel with keyboard interactivity on_demand loses the keyboard as soon as a notification comes.
#
# fuzzel's manual says that --keyboard-focus=on-demand makes it "focus like a regular window". On sway each change of any layer surface, such as a
# notification that appears or goes, gives the keyboard back to the window, although nobody clicked. fuzzel's own first frame is such a change: by
# default it ends before a key can reach it, with status 1. With --no-exit-on-keyboard-focus-loss it stays, without the keyboard until it is clicked;
# what is typed after the next notification goes to the window behind. Use `exclusive`, which is fuzzel's default. sway's source has it
# corrected after 1.12.
#
# Seen: in both versions, with foot as the window, mako and notify-send; "a" is typed, a notification appears, "b" is typed, fuzzel is clicked,
#       "c" is typed, the notification is dismissed, "d" is typed, fuzzel is clicked, and Return pressed
#       exclusive, without clicks                    fuzzel prints "abcd", the window reads ""
#       on-demand                                    fuzzel ends at once with status 1
#       on-demand --no-exit-…, clicked before "a"    fuzzel prints "ac", the window reads "bd"
#
# Guessed otherwise: on_demand means the usual rules of focus, so the launcher gets the keyboard when it opens, and keeps it until a click elsewhere, as
# a window does. A notification asks for no keyboard, and takes none from a window.

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

menu() { # FOCUS CLICK ARGUMENT...: what fuzzel prints, its status, and what the window reads
  cat > "$r/tmp/menu" <<'S'
focus=$1; click=$2; shift 2
click() { [ $click = 0 ] || { swaymsg -q seat - cursor set 640 360, seat - cursor press button1, seat - cursor release button1; sleep 1; }; }
key() { wtype -s 300 "$@"; sleep 1; }
wtype -s 600000 & keyboard=$!
foot sh -c 'stty -icanon; exec cat >> /tmp/window' 2> /tmp/foot.log & window=$!
mako > /tmp/mako.log 2>&1 & mako=$!
until [ -s /tmp/window ]; do sleep 1; wtype -s 300 w; done; sleep 1; : > /tmp/window
{ printf 'lock\nreboot\n' | fuzzel --dmenu --keyboard-focus="$focus" "$@" 2> /tmp/said; echo "status $?" > /tmp/status; } > /tmp/out &
sleep 5
if [ ! -s /tmp/status ]; then
  click; key a; notify-send -t 60000 'mail has come'; sleep 3; key b
  click; key c; makoctl dismiss; sleep 3; key d
  click; key -k Return
fi
for i in 1 2 3 4 5 6 7 8 9 10; do [ -s /tmp/status ] && break; sleep .5; done
echo "fuzzel: $(cat /tmp/out)" "$(cat /tmp/status)" "window: $(cat /tmp/window)"
kill $window $mako $keyboard
S
  rm -f "$r"/tmp/{status,out,window}
  within "$r" dbus-run-session -- timeout 90 sh /tmp/menu "$@" 2> "$T/log"
}
try() { # SUITE SWAY FUZZEL PACKAGE...
  r=$T/$1
  mkdir -p "$r/dev/pts" "$r/etc"; ln -s pts/ptmx "$r/dev/ptmx"
  root "$r" "$1" "sway=$2" "fuzzel=$3" wtype=0.4-3 "${@:4}"
  echo 'user:x:1000:1000::/tmp:/bin/sh' > "$r/etc/passwd"; echo 'user:x:1000:' > "$r/etc/group"
  sway_in "$r" 'output HEADLESS-1 mode 1280x720'
  seen "sway $2, exclusive" "$(menu exclusive 0)" "fuzzel: abcd status 0 window: "
  seen "sway $2, on-demand" "$(menu on-demand 0)" "fuzzel:  status 1 window: "
  seen "sway $2, on-demand without exit, clicked" "$(menu on-demand 1 --no-exit-on-keyboard-focus-loss)" "fuzzel: ac status 0 window: bd"
}
try trixie 1.10.1-2 1.12.0+ds-1 foot=1.21.0-2 mako-notifier=1.10.0-1 libnotify-bin=0.8.6-1 dbus-daemon=1.16.2-2 fonts-dejavu-core=2.37-8 dash=0.5.12-12 coreutils=9.7-3
try sid 1.12-1 1.15.0+ds-1 foot=1.28.0-1 mako-notifier=1.11.0-1 libnotify-bin=0.8.9-1 dbus-daemon=1.16.2-8 fonts-dejavu-core dash coreutils
