#!/bin/bash
# j4-dmenu-desktop 3.2-1+b1 (trixie): of two applications with the same Name one is missing in the menu; 2.16-1+b1 (bookworm) has both.
#
# Nautilus and Nemo are both "Files", and a package and a Flatpak of one program may share their name under two IDs. Of such entries 3.2 shows one line and
# starts one of them, the same each time; the other cannot be reached, not even with `--display-binary`, which adds the program to the line. 2.16 has a
# line for each. Copy one of the entries to ~/.local/share/applications and give it another Name.
#
# Seen, for Files (nautilus), Files (nemo) and Logger (logger):
#       2.16: Files, Files, Logger; with --display-binary: Files (nautilus), Files (nemo), Logger (logger)
#       3.2:  Files, Logger;        with --display-binary: Files (nautilus), Logger (logger), or nemo for nautilus
#
# Guessed otherwise: two lines "Files", since all that is installed and not hidden is in the menu.

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

shell() { # FOLDER: in bookworm the shell and its commands are in /bin, which is not in PATH
  [ -h "$1/bin" ] || cp -a "$1/bin/." "$1/usr/bin"
}
try() { # SUITE J4 MENU MENU-WITH-BINARIES PACKAGE...
  local ids=$T/$1/usr/share/applications one id name program
  r=$T/$1
  root "$r" "$1" "j4-dmenu-desktop=$2" "${@:5}"; shell "$r"
  rm -rf "$ids"; mkdir -p "$ids"
  for one in org.gnome.Nautilus:Files:nautilus nemo:Files:nemo logger:Logger:logger; do
    IFS=: read -r id name program <<< "$one"
    printf '%s\n' '[Desktop Entry]' Type=Application "Name=$name" "Exec=$program" > "$ids/$id.desktop"
    printf '%s\n' '#!/bin/sh' "echo $program >> /tmp/started" > "$r/usr/bin/$program"; chmod +x "$r/usr/bin/$program"
  done
  menu() { # OPTION...: the lines of the menu, in which "Files" is chosen
    within "$r" j4-dmenu-desktop --dmenu='cat > /tmp/menu; echo Files' "$@" > "$T/log" 2>&1
    sort "$r/tmp/menu" | tr '\n' ','
  }
  seen "j4-dmenu-desktop $2" "$(menu)" "$3"
  seen "--display-binary" "$(menu --display-binary | sed -E 's/nautilus|nemo/…/g')" "$4"
}
try bookworm 2.16-1+b1 Files,Files,Logger, "Files (…),Files (…),Logger (logger)," dash=0.5.12-2 coreutils=9.1-1
try trixie 3.2-1+b1 Files,Logger, "Files (…),Logger (logger)," dash=0.5.12-12 coreutils=9.7-3
menu > "$T/log"
seen "started, of two choices" "$(sort -u "$r/tmp/started" | grep -c .) program, $(grep -c . "$r/tmp/started") times" "1 program, 2 times"
