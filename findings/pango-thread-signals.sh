#!/bin/bash
# Pango 1.58.2 (sid): from the first font map on, SIGTERM ends a program that blocks it, by the signal; 1.50.12 (bookworm) did not.
#
# The map starts a thread for fontconfig that stays, "[pango] fontcon", with the signals blocked that the caller had blocked then. A program that
# blocks SIGTERM afterwards, for signalfd or sigwait in its loop, leaves it open in that thread: a signal to the process is delivered there, and
# ends it before it has saved. In 1.50.12 the thread ends by itself. Block signals before the first text, or block all while the map is made.
#
# Seen: a program that makes the default font map of PangoCairo, blocks SIGTERM, sends it to itself and waits for it with sigtimedwait
#       1.50.12    "waited for: 15", exit 0
#       1.58.2     "takes SIGTERM: [pango] fontcon", and the program is ended by signal 15
#
# Guessed otherwise: a library's own threads block all signals, as GLib's worker does, so the mask of the main thread decides. It does in bookworm.

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

# try SUITE PANGO GI OUTPUT; a first process of a namespace would ignore the signal
try() {
  local r=$T/$1
  root "$r" "$1" "gir1.2-pango-1.0=$2" "python3-gi=$3" fontconfig-config
  cat > "$r/tmp/wait.py" <<'PY'
import os, signal, time
import gi
gi.require_version("PangoCairo", "1.0")
from gi.repository import PangoCairo
PangoCairo.FontMap.get_default()
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
time.sleep(3)
for task in os.listdir("/proc/self/task"):
    lines = dict(line.split(":", 1) for line in open(f"/proc/self/task/{task}/status"))
    if not int(lines["SigBlk"], 16) & 1 << signal.SIGTERM - 1:
        print("takes SIGTERM:", lines["Name"].strip(), flush=True)
os.kill(os.getpid(), signal.SIGTERM)
print("waited for:", signal.sigtimedwait({signal.SIGTERM}, 10).si_signo)
PY
  seen "Pango $2" "$(within "$r" python3 -c 'import subprocess; print("end", subprocess.run(["python3", "/tmp/wait.py"]).returncode)')" "$4"
}
try bookworm 1.50.12+ds-1 3.42.2-3+b1 $'waited for: 15\nend 0'
try sid 1.58.2-1 3.58.1-1+b1 $'takes SIGTERM: [pango] fontcon\nend -15'
