#!/bin/bash
# librsvg 2.60.0 (trixie), also 2.54.7 (bookworm): rules in `@media screen` and `@media all` never apply, those of <style media="print"> always do.
#
# librsvg leaves out every @media block, whatever its condition, and does not look at the attribute `media` of <style>. So an icon that draws
# its colours by `@media screen { … }` is black, and one that has a second sheet for paper is drawn as for paper. Icons for a bar
# should have their screen colours outside any @media; whoever cleans icons up has to drop the sheets with media="print".
#
# Seen: the middle of a square that is blue by a plain rule and green by the rule that is tried:
#       @media screen: blue     @media all: blue     @media print: blue     <style media="screen">: green     <style media="print">: green
#
# Guessed otherwise: the picture is for a screen, so `screen` was to be green by either way of writing it, and `print` blue by either.

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

try() { # SUITE VERSION
  local r=$T/$1 version=$2
  root "$r" "$1" "librsvg2-bin=$2"
  draw() { # NAME STYLE
    echo "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><style>rect{fill:#00f}</style>$2<rect width='8' height='8'/></svg>" > "$r/tmp/x.svg"
    within "$r" rsvg-convert /tmp/x.svg -o /tmp/x.png
    seen "librsvg $version $2" "$(colour "$r/tmp/x.png")" "$1"
  }
  draw blue '<style>@media screen{rect{fill:#0f0}}</style>'
  draw blue '<style>@media all{rect{fill:#0f0}}</style>'
  draw blue '<style>@media print{rect{fill:#0f0}}</style>'
  draw green '<style media="screen">rect{fill:#0f0}</style>'
  draw green '<style media="print">rect{fill:#0f0}</style>'
}
colour() { # the first pixel of a PNG file
  python3 -c 'import sys, zlib
data = open(sys.argv[1], "rb").read()
start = data.index(b"IDAT")
pixel = zlib.decompressobj().decompress(data[start + 4:])[1:4]
print({b"\0\0\xff": "blue", b"\0\xff\0": "green", b"\0\0\0": "black or nothing"}.get(pixel, pixel))' "$1"
}
try bookworm 2.54.7+dfsg-1~deb12u1
try trixie 2.60.0+dfsg-1+deb13u1
