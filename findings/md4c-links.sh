#!/bin/bash
# md4c 0.5.2-2+b1 (trixie): a bare address with a port is no link, where 0.4.8-1 (bookworm) had made one; some others are cut short.
#
# With the GitHub dialect, 0.5.2 no longer links `https://example.org:8443/` or `http://192.168.0.1:80/`, nor paths with +, : or #/, and of
# a comparison at GitHub (`v1...v2`) it links the part before the dots, so the link leads elsewhere. Names of one label with or without a port
# (`http://localhost:8080/`, the usual form in a home) are linked by neither. Who shows notes or READMEs by md4c should write
# such addresses as <http://kiosk:8080/>, or find addresses in the text after parsing.
#
# Seen: links in the HTML (-: none)           md4c 0.4.8                     md4c 0.5.2     cmark-gfm (cmarkgfm 2025.10.22)
#       https://example.org/                  all of it                      all of it      all of it
#       https://example.org:8443/             all of it                      -              all of it
#       http://192.168.0.1:80/                all of it                      -              all of it
#       https://example.org/a+b               all of it                      -              all of it
#       https://example.org/a:b               all of it                      -              all of it
#       https://example.org/#/x               all of it                      -              all of it
#       https://example.org/v1...v2           all of it                      …/v1           all of it
#       http://localhost:8080/                -                              -              all of it
#
# Guessed otherwise: a later version links what the former did, or more; and the dialect of GitHub links what GitHub does.

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
import ctypes, re, sys
import cmarkgfm

GITHUB = 0x4 | 0x8 | 0x400 | 0x100 | 0x200 | 0x800  # MD_DIALECT_GITHUB: autolinks of three kinds, tables, strikethrough, task lists

def md4c(folder, text):
    ctypes.CDLL(folder + "/libmd4c.so.0", ctypes.RTLD_GLOBAL)
    library, parts, given = ctypes.CDLL(folder + "/libmd4c-html.so.0"), [], text.encode()
    take = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p)(lambda part, size, _: parts.append(ctypes.string_at(part, size)))
    library.md_html(given, len(given), take, None, GITHUB, 0)
    return b"".join(parts).decode()

def answer(html):
    return " ".join(re.findall(r'href="([^"]*)"', html)) or "-"

text = sys.argv[2].encode().decode("unicode_escape")
print("md4c:", answer(md4c(sys.argv[1], text)), "cmark-gfm:", answer(cmarkgfm.github_flavored_markdown_to_html(text)))
P
try() { # FOLDER TEXT ANSWER
  seen "$1 $2" "$(PYTHONPATH=$T/py python3 "$T/ask.py" "$T/$1/usr/lib/x86_64-linux-gnu" "$2")" "$3"
}
unpack "$T/0.4.8" bookworm libmd4c0=0.4.8-1 libmd4c-html0=0.4.8-1
unpack "$T/0.5.2" trixie libmd4c0=0.5.2-2+b1 libmd4c-html0=0.5.2-2+b1
part() { [ "$2" = all ] && echo "$1" || echo "$2"; }
both() { # ADDRESS OF-0.4.8 OF-0.5.2 (all: the whole address)
  try 0.4.8 "$1" "md4c: $(part "$1" "$2") cmark-gfm: $1"
  try 0.5.2 "$1" "md4c: $(part "$1" "$3") cmark-gfm: $1"
}
both https://example.org/ all all
both https://example.org:8443/ all -
both http://192.168.0.1:80/ all -
both https://example.org/a+b all -
both https://example.org/a:b all -
both https://example.org/#/x all -
both https://example.org/v1...v2 all https://example.org/v1
both http://localhost:8080/ - -
