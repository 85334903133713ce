#!/bin/bash
# dex 0.10.1-1 (trixie), also 0.9.0-2 (bookworm): %c, %i and %k reach the program as they are written, and an escaped quote ends the launch.
#
# dex (DesktopEntry Execution, a usual way to run autostart entries under sway) removes %f, %F, %u and %U from Exec, but passes "%c", "%i" and
# "%k" on to the program, which the specification replaces by the name, the icon and the file. So an entry with `-qwindowtitle %c` passes on the two characters.
# Inside quotes, `\\"` (a quote, by the specification's two layers of escapes) is an error. `gio launch` on the same files does both.
#
# Seen: Exec=show -t %c %i --file=%k %U        dex: [-t][%c][%i][--file=%k]
#                                              gio: [-t][Logger][--icon][logger][--file=]
#       Exec=show "a \\"b\\" c"                dex: 'Exec value contains an unbalanced number of quote characters.'
#                                              gio: [a "b" c]
#
# Guessed otherwise: dex exists for nothing but executing desktop entries, so it does as GLib in both.

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
# enter FOLDER COMMAND...: becomes the command, with that folder as its root, in namespaces that end with it; within: waits for it
enter() {
  local to=$1 user=(); shift
  [ "$(id -u)" = 0 ] || user=(--map-root-user)
  exec unshare ${user[@]+"${user[@]}"} --mount --pid --fork --kill-child bash -c '
    for d in null zero urandom; do mount --bind /dev/$d "$0/dev/$d" || exit 126; done
    mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/dev/shm" || exit 126
    exec env -i PATH=/usr/bin:/usr/sbin LC_ALL=C.UTF-8 HOME=/tmp XDG_RUNTIME_DIR=/run WLR_BACKENDS=headless WLR_RENDERER=pixman \
      WLR_LIBINPUT_NO_DEVICES=1 GSETTINGS_BACKEND=memory chroot "$0" "$@"' "$to" "$@"
}
within() { (enter "$@"); }

entry() { printf '%s\n' '[Desktop Entry]' Type=Application Name=Logger Icon=logger "Exec=$1" > "$r/tmp/x.desktop"; }
run() { # COMMAND...: the arguments that the entry's program got, or what was said instead
  rm -f "$r/tmp/got"; within "$r" python3 -c 'import subprocess, sys, time
subprocess.run(sys.argv[1:]); time.sleep(2)' "$@" > "$r/tmp/said" 2>&1
  cat "$r/tmp/got" 2> /dev/null || tail -1 "$r/tmp/said"
}
try() { # SUITE DEX PACKAGE...
  r=$T/$1
  root "$r" "$1" "dex=$2" "${@:3}"
  printf '%s\n' '#!/usr/bin/python3' 'import sys' 'open("/tmp/got", "w").write("".join("[%s]" % word for word in sys.argv[1:]))' > "$r/usr/bin/show"
  chmod +x "$r/usr/bin/show"
  entry 'show -t %c %i --file=%k %U'
  seen "dex $2" "$(run dex /tmp/x.desktop)" "[-t][%c][%i][--file=%k]"
  entry 'show "a \\"b\\" c"'
  seen "dex $2" "$(run dex /tmp/x.desktop)" "'Exec value contains an unbalanced number of quote characters.'"
}
try bookworm 0.9.0-2
try trixie 0.10.1-1 libglib2.0-bin=2.84.4-3~deb13u5
seen "gio" "$(run gio launch /tmp/x.desktop)" '[a "b" c]'
entry 'show -t %c %i --file=%k %U'
seen "gio" "$(run gio launch /tmp/x.desktop)" "[-t][Logger][--icon][logger][--file=]"
