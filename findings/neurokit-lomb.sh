#!/bin/bash
# neurokit2 0.3.0 (PyPI): hrv_frequency() with psd_method="lomb" gives fifty times the power of "welch", in the same unit.
#
# Intervals with a wave of 40 ms at 0.1 Hz and one of 20 ms at 0.25 Hz have 800 ms² in LF and 200 in HF. With normalize=False "welch" says so,
# "lomb" says 40000 and 10000; with interpolation_rate=4 instead of 100, 1600 and 400, though the beats are the same: the power is multiplied by half
# that rate. Ratios (LFHF, LFn, HFn) are right. Do not compare HRV_LF, HRV_HF or HRV_TP of "lomb" with other methods, programs or papers.
#
# Seen: welch:           LF 800,   HF 200,  LF/HF 4.1, at each rate
#       lomb, at 100 Hz: LF 39900, HF 9800, LF/HF 4.1
#       lomb, at 4 Hz:   LF 1600,  HF 400,  LF/HF 4.1
#
# Guessed otherwise: 800 and 200 for each method, as power in ms² has but one value; 15 % were allowed for windows and edges.

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

python3 -m pip install -q --disable-pip-version-check --only-binary :all: --target "$T/py" neurokit2==0.3.0 astropy > "$T/log" 2>&1 || gone "neurokit2: $(tail -1 "$T/log")"
cat > "$T/try.py" <<'P'
import math, numpy, neurokit2
at, found = 0, []
while at < 300:
    found.append(800 + 40 * math.sin(2 * math.pi * 0.1 * at) + 20 * math.sin(2 * math.pi * 0.25 * at))
    at += found[-1] / 1000
beats = {"RRI": numpy.array(found), "RRI_Time": numpy.cumsum(found) / 1000}
for rate in 100, 4:
    for method in "welch", "lomb":
        row = neurokit2.hrv_frequency(beats, normalize=False, psd_method=method, interpolation_rate=rate).iloc[0]
        print(f"{method}, {rate} Hz: LF {round(row.HRV_LF, -2):.0f}, HF {round(row.HRV_HF, -2):.0f}, LF/HF {row.HRV_LFHF:.1f}")
P
seen "neurokit2" "$(PYTHONPATH=$T/py MPLCONFIGDIR=$T MPLBACKEND=agg python3 "$T/try.py" 2> "$T/log")" "welch, 100 Hz: LF 800, HF 200, LF/HF 4.1
lomb, 100 Hz: LF 39900, HF 9800, LF/HF 4.1
welch, 4 Hz: LF 800, HF 200, LF/HF 4.1
lomb, 4 Hz: LF 1600, HF 400, LF/HF 4.1"
