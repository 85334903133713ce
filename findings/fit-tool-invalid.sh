#!/bin/bash
# fit-tool 0.9.16 (PyPI), a reader of FIT files: where the watch had no value, it gives 255 bpm, 12607 m, 180 degrees and 65.535 m/s.
#
# In FIT a field without a value holds the highest number of its type: 255 for a heart rate when the strap slips. Readers make None of it (fitparse
# 1.2.0, fitdecode 0.11.0) or leave the field out (garmin-fit-sdk). fit-tool hands it on as a value, in the messages and in its CSV, so the
# maximum of a ride is 255 and its average too high. Drop exactly these values before you count.
#
# Seen: records with heart rates 60, 61, none, 65: fit-tool: 60, 61, 255, 65, altitude 12607.0, latitude 180.0, speed 65.535; fitparse: 60, 61, None, 65
#
# Guessed otherwise: None, or no such field, as in the three other readers.

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

python3 -m pip install -q --disable-pip-version-check --target "$T/py" fit-tool==0.9.16 fitparse==1.2.0 > "$T/log" 2>&1 || gone "fit-tool: $(tail -1 "$T/log")"
cat > "$T/try.py" <<'P'
import struct, sys
def checksum(data):  # CRC-16 with the polynomial 0xA001
    value = 0
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0xA001 if value & 1 else 0)
    return struct.pack("<H", value)
def definition(local, message, *fields):
    return struct.pack("<BBBHB", 0x40 | local, 0, 0, message, len(fields)) + b"".join(bytes(field) for field in fields)
at = 1146463200
body = definition(0, 0, (0, 1, 0), (1, 2, 0x84), (4, 4, 0x86)) + struct.pack("<BBHI", 0, 4, 255, at)
body += definition(1, 20, (253, 4, 0x86), (3, 1, 2), (2, 2, 0x84), (0, 4, 0x85), (6, 2, 0x84))
for second, heart in enumerate((60, 61, None, 65)):
    values = (heart, 3000, 596523236, 2500) if heart else (0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFF)
    body += struct.pack("<BIBHiH", 1, at + second, *values)
head = struct.pack("<BBHI4s", 14, 16, 2100, len(body), b".FIT")
with open(sys.argv[1], "wb") as file:
    file.write(head + checksum(head) + body + checksum(head + checksum(head) + body))

import fitparse
from fit_tool.fit_file import FitFile
print("fitparse", [record.get_value("heart_rate") for record in fitparse.FitFile(sys.argv[1]).get_messages("record")])
records = [record.message for record in FitFile.from_file(sys.argv[1]).records if type(record.message).__name__ == "RecordMessage"]
print("fit-tool", [record.heart_rate for record in records])
print(f"{records[2].altitude:.1f} {records[2].position_lat:.1f} {records[2].speed:.3f}")
P
seen "readers" "$(PYTHONPATH=$T/py python3 "$T/try.py" "$T/ride.fit" 2> "$T/log")" "fitparse [60, 61, None, 65]
fit-tool [60, 61, 255, 65]
12607.0 180.0 65.535"
