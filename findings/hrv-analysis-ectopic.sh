#!/bin/bash
# hrv-analysis 1.0.5 (PyPI): after a premature beat, the long pause is kept as normal, and the normal interval behind it is deleted.
#
# remove_ectopic_beats() takes the interval behind a deleted one unseen and measures the next by it. So the usual pair of short and long (500 and
# 1100 ms) loses the short one and the first normal beat, while the pause of 1100 stays. After interpolation RMSSD is 86.1 ms, for a
# heart that beats every 800 ms with an RMSSD of 6; so by "malik", the example of its page, and by "kamath". "karlsson" deletes the pair.
#
# Seen: 800 810 805 795 500 1100 800 810 805 795 800 805 810
#       malik, kamath: 800 810 805 795 - 1100 - 810 805 795 800 805 810     rmssd 86.1
#       karlsson:      800 810 805 - - - 800 810 805 795 800 805 810        rmssd 6.0
#
# Guessed otherwise: the premature interval deleted, and the normal ones behind it kept, since the function is there to "get Normal to Normal Interval".

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

python3 -m pip install -q --disable-pip-version-check --only-binary :all: --target "$T/py" hrv-analysis==1.0.5 nolds==0.5.2 setuptools==69.5.1 > "$T/log" 2>&1 ||
  gone "hrv-analysis: $(tail -1 "$T/log")"
cat > "$T/try.py" <<'P'
import contextlib, io
from hrvanalysis import get_time_domain_features, interpolate_nan_values, remove_ectopic_beats
beats = [800, 810, 805, 795, 500, 1100, 800, 810, 805, 795, 800, 805, 810]
for method in "malik", "kamath", "karlsson":
    with contextlib.redirect_stdout(io.StringIO()):
        left = remove_ectopic_beats(beats, method=method)
        filled = interpolate_nan_values(left)
        rmssd = get_time_domain_features(filled)["rmssd"]
    print(method + ":", *("-" if beat != beat else beat for beat in left), f"rmssd {rmssd:.1f}")
P
seen "rules" "$(PYTHONPATH=$T/py MPLCONFIGDIR=$T HOME=$T python3 "$T/try.py" 2> "$T/log")" "malik: 800 810 805 795 - 1100 - 810 805 795 800 805 810 rmssd 86.1
kamath: 800 810 805 795 - 1100 - 810 805 795 800 805 810 rmssd 86.1
karlsson: 800 810 805 - - - 800 810 805 795 800 805 810 rmssd 6.0"
