#!/bin/bash
# mako 1.7.1-1+b1 (bookworm), 1.10.0-1 (trixie): `notify-send -r 9911` with a number of one's own never replaces anything.
#
# Volume and brightness scripts give each message the same number, so that the newer one takes the place of the older. dunst 1.9.0 and 1.12.2 and
# fnott 1.7.1 do so. mako replaces only a number that it has given itself: it gives 1, then 2, and the messages pile up, one for each press of a key.
# Keep what `notify-send -p` printed, or send `-h string:x-canonical-private-synchronous:volume`, which replaces in mako and in dunst.
#
# Seen, twice with -r 9911:    mako: numbers 1 and 2, both shown; dunst: 9911 and 9911, one shown
#       twice with that hint:  mako: 3 and 3; dunst: one shown
#
# Guessed otherwise: 9911 and one message, as in dunst, and as the man page of notify-send calls it "the ID of the notification to replace".

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


try() { # SUITE SWAY MAKO DUNST LIBNOTIFY DBUS PACKAGE...
  r=$T/$1
  root "$r" "$1" "sway=$2" "mako-notifier=$3" "dunst=$4" "libnotify-bin=$5" "dbus-daemon=$6" "${@:7}"
  [ -h "$r/bin" ] || cp -a "$r/bin/." "$r/usr/bin"
  mkdir -p "$r/etc"; echo 'user:x:1000:1000::/tmp:/bin/sh' > "$r/etc/passwd"; echo 'user:x:1000:' > "$r/etc/group"
  cat > "$r/tmp/send" <<'S'
daemon=$1; shift
$daemon > /tmp/$daemon.log 2>&1 & pid=$!
sleep 5
volume() { timeout 20 notify-send -p "$@"; }
hint=string:x-canonical-private-synchronous:volume
case $daemon in
  mako) shown() { makoctl list; };;
  dunst) shown() { dunstctl count displayed; };;
esac
echo "-r: $(volume -r 9911 40%) $(volume -r 9911 45%)"
sleep 1; shown > /tmp/first; echo "hint: $(volume -h $hint 50%) $(volume -h $hint 55%)"
sleep 1; shown > /tmp/second
for text in 40% 45%; do case $(cat /tmp/first) in *$text*) echo "shown: $text";; esac; done
for text in 50% 55%; do case $(cat /tmp/second) in *$text*) echo "shown: $text";; esac; done
[ $daemon = mako ] || echo "shown: $(cat /tmp/first), then $(cat /tmp/second)"
kill $pid
S
  sway_in "$r"
  seen "mako $3" "$(within "$r" timeout 90 dbus-run-session -- sh /tmp/send mako 2> "$T/log" | tr '\n' ' ')" "-r: 1 2 hint: 3 3 shown: 40% shown: 45% shown: 55% "
  seen "dunst $4" "$(within "$r" timeout 90 dbus-run-session -- sh /tmp/send dunst 2> "$T/log" | sed 's/hint.*/hint/' | tr '\n' ' ')" "-r: 9911 9911 hint shown: 1, then 2 "
}
try bookworm 1.7-6 1.7.1-1+b1 1.9.0-0.1 0.8.1-1 1.14.10-1~deb12u1 fonts-dejavu-core=2.37-6 dash=0.5.12-2 coreutils=9.1-1
try trixie 1.10.1-2 1.10.0-1 1.12.2-1 0.8.6-1 1.16.2-2 fonts-dejavu-core=2.37-8 dash=0.5.12-12 coreutils=9.7-3
