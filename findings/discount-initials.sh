#!/bin/bash
# discount 2.2.7-2 (bookworm), 2.2.7-2.1 (trixie): a paragraph that begins with "E. coli" becomes item a of a list, "coli".
#
# Discount, the `markdown` command, has lists with letters beside those with numbers: one letter, a full stop and a blank begin one. The letter itself is dropped,
# the browser counts from a. So initials at the start of a paragraph are gone: "M. Meier has the key." is shown as "a. Meier has the key.".
# cmark and lowdown leave them as text. Write `E\. coli`, or call `markdown -fnoalphalist`.
#
# Seen: "E. coli is found.": <ol type="a"> <li>coli is found.</li> </ol>; with -fnoalphalist and by cmark: <p>E. coli is found.</p>
#       "J. S. Bach": two lists, one in the other, with "Bach" alone
#
# Guessed otherwise: a paragraph, as in cmark, since Markdown knows lists with numbers and dots alone.

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

try() { # SUITE DISCOUNT CMARK
  r=$T/$1
  root "$r" "$1" "discount=$2" "cmark=$3"
  html() { printf '%s\n' "$1" > "$r/tmp/text.md"; within "$r" "${@:2}" /tmp/text.md 2>&1 | tr -s '\n' ' '; }
  seen "discount $2" "$(html 'E. coli is found.' markdown)" '<ol type="a"> <li>coli is found.</li> </ol> '
  seen "discount $2" "$(html 'J. S. Bach' markdown)" '<ol type="a"> <li><ol type="a"> <li>Bach</li> </ol> </li> </ol> '
  seen "discount $2 -fnoalphalist" "$(html 'E. coli is found.' markdown -fnoalphalist)" '<p>E. coli is found.</p> '
  seen "discount $2, escaped" "$(html 'E\. coli is found.' markdown)" '<p>E. coli is found.</p> '
  seen "cmark $3" "$(html 'E. coli is found.' cmark)" '<p>E. coli is found.</p> '
}
try bookworm 2.2.7-2 0.30.2-6
try trixie 2.2.7-2.1 0.30.2-6+b2
