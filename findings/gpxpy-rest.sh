#!/bin/bash
# gpxpy 1.6.2 (PyPI): a rest at one and the same place is neither moving nor stopped time; get_moving_data() leaves it out.
#
# Devices that hold the position during a rest, or pause by themselves, write points with equal coordinates. The time between two such points counts in
# neither sum, also with raw=True, whether there is one point each second or none. One centimetre of drift is enough, and the whole rest
# is "stopped". So stopped_time says how well the receiver stood, not how long its owner did; take get_duration() minus moving_time.
#
# Seen: 20 s of walking, 300 s of rest, 20 s of walking; moving_time, stopped_time, duration:
#       rest, no points: 40 0 of 340     rest, a point each second: 40 0 of 340     rest with 1 cm of drift: 40 300 of 340
#
# Guessed otherwise: the rest as stopped_time, because its speed of 0 is below the threshold of 1 km/h, and the two sums together the duration.

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

python3 -m pip install -q --disable-pip-version-check --target "$T/py" gpxpy==1.6.2 > "$T/log" 2>&1 || gone "gpxpy: $(tail -1 "$T/log")"
cat > "$T/try.py" <<'P'
import gpxpy
def show(name, rest, after=52.001):
    points = [(0, 52.0), (10, 52.0005), (20, 52.001), *rest, (320, after), (330, 52.0015), (340, 52.002)]
    track = "".join(f'<trkpt lat="{latitude:.7f}" lon="13.0"><time>2026-03-02T07:{second // 60:02}:{second % 60:02}Z</time></trkpt>' for second, latitude in points)
    gpx = gpxpy.parse('<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1" creator="Watch" xmlns="http://www.topografix.com/GPX/1/1">'
                      f"<trk><trkseg>{track}</trkseg></trk></gpx>")
    for raw in False, True:
        data = gpx.get_moving_data(raw=raw)
        print(f"{name}: {data.moving_time:.0f} {data.stopped_time:.0f} of {gpx.get_duration():.0f}")
show("no points", [])
show("each second", [(second, 52.001) for second in range(21, 320)])
show("drift", [], 52.0010001)
P
seen "moving and stopped" "$(PYTHONPATH=$T/py python3 "$T/try.py" 2>&1)" "no points: 40 0 of 340
no points: 40 0 of 340
each second: 40 0 of 340
each second: 40 0 of 340
drift: 40 300 of 340
drift: 40 300 of 340"
