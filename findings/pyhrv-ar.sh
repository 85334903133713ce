#!/bin/bash
# pyhrv 0.5.0 (PyPI): ar_psd() adds up decibels and calls them ms²: a wave eight times as high changes its LF power by an eighth.
#
# The power of a wave grows with the square of its height: intervals with 20 and 10 ms at 0.1 and 0.25 Hz have 200 ms² in LF and 50 in HF, with 160
# and 80 ms 12800 and 3200. welch_psd() says so. ar_psd() takes 10·log10 of the spectrum before it adds it up, so LF goes from 4900 to 5500, HF
# is always the larger one, and LF/HF, 4 in truth, is near 0.55 for everyone. Compare nobody by its numbers; use welch_psd().
#
# Seen: 20 and 10 ms:  welch: LF 200 ms², LF/HF 4.0;   ar: LF 4900 "ms²", LF/HF 0.56
#       160 and 80 ms: welch: LF 12800 ms², LF/HF 4.0; ar: LF 5500 "ms²", LF/HF 0.54
#
# Guessed otherwise: twice the wave, four times the power, as its page says "Absolute powers of all frequency bands in [ms^2]".
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
def show(how, key, nni, digits):
    result = getattr(frequency_domain, how)(nni, show=False)
    slow, fast = result[key + "_abs"][1:]
    print(f"{how}: LF {round(slow, -2):.0f}, LF/HF {slow / fast:.{digits}f}")
for height in 20, 160:
    show("welch_psd", "fft", beats(height, height / 2), 1)
    show("ar_psd", "ar", beats(height, height / 2), 2)
P
seen "pyhrv" "$(PYTHONPATH=$T/py MPLCONFIGDIR=$T MPLBACKEND=agg python3 "$T/try.py" 2> "$T/log")" "welch_psd: LF 200, LF/HF 4.0
ar_psd: LF 4900, LF/HF 0.56
welch_psd: LF 12800, LF/HF 4.0
ar_psd: LF 5500, LF/HF 0.54"
