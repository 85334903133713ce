#!/bin/sh
# A program in a terminal whose colour changes with each press of x.
#
#   terminal.sh COLOR OTHER_COLOR
stty -echo -icanon
set_color() { printf '\033]11;%s\007\033[2J\033[?25l' "$1"; }
set_color "$1"
while :; do
    key=$(dd bs=1 count=1 2>/dev/null)
    [ "$key" = x ] || continue
    set -- "$2" "$1"
    set_color "$1"
done
