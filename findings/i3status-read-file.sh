#!/bin/bash
# i3status 2.14-2 (bookworm), 2.15-2 (trixie): a text that read_file cuts within a letter blanks its block and all to its left in swaybar 1.7, 1.10.1.
#
# read_file shows the first 254 "characters" of a file, or max_characters, but counts bytes. A longer text with umlauts, Cyrillic or Chinese letters is
# often cut in the middle of one; the line is no UTF-8 then, and strict parsers of JSON refuse it. swaybar draws the blocks to the right of it, but neither
# this one nor those to its left. The lines of a file are put together without a blank besides. Put one short line into the file.
#
# Seen, three blocks, "Größe: 5" with max_characters 4, the same with 3, and a file with the lines "lift 1" and "closed":
#       Grö, the bytes 47 72 c3, lift 1closed; the bar shows the third alone; with max_characters 4 for the second it shows all three
#
# Guessed otherwise: three letters, since the option counts characters, and a blank between lines; then, that the cut block alone is missing.

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


try() { # SUITE SWAY I3STATUS GRIM PACKAGE...
  r=$T/$1
  root "$r" "$1" "sway=$2" "i3status=$3" "grim=$4" "${@:5}"
  [ -h "$r/bin" ] || cp -a "$r/bin/." "$r/usr/bin"
  printf 'Größe: 5\n' > "$r/tmp/size"; printf 'lift 1\nclosed\n' > "$r/tmp/lines"
  cat > "$r/tmp/status" <<'C'
general { output_format = "i3bar" colors = true interval = 1 }
order += "read_file whole"
order += "read_file cut"
order += "read_file lines"
read_file whole { path = "/tmp/size" format = "%content" max_characters = 4 color_good = "#0000FF" }
read_file cut { path = "/tmp/size" format = "%content" max_characters = 3 color_good = "#FF0000" }
read_file lines { path = "/tmp/lines" format = "%content" color_good = "#00FF00" }
C
  seen "i3status $3" "$(within "$r" timeout 5 i3status -c /tmp/status 2> "$T/log" | python3 -c 'import re, sys
line = next(line for line in sys.stdin.buffer.read().split(b"\n") if b"full_text" in line)
whole, cut, lines = re.findall(rb"\"full_text\":\"([^\"]*)\"", line)
print(ascii(whole.decode()), cut.hex(" "), lines.decode())')" "'Gr\\xf6' 47 72 c3 lift 1closed"
  sway_in "$r" $'output HEADLESS-1 mode 1280x720\nbar {\n  status_command i3status -c /tmp/status\n  font DejaVu Sans 40\n  position top\n}'
  seen "swaybar $2, cut" "$(colours)" "green"
  sed -i 's/max_characters = 3/max_characters = 4/' "$r/tmp/status"; within "$r" swaymsg -q reload; sleep 2
  seen "swaybar $2, whole" "$(colours)" "blue red green"
}
colours() { # those in the bar, three seconds after its first text
  local late=0 found=
  for _ in {1..60}; do
    within "$r" grim -t ppm -g '0,0 1280x60' - > "$T/bar.ppm"
    found=$(python3 -c 'import sys
pixels = open(sys.argv[1], "rb").read()[15:]
there = {pixels[n:n + 3] for n in range(0, len(pixels), 3)}
print(*[name for name, pixel in (("blue", b"\0\0\xff"), ("red", b"\xff\0\0"), ("green", b"\0\xff\0")) if pixel in there])' "$T/bar.ppm")
    [ -z "$found" ] || late=$((late + 1)); [ $late -lt 4 ] || break; sleep 1
  done
  echo "$found"
}
try bookworm 1.7-6 2.14-2 1.4.0+ds-2 fonts-dejavu-core=2.37-6 dash=0.5.12-2 coreutils=9.1-1
try trixie 1.10.1-2 2.15-2 1.4.0+ds-2+b1 fonts-dejavu-core=2.37-8 dash=0.5.12-12 coreutils=9.7-3
