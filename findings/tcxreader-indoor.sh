#!/bin/bash
# tcxreader 0.4.11 (PyPI): a workout indoors has no track points, no heart rate and a duration of 0.
#
# TCXReader().read() drops points without a position, and all figures are taken of what is left. On a treadmill or a home trainer no point
# has a position: hr_avg is None, duration 0, while distance and calories, which come from the laps, look right. Outdoors the minutes before the first fix
# are missing in the same way. Write read(path, only_gps=False).
#
# Seen: six points with 100 to 150 bpm: read(): 0 points, hr_avg None, duration 0, distance 100.0; read(only_gps=False): 6 points, hr_avg 125.0, 50.0 s
#       outdoors, the fix comes with the third point: read(): 4 points, hr_avg 135.0, 30.0 s
#
# Guessed otherwise: six points and their average; its page presents it as a reader that "works well with missing data".

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

python3 -m pip install -q --disable-pip-version-check --target "$T/py" tcxreader==0.4.11 > "$T/log" 2>&1 || gone "tcxreader: $(tail -1 "$T/log")"
cat > "$T/try.py" <<'P'
import sys
from tcxreader.tcxreader import TCXReader
def show(fix):
    points = "".join(
        f"<Trackpoint><Time>2026-05-01T06:00:{10 * n:02}.000Z</Time>"
        + (f"<Position><LatitudeDegrees>{50 + n * 0.00018}</LatitudeDegrees><LongitudeDegrees>8.0</LongitudeDegrees></Position>" if n >= fix else "")
        + f"<DistanceMeters>{20 * n}.0</DistanceMeters><HeartRateBpm><Value>{100 + 10 * n}</Value></HeartRateBpm></Trackpoint>" for n in range(6))
    with open(sys.argv[1], "w") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">'
            '<Activities><Activity Sport="Biking"><Id>2026-05-01T06:00:00.000Z</Id><Lap StartTime="2026-05-01T06:00:00.000Z">'
            "<TotalTimeSeconds>50.0</TotalTimeSeconds><DistanceMeters>100.0</DistanceMeters><Calories>10</Calories><Intensity>Active</Intensity>"
            f"<TriggerMethod>Manual</TriggerMethod><Track>{points}</Track></Lap></Activity></Activities></TrainingCenterDatabase>")
    for options in {}, {"only_gps": False}:
        ride = TCXReader().read(sys.argv[1], **options)
        print(len(ride.trackpoints), "points,", ride.hr_avg, "bpm,", ride.duration, "s,", ride.distance, "m,", ride.calories, "kcal")
show(6)
show(2)
P
seen "tcxreader" "$(PYTHONPATH=$T/py python3 "$T/try.py" "$T/ride.tcx" 2> "$T/log")" "0 points, None bpm, 0 s, 100.0 m, 10 kcal
6 points, 125.0 bpm, 50.0 s, 100.0 m, 10 kcal
4 points, 135.0 bpm, 30.0 s, 100.0 m, 10 kcal
6 points, 125.0 bpm, 50.0 s, 100.0 m, 10 kcal"
