"""A task bar: it knows the windows of a compositor with zwlr_foreign_toplevel_manager_v1, activates and closes them."""
import struct

from wayland_client import WaylandClient

ACTIVATED = 2


class Toplevels(WaylandClient):
    """The windows of other programs."""

    SEAT, MANAGER = range(WaylandClient.FIRST, WaylandClient.FIRST + 2)

    def __init__(self, path):
        """Connects to a compositor's socket. Raises LookupError if the compositor has no list of windows."""
        # The app ID of each window, and of the focused one.
        self.windows = {}
        self.active = None
        super().__init__(path)
        self.bind("wl_seat", 1, self.SEAT)
        self.bind("zwlr_foreign_toplevel_manager_v1", 3, self.MANAGER)
        self.roundtrip()
        self.roundtrip()

    def event(self, sender, opcode, content):
        if sender == self.MANAGER and opcode == 0:
            self.windows[int.from_bytes(content[:4], "little")] = ""
        elif sender in self.windows and opcode == 1:
            self.windows[sender] = self.text(content)
        elif sender in self.windows and opcode == 4:
            states = struct.unpack(f"={len(content) // 4}I", content)[1:]
            if ACTIVATED in states:
                self.active = sender
            elif self.active == sender:
                self.active = None
        elif sender in self.windows and opcode == 6:
            del self.windows[sender]
            if self.active == sender:
                self.active = None

    @property
    def knows_children(self):
        return self.globals["zwlr_foreign_toplevel_manager_v1"][1] >= 3

    def find_active(self):
        self.roundtrip()
        return self.active

    def activate(self, window):
        self.request(window, 4, self.SEAT)
        self.roundtrip()

    def close_window(self, window):
        self.request(window, 5)
        self.roundtrip()
