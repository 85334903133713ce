#!/bin/bash
# md4c 0.4.8-1 (bookworm), 0.5.2-2+b1 (trixie): a table directly under a line of text is no table, and 0.4.8 wants three dashes a column.
#
# GitHub makes a table of both: of a header row that follows a text, or the text of a list item, without an empty line, and of rules of one or two dashes
# (`|-|-|`). md4c with its GitHub dialect shows the pipes as text; 0.5.2 takes short rules, but still not the table under a text.
# READMEs that look right where they are written fall apart in viewers that use md4c. An empty line before the table and three
# dashes are what all agree on.
#
# Seen: tables in the HTML                             md4c 0.4.8   md4c 0.5.2   cmark-gfm (GitHub's parser, cmarkgfm 2025.10.22)
#       | a | b |\n|---|---|\n| 1 | 2 |                1            1            1
#       Text:\n| a | b |\n|---|---|\n| 1 | 2 |         0            0            1
#       - x\n  | a | b |\n  |---|---|\n  | 1 | 2 |     0            0            1
#       | a | b |\n|-|-|\n| 1 | 2 |                    0            1            1
#       | a | b |\n|--|--|\n| 1 | 2 |                  0            1            1
#
# Guessed otherwise: the dialect is named after GitHub, and tables without outer pipes, with unequal rows or under a heading came out the same; for
# 0.5.2, that a later version had mended both.

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

python3 -m pip install -q --disable-pip-version-check --only-binary :all: --target "$T/py" cmarkgfm==2025.10.22 > "$T/log" 2>&1 || gone "cmarkgfm: $(tail -1 "$T/log")"
cat > "$T/ask.py" <<'P'
import ctypes, sys
import cmarkgfm

GITHUB = 0x4 | 0x8 | 0x400 | 0x100 | 0x200 | 0x800  # MD_DIALECT_GITHUB: autolinks of three kinds, tables, strikethrough, task lists

def md4c(folder, text):
    ctypes.CDLL(folder + "/libmd4c.so.0", ctypes.RTLD_GLOBAL)
    library, parts, given = ctypes.CDLL(folder + "/libmd4c-html.so.0"), [], text.encode()
    take = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p)(lambda part, size, _: parts.append(ctypes.string_at(part, size)))
    library.md_html(given, len(given), take, None, GITHUB, 0)
    return b"".join(parts).decode()

def answer(html):
    return html.count("<table")

text = sys.argv[2].encode().decode("unicode_escape")
print("md4c:", answer(md4c(sys.argv[1], text)), "cmark-gfm:", answer(cmarkgfm.github_flavored_markdown_to_html(text)))
P
try() { # FOLDER TEXT ANSWER
  seen "$1 $2" "$(PYTHONPATH=$T/py python3 "$T/ask.py" "$T/$1/usr/lib/x86_64-linux-gnu" "$2")" "$3"
}
unpack "$T/0.4.8" bookworm libmd4c0=0.4.8-1 libmd4c-html0=0.4.8-1
unpack "$T/0.5.2" trixie libmd4c0=0.5.2-2+b1 libmd4c-html0=0.5.2-2+b1
try 0.4.8 '| a | b |\n|---|---|\n| 1 | 2 |' "md4c: 1 cmark-gfm: 1"
try 0.4.8 'Text:\n| a | b |\n|---|---|\n| 1 | 2 |' "md4c: 0 cmark-gfm: 1"
try 0.4.8 '- x\n  | a | b |\n  |---|---|\n  | 1 | 2 |' "md4c: 0 cmark-gfm: 1"
try 0.4.8 '| a | b |\n|-|-|\n| 1 | 2 |' "md4c: 0 cmark-gfm: 1"
try 0.4.8 '| a | b |\n|--|--|\n| 1 | 2 |' "md4c: 0 cmark-gfm: 1"
try 0.5.2 '| a | b |\n|---|---|\n| 1 | 2 |' "md4c: 1 cmark-gfm: 1"
try 0.5.2 'Text:\n| a | b |\n|---|---|\n| 1 | 2 |' "md4c: 0 cmark-gfm: 1"
try 0.5.2 '- x\n  | a | b |\n  |---|---|\n  | 1 | 2 |' "md4c: 0 cmark-gfm: 1"
try 0.5.2 '| a | b |\n|-|-|\n| 1 | 2 |' "md4c: 1 cmark-gfm: 1"
try 0.5.2 '| a | b |\n|--|--|\n| 1 | 2 |' "md4c: 1 cmark-gfm: 1"
