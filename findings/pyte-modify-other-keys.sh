#!/bin/bash
# pyte 0.8.2 (PyPI): the sequence by which vim, fish and others ask for modified keys underlines all that follows.
#
# `CSI > 4 ; 2 m` (XTMODKEYS, modifyOtherKeys) has a private mark, so it is none of the character attributes. pyte, the terminal emulator for tests and
# recorders, drops the mark and applies 4 (underline) and 2. In the same way the colour of an underline, `CSI 58 ; 5 ; 3 m`, turns on blinking
# and italics: its parameters are taken one by one. And where attributes have sub-parameters, as `CSI 4 : 3 m` for a wavy line, the rest of the
# sequence is shown as text. Recordings of a modern editor look wrong from the first line on.
#
# Seen: ESC[>4;2mab       text "ab", underlined
#       ESC[58;5;3mab     text "ab", italic and blinking
#       ESC[4:3mab        text "3mab", not underlined
#       ESC[>4;2hab       text "ab", plain (another private sequence)
#
# Guessed otherwise: private sequences are ignored, as those that end in h are; and 38;5;n, which is built in the same way, is read as a whole.

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

python3 -m pip install -q --disable-pip-version-check --target "$T/py" pyte==0.8.2 > "$T/log" 2>&1 || gone "pyte: $(tail -1 "$T/log")"
cat > "$T/ask.py" <<'P'
import sys
import pyte

screen = pyte.Screen(20, 2)
pyte.Stream(screen).feed("\x1b" + sys.argv[1])
cell = screen.buffer[0][0]
names = [name for name in ("bold", "italics", "underscore", "blink") if getattr(cell, name)]
print(screen.display[0].rstrip(), *names, cell.fg)
P
ask() { seen "ESC$1" "$(PYTHONPATH=$T/py python3 "$T/ask.py" "$1")" "$2"; }
ask '[>4;2mab' "ab underscore default"
ask '[58;5;3mab' "ab italics blink default"
ask '[4:3mab' "3mab default"
ask '[>4;2hab' "ab default"
ask '[38;5;3mab' "ab cdcd00"
ask '[4mab' "ab underscore default"
