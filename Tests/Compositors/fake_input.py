"""A separate keyboard and pointer on KWin, by org_kde_kwin_fake_input."""
import struct

from virtual_keyboard import CODES
from virtual_pointer import LEFT_BUTTON
from wayland_client import WaylandClient


class FakeInput(WaylandClient):
    """The part of VirtualKeyboard and VirtualPointer that tests need."""

    INPUT = WaylandClient.FIRST

    def __init__(self, path):
        """Connects to a KWin that checks no permissions. Raises LookupError if it has no such interface."""
        super().__init__(path)
        self.bind("org_kde_kwin_fake_input", 5, self.INPUT)
        text = struct.pack("=I", 5) + b"test\0" + bytes(3)
        self.send(self.INPUT, 0, text + text)
        self.roundtrip()

    def type(self, key):
        for state in (1, 0):
            self.request(self.INPUT, 10, CODES[key], state)
            self.roundtrip()

    def move(self, x, y, width, height):
        self.request(self.INPUT, 9, x << 8, y << 8)
        self.roundtrip()

    def tap(self, x, y):
        """Presses with a finger."""
        for opcode, place in (4, (x << 8, y << 8)), (6, ()):
            self.request(self.INPUT, opcode, 0, *place)
            self.request(self.INPUT, 8)
            self.roundtrip()

    def press(self, is_down):
        self.request(self.INPUT, 2, LEFT_BUTTON, int(is_down))
        self.roundtrip()
