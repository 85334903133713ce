#!/bin/bash
# py3status 3.47-1 (bookworm), 3.61-1 (trixie): external_script makes numbers of what looks like one: "3.70" is shown as 3.7, "007" as 7.
#
# The first line of a script's output is turned into an integer or a float before the format is filled in, by Python's rules. So prices and versions lose
# their zeros, phone numbers and room numbers their beginning, "1e3" is 1000.0 and "1_000" is 1000. `convert_numbers = False` in the block of each such
# script keeps the text.
#
# Seen, of echo 3.70, 007, 0049123, 1e3, 1_000, 5%, 12:30: 3.7, 7, 49123, 1000.0, 1000, 5%, 12:30
#       with convert_numbers = False: each as printed
#
# Guessed otherwise: each as the script printed it; the option, which is on by default, was found only afterwards.

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

cat > "$T/try" <<'S'
export HOME=/tmp
{
  echo 'general { output_format = "i3bar" interval = 1 }'
  for text in 3.70 007 0049123 1e3 1_000 5% 12:30; do
    n=${n:-0}1
    echo "order += \"external_script s$n\""
    echo "external_script s$n { script_path = \"echo '$text'\" cache_timeout = 600 convert_numbers = $1 }"
  done
} > /tmp/config
timeout -k 1 15 py3status -c /tmp/config -b > /tmp/out 2> /tmp/said
tail -n 1 /tmp/out
S
try() { # SUITE PY3STATUS I3STATUS PACKAGE...
  r=$T/$1
  root "$r" "$1" "py3status=$2" "i3status=$3" "${@:4}"
  [ -h "$r/bin" ] || cp -a "$r/bin/." "$r/usr/bin"
  cp "$T/try" "$r/tmp"
  seen "py3status $2" "$(shown True)" "3.7, 7, 49123, 1000.0, 1000, 5%, 12:30"
  seen "py3status $2, convert_numbers = False" "$(shown False)" "3.70, 007, 0049123, 1e3, 1_000, 5%, 12:30"
}
shown() {
  within "$r" sh /tmp/try "$1" | python3 -c 'import json, sys
print(*[block["full_text"] for block in json.loads(sys.stdin.read().lstrip(","))], sep=", ")' 2> "$T/log"
}
try bookworm 3.47-1 2.14-2 procps=2:4.0.2-3 dash=0.5.12-2 coreutils=9.1-1
try trixie 3.61-1 2.15-2 procps=2:4.0.4-9 dash=0.5.12-12 coreutils=9.7-3
