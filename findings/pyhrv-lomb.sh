#!/bin/bash
# pyhrv 0.5.0 (PyPI): lomb_psd() finds other waves than those in the beats, and more power in HF where LF has four times as much.
#
# Intervals with a wave of 40 ms at 0.1 Hz (as of blood pressure) and one of 20 ms at 0.25 Hz (as of breathing) have 800 ms² in LF and 200 in HF:
# welch_psd() says so. lomb_psd() of the same beats puts the peaks elsewhere and makes the ratio 0.4. It hands scipy 2π divided by each frequency,
# which are periods, where 2π times the frequency is meant, so its spectrum is hardly more than noise. Use welch_psd().
#
# Seen: 40 ms at 0.1 Hz, 20 ms at 0.25 Hz: welch: LF/HF 4.0, LF 800; lomb: LF/HF 0.4
#       40 ms at 0.1 Hz alone:             welch: all of it in LF;   lomb: HF is the larger one
#
# Guessed otherwise: a ratio of 4 for both, with 15 % to spare; lomb_psd() is made for beats, which are not evenly spaced.
#
# spectrum, which pyhrv loads, has no wheel: pip needs a C compiler.

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

python3 -m pip install -q --disable-pip-version-check --only-binary :all: --no-binary spectrum --target "$T/py" \
  pyhrv==0.5.0 spectrum==0.10.0 nolds==0.6.1 peakutils==1.3.5 > "$T/log" 2>&1 || gone "pyhrv: $(tail -1 "$T/log")"
cat > "$T/try.py" <<'P'
import math, numpy
from pyhrv import frequency_domain
def beats(slow, fast):
    at, found = 0, []
    while at < 300:
        found.append(800 + slow * math.sin(2 * math.pi * 0.1 * at) + fast * math.sin(2 * math.pi * 0.25 * at))
        at += found[-1] / 1000
    return numpy.array(found)
def show(how, key, nni):
    result = getattr(frequency_domain, how)(nni, show=False)
    slow, fast = result[key + "_abs"][1:]
    print(f"{how}: LF/HF {slow / fast:.1f}" if slow / fast < 100 else f"{how}: all in LF", end=f", LF {round(slow, -2):.0f}\n" if key == "fft" else "\n")
show("welch_psd", "fft", beats(40, 20))
show("lomb_psd", "lomb", beats(40, 20))
show("welch_psd", "fft", beats(40, 0))
show("lomb_psd", "lomb", beats(40, 0))
P
seen "pyhrv" "$(PYTHONPATH=$T/py MPLCONFIGDIR=$T MPLBACKEND=agg python3 "$T/try.py" 2> "$T/log")" "welch_psd: LF/HF 4.0, LF 800
lomb_psd: LF/HF 0.4
welch_psd: all in LF, LF 800
lomb_psd: LF/HF 0.5"
