"""A pointer of its own on a compositor with zwlr_virtual_pointer_manager_v1, by Wayland's wire protocol."""
import socket
import struct
import time

LEFT_BUTTON = 0x110


class VirtualPointer:
    """A virtual pointer; there is no other, so it must live from before a press until after its release."""

    DISPLAY, REGISTRY, CALLBACK, MANAGER, POINTER = range(1, 6)

    def __init__(self, path):
        """Connects to a compositor's socket. Raises LookupError if the compositor has no virtual pointers."""
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(10)
        self.socket.connect(path)
        self.request(self.DISPLAY, 1, self.REGISTRY)
        self.request(self.DISPLAY, 0, self.CALLBACK)
        interface = b"zwlr_virtual_pointer_manager_v1\0"
        name = self.globals().get(interface)
        if name is None:
            raise LookupError("the compositor has no virtual pointers")
        data = struct.pack("=II", name, len(interface)) + interface + struct.pack("=II", 1, self.MANAGER)
        self.send(self.REGISTRY, 0, data)
        self.request(self.MANAGER, 0, 0, self.POINTER)

    def send(self, target, opcode, data):
        self.socket.sendall(struct.pack("=II", target, (8 + len(data)) << 16 | opcode) + data)

    def request(self, target, opcode, *arguments):
        self.send(target, opcode, struct.pack(f"={len(arguments)}I", *arguments))

    def globals(self):
        """The name of each global by its interface."""
        names, data = {}, b""
        while True:
            data += self.socket.recv(65536)
            while len(data) >= 8:
                sender, word = struct.unpack_from("=II", data)
                if len(data) < word >> 16:
                    break
                if sender == self.CALLBACK:
                    return names
                if sender == self.REGISTRY:
                    name, length = struct.unpack_from("=II", data, 8)
                    names[data[16:16 + length]] = name
                data = data[word >> 16:]

    def move(self, x, y, width, height):
        """Moves to a point of a screen of a size."""
        self.request(self.POINTER, 1, self.time(), x, y, width, height)
        self.request(self.POINTER, 4)

    def press(self, is_down):
        self.request(self.POINTER, 2, self.time(), LEFT_BUTTON, int(is_down))
        self.request(self.POINTER, 4)

    def time(self):
        return int(time.monotonic() * 1000) & 0xFFFFFFFF

    def close(self):
        self.socket.close()
