#!/bin/bash
# Pango 1.50.12 (bookworm), also 1.56.3 (trixie): of a font that the user may not read, each letter is an empty box; no other font steps in.
#
# fontconfig's cache offers a font also when its file cannot be opened, as after `umask 077; cp x.ttf /usr/local/share/fonts; fc-cache` of root.
# Pango takes it, cairo reports "file not found", and each letter becomes the same box, also where the font's name is followed by a second one.
# The exit status is 0. Remove the file, or make the cache as that user, and the text is in the next font. So run `chmod a+r` over fonts
# before fc-cache; fc-match does not show this fault.
#
# Seen: Quicksand in ~/.local/share/fonts, listed by fc-cache, then chmod 0; fc-match -f '%{file}' Quicksand: the file in ~/.local/share/fonts
#       pango-view --font="Quicksand 24" --text=Home                exit 0; four empty boxes, the same picture as of "mile"
#       pango-view --font="Quicksand,DejaVu Sans 24" --text=Home    exit 0; the same boxes
#       on stderr: Pango-WARNING **: failed to create cairo scaled font, expect ugly output. the offending font is 'Quicksand 24'
#       when the file is removed, or fc-cache is run without its cache    the same picture as with "DejaVu Sans 24"
#
# Guessed otherwise: Pango goes on to the next font for a letter that a font lacks, and does so when the file has gone; so it does the same when
# the file cannot be opened, and "Home" is in DejaVu Sans.

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

# plain COMMAND...: without the capabilities of root, so that the rights of a file hold
plain() { within "$r" setpriv --bounding-set=-all --inh-caps=-all "$@"; }
draw() { # NAME FONT TEXT
  plain pango-view -q --font="$2 24" --text="$3" -o "/tmp/$1.png" > "$r/tmp/$1.said" 2>&1
  seen "exit status for \"$3\" in $2 ($1)" $? 0
}
same() { # NAME NAME yes|no
  seen "the same picture, $1 and $2" "$(cmp -s "$r/tmp/$1.png" "$r/tmp/$2.png" && echo yes || echo no)" "$3"
}
named() { seen "fc-match ($1)" "$(plain fc-match -f '%{file}' Quicksand)" "$2"; }
try() { # SUITE PANGO FONTCONFIG
  r=$T/$1
  root "$r" "$1" "pango1.0-tools=$2" "fontconfig=$3" "fonts-dejavu-core=2.37-$4" coreutils util-linux
  unpack "$T/font-$1" "$1" fonts-quicksand=0.2016-2.1
  mkdir -p "$r/tmp/.local/share/fonts"
  file=/tmp/.local/share/fonts/Quicksand-Regular.ttf
  cp "$T/font-$1/usr/share/fonts/truetype/quicksand/Quicksand-Regular.ttf" "$r$file" || gone "fonts-quicksand has no such file"
  plain fc-cache
  named readable "$file"
  draw readable Quicksand Home
  draw readable-other Quicksand mile
  same readable readable-other no
  chmod 0 "$r$file"
  seen "reading the font" "$(plain head -c 1 "$file" 2>&1 | grep -o 'Permission denied')" "Permission denied"
  named unreadable "$file"
  draw unreadable Quicksand Home
  grep -q "failed to create cairo scaled font, expect ugly output. the offending font is 'Quicksand 24'" "$r/tmp/unreadable.said" || changed "no warning"
  draw unreadable-other Quicksand mile
  draw unreadable-spaces Quicksand "    "
  draw unreadable-second "Quicksand,DejaVu Sans" Home
  same unreadable unreadable-other yes
  same unreadable unreadable-second yes
  same unreadable unreadable-spaces no
  same unreadable readable no
  draw dejavu "DejaVu Sans" Home
  same unreadable dejavu no
  mv "$r$file" "$r/tmp/aside.ttf"
  draw removed Quicksand Home
  same removed dejavu yes
  mv "$r/tmp/aside.ttf" "$r$file"
  rm -rf "$r/tmp/.cache" "$r"/var/cache/fontconfig/*
  plain fc-cache
  draw fresh-cache Quicksand Home
  same fresh-cache dejavu yes
}
try bookworm 1.50.12+ds-1 2.14.1-4 6
try trixie 1.56.3-1 2.15.0-2.3 8
