#!/bin/bash
# lowdown 1.0.0-2 (bookworm), 2.0.2-2 (trixie): a document that begins with "At 9:30 the bar opens." loses this paragraph.
#
# A first line with a colon is taken for metadata, although it has no name like "title:" or "author:" before it: nearly any words will do, those with a time or an
# address as well. `lowdown -thtml` leaves the whole paragraph out, without a word. cmark keeps it. Call it with
# --parse-no-metadata, or begin the document with an empty line or a heading.
#
# Seen: "At 9:30 the bar opens." and "Then log in.": <p>Then log in.</p> alone; with --parse-no-metadata both, as by cmark
#       "See http://kiosk:8080/ for the menu." as well; "**Note:** log in." stays
#
# Guessed otherwise: both paragraphs, as metadata was expected only of lines that look like it ("Title: …", and more than one).

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

try() { # SUITE LOWDOWN CMARK
  r=$T/$1
  root "$r" "$1" "lowdown=$2" "cmark=$3"
  html() { printf '%s\n\nThen log in.\n' "$1" > "$r/tmp/text.md"; within "$r" "${@:2}" /tmp/text.md 2>&1 | tr -s '\n' ' '; }
  seen "lowdown $2" "$(html 'At 9:30 the bar opens.' lowdown -thtml)" "<p>Then log in.</p> "
  seen "lowdown $2 --parse-no-metadata" "$(html 'At 9:30 the bar opens.' lowdown --parse-no-metadata -thtml)" "<p>At 9:30 the bar opens.</p> <p>Then log in.</p> "
  seen "cmark $3" "$(html 'At 9:30 the bar opens.' cmark)" "<p>At 9:30 the bar opens.</p> <p>Then log in.</p> "
  seen "lowdown $2" "$(html 'See http://kiosk:8080/ for the menu.' lowdown -thtml)" "<p>Then log in.</p> "
  seen "lowdown $2" "$(html '**Note:** log in.' lowdown -thtml)" "<p><strong>Note:</strong> log in.</p> <p>Then log in.</p> "
}
try bookworm 1.0.0-2 0.30.2-6
try trixie 2.0.2-2 0.30.2-6+b2
