#!/bin/bash
# healthkit-to-sqlite 1.0.1 (PyPI): all values are stored as text, so the highest heart rate is the one that begins with the highest digit.
#
# The tables it makes (rHeartRate, rRestingHeartRate, …) have `value TEXT`, for durations and distances of workouts as well. max(), min(), ORDER BY and
# comparisons go by letters: of 61, 98 and 142 the maximum is 98, and `value > 100` takes in 61 and 98. avg() and sum() read the
# text as numbers and are right, so the mistake is easily missed. Ask for max(value + 0) and so on, or cast while importing.
#
# Seen: three records of heart rate, 61, 98 and 142 (count/min):
#       typeof(value): text     max(value): 98     min(value): 142     count where value > 100: 3     round(avg(value), 1): 100.3     max(value + 0): 142
#
# Guessed otherwise: the tool exists to ask SQL questions about measurements, the export has a unit beside each number, and sqlite-utils chooses
# INTEGER or FLOAT for numbers, so `value` was expected to be numeric.

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

python3 -m pip install -q --disable-pip-version-check --target "$T/py" healthkit-to-sqlite==1.0.1 sqlite-utils==4.2.1 > "$T/log" 2>&1 || gone "healthkit-to-sqlite: $(tail -1 "$T/log")"
mkdir "$T/apple_health_export"
{
  echo '<?xml version="1.0" encoding="UTF-8"?>'
  echo '<HealthData locale="en_US">'
  for beats in 61 98 142; do
    at="2026-03-02 07:0${beats: -1}:00 +0100"
    echo " <Record type='HKQuantityTypeIdentifierHeartRate' sourceName='Watch' unit='count/min'"
    echo "  creationDate='$at' startDate='$at' endDate='$at' value='$beats'/>"
  done
  echo '</HealthData>'
} > "$T/apple_health_export/export.xml"
(
  cd "$T" && python3 -m zipfile -c export.zip apple_health_export &&
    PYTHONPATH=$T/py python3 "$T/py/bin/healthkit-to-sqlite" export.zip health.db
) > "$T/log" 2>&1 || changed "the import: $(tail -1 "$T/log")"
ask() {
  seen "$1" "$(python3 -c 'import sqlite3, sys
print(sqlite3.connect(sys.argv[1]).execute("select " + sys.argv[2]).fetchone()[0])' "$T/health.db" "$1")" "$2"
}
ask "count(*) from rHeartRate" 3
ask "group_concat(distinct typeof(value)) from rHeartRate" text
ask "max(value) from rHeartRate" 98
ask "min(value) from rHeartRate" 142
ask "count(*) from rHeartRate where value > 100" 3
ask "round(avg(value), 1) from rHeartRate" 100.3
ask "max(value + 0) from rHeartRate" 142
