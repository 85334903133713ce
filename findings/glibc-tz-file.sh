#!/bin/bash
# glibc 2.36 (bookworm), also 2.41 (trixie): tzset() reads a replaced zone file again when TZ is unset, but not with TZ=:/etc/localtime.
#
# Without TZ, tzset() looks at /etc/localtime each time, and a clock that runs follows `timedatectl set-timezone`. With TZ=:/etc/localtime
# (often set to save that look), or with any other file, it compares the value of TZ alone: a zone file that is renamed over the old one is
# seen by new processes only, also after an update of tzdata. A clock has to set TZ to another value, call tzset(), and set it back; or it
# leaves TZ unset. tzset(3) (man-pages 6.03, 6.9.1) does not mention the difference.
#
# Seen: a zone file of UTC+1 is replaced by one of UTC+2 (by rename); 1970-01-01 00:00 UTC after tzset() is
#                                       before     after      in a new process    after TZ=UTC and back
#       TZ=:/tmp/zone                   01 ONE     01 ONE     02 TWO              02 TWO
#       TZ=:/etc/localtime              01 ONE     01 ONE     02 TWO              02 TWO
#       without TZ (/etc/localtime)     01 ONE     02 TWO     02 TWO              -
#
# Guessed otherwise: tzset() exists so that a running program learns of a change, and glibc remembers inode and time of the file in order to
# notice a new one; so it reads it again in all three cases.

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

cat > "$T/ask.py" <<'P'
import os, subprocess, sys, time

def put(name, hours, where):
    open("zones", "w").write(f"Zone {name} {hours} - {name}\n")
    subprocess.run(["zic", "-d", "out", "zones"], check=True)
    os.rename("out/" + name, where + ".new")
    os.rename(where + ".new", where)

SHOW = "import time; time.tzset(); print(time.strftime('%H %Z', time.localtime(0)))"

def now():
    time.tzset()
    return time.strftime("%H %Z", time.localtime(0))

def ask():  # what a process that starts now says
    return subprocess.run([sys.executable, "-c", SHOW], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

os.chdir("/tmp")
zone, where, *part = sys.argv[1:]
if not part:  # the clock starts with its TZ and its zone file in place
    put("ONE", 1, where)
    os.environ.pop("TZ", None)
    if zone != "-":
        os.environ["TZ"] = zone
    os.execv(sys.executable, [sys.executable, *sys.argv, "clock"])
answers = [now()]
put("TWO", 2, where)
time.sleep(1.1)
answers += [now(), ask()]
if zone != "-":
    os.environ["TZ"] = "UTC"
    time.tzset()
    os.environ["TZ"] = zone
    answers.append(now())
print(", ".join(answers))
P
try() { # SUITE GLIBC PYTHON
  root "$T/$1" "$1" "libc6=$2" "python3=$3"
  cp "$T/ask.py" "$T/$1/tmp/ask.py"
  seen "glibc $2, TZ=:/tmp/zone" "$(within "$T/$1" python3 /tmp/ask.py :/tmp/zone /tmp/zone)" "01 ONE, 01 ONE, 02 TWO, 02 TWO"
  seen "glibc $2, TZ=:/etc/localtime" "$(within "$T/$1" python3 /tmp/ask.py :/etc/localtime /etc/localtime)" "01 ONE, 01 ONE, 02 TWO, 02 TWO"
  seen "glibc $2, without TZ" "$(within "$T/$1" python3 /tmp/ask.py - /etc/localtime)" "01 ONE, 02 TWO, 02 TWO"
}
try bookworm 2.36-9+deb12u14 3.11.2-1+b1
try trixie 2.41-12+deb13u5 3.13.5-1
