#!/bin/bash
# librsvg 2.54.7 (bookworm), also 2.60.0 (trixie): with RSVG_LOG=1, rsvg-convert writes its log before the PNG, to the same output.
#
# RSVG_LOG=1 is how one asks librsvg why an icon lacks a part. The lines go to stdout, where the picture goes too unless -o is given: the exit
# status is 0, stderr is empty, and the file is not a PNG. In 2.54.7 that is so for pictures with a fault, in 2.60.0 for each picture, because it
# logs each element. Programs that draw by the library and print their own data to stdout (for a bar or a menu) mix the two likewise. Set the
# variable for one command with -o, never for a session.
#
# Seen: <path … fill="url(#none)"/>, RSVG_LOG=1 rsvg-convert i.svg > o.png      exit 0, nothing on stderr
#       2.54.7: o.png begins      could not resolve paint server "#none", no alternate color specified
#       2.60.0: o.png begins      (svg id=None                   also for a path with fill="red"
#       with -o o.png, or without the variable, the file is a PNG
#
# Guessed otherwise: a program that writes its result to stdout logs to stderr; of 2.60.0, that it had been put right by then.

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

draw() { # LOG FILE OPTION...: what is written to stdout
  within "$r" python3 -c 'import os, sys
if sys.argv[1] == "on": os.environ["RSVG_LOG"] = "1"
os.execvp("rsvg-convert", ["rsvg-convert"] + sys.argv[2:])' "$@" > "$r/tmp/o.png" 2> "$r/tmp/said"
  seen "exit status" $? 0
  seen "stderr" "$(cat "$r/tmp/said")" ""
}
first() { # FILE: PNG, or its first line
  python3 -c 'import sys
data = open(sys.argv[1], "rb").read()
print("PNG" if data.startswith(b"\x89PNG\r\n") else data.split(b"\n")[0].decode("latin-1"), "and then the PNG" if data.find(b"\x89PNG\r\n") > 0 else "")' "$1" | sed 's/ $//'
}
try() { # SUITE VERSION WITH-A-FAULT WITHOUT
  r=$T/$1
  root "$r" "$1" "librsvg2-bin=$2" python3
  echo '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0z" fill="url(#none)"/></svg>' > "$r/tmp/i.svg"
  echo '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0z" fill="red"/></svg>' > "$r/tmp/red.svg"
  draw off /tmp/i.svg
  seen "librsvg $2, without the log" "$(first "$r/tmp/o.png")" PNG
  draw on /tmp/i.svg
  seen "librsvg $2, with the log" "$(first "$r/tmp/o.png")" "$3 and then the PNG"
  draw on /tmp/red.svg
  seen "librsvg $2, red, with the log" "$(first "$r/tmp/o.png")" "$4"
  draw on /tmp/i.svg -o /tmp/file.png
  seen "librsvg $2, with the log and -o" "$(first "$r/tmp/file.png")" PNG
}
try bookworm 2.54.7+dfsg-1~deb12u1 'could not resolve paint server "#none", no alternate color specified' PNG
try trixie 2.60.0+dfsg-1+deb13u1 '(svg id=None' '(svg id=None and then the PNG'
