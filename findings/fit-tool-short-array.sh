#!/bin/bash
# fit-tool 0.9.16 (PyPI), a writer of FIT files: a message with fewer beats than the one before is filled up with beats of 0 seconds.
#
# Heart rate straps hand over one to five intervals a second, each group an hrv message. With auto_define=True fit-tool keeps the definition of the
# longest group so far, and fills the rest of a shorter one with 0, which is a value, instead of 65535, which FIT has for "none". Every reader then
# sees beats without duration. Write all groups with the same number of beats, filled up with 65.535, or drop zeros when reading.
#
# Seen: 0.812 0.830 0.795, then 0.850, then 0.841 0.836: fitparse and garmin-fit-sdk read 0.812 0.83 0.795, 0.85 0.0 0.0, 0.841 0.836 0.0
#
# Guessed otherwise: a new definition, or the value for "none", as a longer group after a shorter one gets its new definition.

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

python3 -m pip install -q --disable-pip-version-check --target "$T/py" fit-tool==0.9.16 fitparse==1.2.0 garmin-fit-sdk==21.218.0 > "$T/log" 2>&1 || gone "fit-tool: $(tail -1 "$T/log")"
cat > "$T/try.py" <<'P'
import sys, fitparse
from fit_tool.fit_file_builder import FitFileBuilder
from fit_tool.profile.messages.file_id_message import FileIdMessage
from fit_tool.profile.messages.hrv_message import HrvMessage
from fit_tool.profile.profile_type import FileType
from garmin_fit_sdk import Decoder, Stream
def write(*groups):
    builder = FitFileBuilder(auto_define=True)
    first = FileIdMessage()
    first.type, first.manufacturer, first.product, first.time_created = FileType.ACTIVITY, 255, 0, 1777615200000
    builder.add(first)
    for group in groups:
        message = HrvMessage()
        message.time = group
        builder.add(message)
    builder.build().to_file(sys.argv[1])
    values = [message.get_value("time") for message in fitparse.FitFile(sys.argv[1]).get_messages("hrv")]
    print("fitparse", *[list(value) if isinstance(value, tuple) else value for value in values])
    print("garmin", *[message["time"] for message in Decoder(Stream.from_file(sys.argv[1])).read()[0]["hrv_mesgs"]])
write([0.812, 0.83, 0.795], [0.85], [0.841, 0.836])
write([0.85], [0.812, 0.83, 0.795])
P
seen "readers" "$(PYTHONPATH=$T/py python3 "$T/try.py" "$T/beats.fit" 2> "$T/log")" "fitparse [0.812, 0.83, 0.795] [0.85, 0.0, 0.0] [0.841, 0.836, 0.0]
garmin [0.812, 0.83, 0.795] [0.85, 0.0, 0.0] [0.841, 0.836, 0.0]
fitparse 0.85 [0.812, 0.83, 0.795]
garmin 0.85 [0.812, 0.83, 0.795]"
