"""A separate keyboard on a compositor with zwp_virtual_keyboard_manager_v1."""
import os
import socket
import struct
import time

from wayland_client import WaylandClient

KEYMAP = b"""xkb_keymap {
xkb_keycodes { include "evdev+aliases(qwerty)" };
xkb_types { include "complete" };
xkb_compatibility { include "complete" };
xkb_symbols { include "pc+us+inet(evdev)" };
};
\0"""
# Linux's codes, from the first key of each row.
ROWS = {2: "1234567890", 16: "qwertyuiop", 30: "asdfghjkl", 44: "zxcvbnm"}
CODES = {"Escape": 1, "BackSpace": 14, "Tab": 15, "Return": 28, "space": 57, "F9": 67, "F10": 68, "Up": 103, "Left": 105, "Right": 106,
         "Down": 108, **{key: code + at for code, row in ROWS.items() for at, key in enumerate(row)}}


class VirtualKeyboard(WaylandClient):
    """A keyboard with the keys of ``CODES``, which stays as one on a desk does."""

    SEAT, MANAGER, KEYBOARD = range(WaylandClient.FIRST, WaylandClient.FIRST + 3)

    def __init__(self, path):
        """Connects to a compositor's socket. Raises LookupError if the compositor has no virtual keyboards."""
        super().__init__(path)
        self.bind("wl_seat", 1, self.SEAT)
        self.bind("zwp_virtual_keyboard_manager_v1", 1, self.MANAGER)
        self.request(self.MANAGER, 0, self.SEAT, self.KEYBOARD)
        file = os.memfd_create("keymap")
        os.write(file, KEYMAP)
        socket.send_fds(self.socket, [struct.pack("=IIII", self.KEYBOARD, 16 << 16, 1, len(KEYMAP))], [file])
        os.close(file)
        self.roundtrip()

    def type(self, key):
        for state in (1, 0):
            self.request(self.KEYBOARD, 1, int(time.monotonic() * 1000) & 0xFFFFFFFF, CODES[key], state)
            self.roundtrip()
            time.sleep(0.03)
