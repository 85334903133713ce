"""A separate pointer on a compositor with zwlr_virtual_pointer_manager_v1."""
import time

from wayland_client import WaylandClient

LEFT_BUTTON = 0x110


class VirtualPointer(WaylandClient):
    """A virtual pointer, the only one, so it must live from before a press until after its release."""

    MANAGER, POINTER = range(WaylandClient.FIRST, WaylandClient.FIRST + 2)

    def __init__(self, path):
        """Connects to a compositor's socket. Raises LookupError if the compositor has no virtual pointers."""
        super().__init__(path)
        self.bind("zwlr_virtual_pointer_manager_v1", 1, self.MANAGER)
        self.request(self.MANAGER, 0, 0, self.POINTER)

    def move(self, x, y, width, height):
        """Moves to a point of a screen of a size."""
        self.request(self.POINTER, 1, self.time(), x, y, width, height)
        self.request(self.POINTER, 4)

    def press(self, is_down):
        self.request(self.POINTER, 2, self.time(), LEFT_BUTTON, int(is_down))
        self.request(self.POINTER, 4)

    def time(self):
        return int(time.monotonic() * 1000) & 0xFFFFFFFF
