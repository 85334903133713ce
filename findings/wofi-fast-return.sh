#!/bin/bash
# wofi 1.3-1 (bookworm), 1.4.1-1+b2 (trixie): Return right after the last letter chooses the entry that was on top before the text.
#
# wofi filters its list every 100 ms (filter_rate), and Return takes what is selected at that moment, not what matches the text. Who types fast, a
# barcode scanner or a script starts the wrong entry, even one that does not contain the text at all. fuzzel filters before it takes the Return.
# Set `filter_rate=1` in its configuration.
#
# Seen, entries lock, reboot, clock, mail, "mail" and Return at once: lock; Return a second later: mail; with filter_rate=1 mail at once
#       fuzzel 1.12.0, at once: mail
#
# Guessed otherwise: mail, as in each other menu; filter_rate was taken for a matter of what is drawn.

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


shell() { # FOLDER: in bookworm the shell and its commands are in /bin, which is not in PATH
  [ -h "$1/bin" ] || cp -a "$1/bin/." "$1/usr/bin"
}
menu() { # KEYS COMMAND...: what it prints when these keys are pressed some seconds after its start
  cat > "$r/tmp/menu" <<'S'
keys=$1; shift
wtype -s 60000 & keyboard=$!
{ printf 'lock\nreboot\nclock\nmail\n' | "$@" 2> /tmp/said; echo "status $?" > /tmp/status; } > /tmp/out &
sleep 5; wtype -s 300 $keys
while [ ! -s /tmp/status ]; do sleep 1; done
kill $keyboard; cat /tmp/out /tmp/status
S
  rm -f "$r/tmp/status"
  within "$r" timeout 60 sh /tmp/menu "$@" | tr '\n' ' '
}
try() { # SUITE SWAY WOFI PACKAGE...
  r=$T/$1
  root "$r" "$1" "sway=$2" "wofi=$3" wtype=0.4-3 "${@:4}"; shell "$r"
  within "$r" sh -c 'cd /usr/lib/x86_64-linux-gnu/gdk-pixbuf-2.0 && ./gdk-pixbuf-query-loaders > 2.10.0/loaders.cache; update-mime-database /usr/share/mime' 2> "$T/log"
  sway_in "$r"
  seen "wofi $3, at once" "$(menu "mail -k Return" wofi --dmenu)" "lock status 0 "
  seen "wofi $3, after a second" "$(menu "mail -s 1000 -k Return" wofi --dmenu)" "mail status 0 "
  seen "wofi $3 with filter_rate=1, at once" "$(menu "mail -k Return" wofi --dmenu -Dfilter_rate=1)" "mail status 0 "
}
try bookworm 1.7-6 1.3-1 fonts-dejavu-core=2.37-6 dash=0.5.12-2 coreutils=9.1-1
try trixie 1.10.1-2 1.4.1-1+b2 fuzzel=1.12.0+ds-1 fonts-dejavu-core=2.37-8 dash=0.5.12-12 coreutils=9.7-3
seen "fuzzel 1.12.0, at once" "$(menu "mail -k Return" fuzzel --dmenu)" "mail status 0 "
