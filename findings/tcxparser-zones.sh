#!/bin/bash
# python-tcxparser 2.4.0 (PyPI): the share of each heart rate zone, and hr_avg, count track points, not time.
#
# Watches with "smart recording" write a point when something changes: seconds apart in a sprint, a minute apart in an even stretch. hr_percent_in_zones()
# gives each point the same weight, so ten minutes with a sprint in the last ten seconds are 60 % in the upper zone. hr_avg is high in the same way,
# and differs from the AverageHeartRateBpm that the watch wrote into the lap. Take that one; weight zones by the time to the next point.
#
# Seen: 100 bpm at 0 and 580 s, 160 bpm at 590, 595 and 600 s: zones to 120 and from 121: 40 and 60; hr_avg 136, in the lap 101
#
# Guessed otherwise: 98 and 2, as "percent in zones" of a training means time, and each point has its own.

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

python3 -m pip install -q --disable-pip-version-check --target "$T/py" python-tcxparser==2.4.0 > "$T/log" 2>&1 || gone "python-tcxparser: $(tail -1 "$T/log")"
cat > "$T/try.py" <<'P'
import sys, tcxparser
points = "".join(f"<Trackpoint><Time>2026-05-01T06:{at // 60:02}:{at % 60:02}.000Z</Time><HeartRateBpm><Value>{heart}</Value></HeartRateBpm></Trackpoint>"
    for at, heart in ((0, 100), (580, 100), (590, 160), (595, 160), (600, 160)))
with open(sys.argv[1], "w") as file:
    file.write('<?xml version="1.0" encoding="UTF-8"?>\n<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">'
        '<Activities><Activity Sport="Running"><Id>2026-05-01T06:00:00.000Z</Id><Lap StartTime="2026-05-01T06:00:00.000Z"><TotalTimeSeconds>600.0</TotalTimeSeconds>'
        "<DistanceMeters>1500.0</DistanceMeters><Calories>90</Calories><AverageHeartRateBpm><Value>101</Value></AverageHeartRateBpm><Intensity>Active</Intensity>"
        f"<TriggerMethod>Manual</TriggerMethod><Track>{points}</Track></Lap></Activity></Activities></TrainingCenterDatabase>")
run = tcxparser.TCXParser(sys.argv[1])
print(run.hr_percent_in_zones({"low": (0, 120), "high": (121, 200)}), run.hr_avg, run.duration)
P
seen "tcxparser" "$(PYTHONPATH=$T/py python3 "$T/try.py" "$T/run.tcx" 2> "$T/log")" "{'low': 40, 'high': 60} 136 600.0"
