#!/bin/bash
# KWin 6.3.6 (trixie), 6.7.4 (sid): when waybar reloads its configuration, a maximized window may stay under it.
#
# At SIGUSR2 waybar destroys its bar and makes another one of the same size. KWin gives maximized windows the room of the bar in between, but in some
# reloads it never takes it back: the bar covers the lower end of the window until the next reload. A window that answers late, as on a busy machine,
# is caught at each second reload. Other panels that replace their surface meet this, too. Restart the bar, with a second in between, instead.
#
# Seen: in both versions, on a screen of 1280x720 with a bar of 120 at the bottom: the last size that KWin has given to `foot -m`
#       20 reloads                                1280, 720 after some of them (seven once), 1280, 600 after the others
#       10 reloads, foot stopped for a second     1280, 720 after 5 of them, and five seconds later
#       3 restarts                                1280, 600
#
# Guessed otherwise: the last size is 1280, 600 after each reload, since the last that happens is a bar that takes 120. A window may follow late, but
# its late answer to the larger size does not undo the smaller one.

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

try() { # SUITE KWIN WAYBAR FOOT PACKAGE...
  r=$T/$1
  mkdir -p "$r/dev/pts" "$r/etc"; ln -s pts/ptmx "$r/dev/ptmx"
  root "$r" "$1" "kwin-wayland=$2" "waybar=$3" "foot=$4" "${@:5}"
  echo 'user:x:1000:1000::/tmp:/bin/sh' > "$r/etc/passwd"; echo 'user:x:1000:' > "$r/etc/group"
  chmod 700 "$r/run"
  echo '{ "layer": "top", "position": "bottom", "height": 120, "modules-left": ["clock"] }' > "$r/tmp/bar"
  cat > "$r/tmp/session" <<'S'
kwin_wayland --virtual --width 1280 --height 720 --socket wayland-1 --no-lockscreen > /tmp/kwin.log 2>&1 &
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do [ -S /run/wayland-1 ] && break; sleep 1; done
WAYLAND_DEBUG=1 foot -m sleep 600 2> /tmp/foot & window=$!
start() { waybar -c /tmp/bar > /tmp/waybar.log 2>&1 & bar=$!; sleep 4; }
given() { size=$(grep 'xdg_toplevel[#@][0-9]*.configure(' /tmp/foot | tail -n 1); size=${size#*configure(}; size=${size%, array*}; }
count() { given; case $size in "1280, 600") ;; *) under=$((under + 1)); case $sizes in *"$size;"*) ;; *) sizes="$sizes$size;";; esac;; esac; }
none() { under=0; sizes=; }
reload() { kill -USR2 $bar; sleep 1; count; }
reload_stopped() { kill -STOP $window; kill -USR2 $bar; sleep 1; kill -CONT $window; sleep .5; count; }
restart() { kill $bar; wait $bar; sleep 1; start; count; }
start; given; echo "start: $size"
none; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do reload; done
echo "$under of 20" > /tmp/count; [ $under -gt 0 ] && [ $under -lt 20 ] && under=some
echo "$under of 20 reloads: $sizes"
until given; [ "$size" = "1280, 600" ]; do reload; done
none; for i in 1 2 3 4 5 6 7 8 9 10; do reload_stopped; done; echo "$under of 10 reloads, stopped: $sizes"
reload_stopped; sleep 5; given; echo "five seconds later: $size"
none; for i in 1 2 3; do restart; done; echo "$under of 3 restarts: $sizes"
S
  within "$r" dbus-run-session -- env KWIN_COMPOSE=Q LIBGL_ALWAYS_SOFTWARE=1 timeout 300 sh /tmp/session > "$r/tmp/seen" 2> "$T/log"
  grep -q start "$r/tmp/seen" || gone "KWin does not start here: $(tail -1 "$r/tmp/kwin.log")"
  seen "KWin $2" "$(tr '\n' ' ' < "$r/tmp/seen")" \
    "start: 1280, 600 some of 20 reloads: 1280, 720; 5 of 10 reloads, stopped: 1280, 720; five seconds later: 1280, 720 0 of 3 restarts:  "
}
try trixie 4:6.3.6-1+deb13u1 0.12.0-1 1.21.0-2 fonts-dejavu-core=2.37-8 dbus-daemon=1.16.2-2 dash=0.5.12-12 coreutils=9.7-3 grep=3.11-4
try sid 4:6.7.4-2+b1 0.15.0-1+b1 1.28.0-1 fonts-dejavu-core dbus-daemon dash coreutils grep
