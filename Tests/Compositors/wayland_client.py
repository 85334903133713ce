"""A client of a compositor by Wayland's wire protocol."""
import socket
import struct


class WaylandClient:
    """A connection with a registry. Objects of one's own have numbers from ``FIRST``, bound in their order."""

    DISPLAY, REGISTRY, CALLBACK, FIRST = 1, 2, 3, 4

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(10)
        self.socket.connect(path)
        self.data = b""
        # The name and the version of each global by its interface.
        self.globals = {}
        self.request(self.DISPLAY, 1, self.REGISTRY)
        self.roundtrip()

    def send(self, target, opcode, data):
        self.socket.sendall(struct.pack("=II", target, (8 + len(data)) << 16 | opcode) + data)

    def request(self, target, opcode, *arguments):
        self.send(target, opcode, struct.pack(f"={len(arguments)}I", *arguments))

    def bind(self, interface, version, number):
        """Binds a global. Raises LookupError if the compositor lacks it."""
        if interface not in self.globals:
            raise LookupError(f"the compositor has no {interface}")
        name, newest = self.globals[interface]
        text = interface.encode() + b"\0"
        text += bytes(-len(text) % 4)
        self.send(self.REGISTRY, 0, struct.pack("=II", name, len(interface) + 1) + text
                  + struct.pack("=II", min(version, newest), number))

    def roundtrip(self):
        """Handles the events of all requests so far."""
        self.request(self.DISPLAY, 0, self.CALLBACK)
        is_answered = False
        while not is_answered:
            while len(self.data) >= 8 and len(self.data) >= struct.unpack_from("=II", self.data)[1] >> 16:
                sender, word = struct.unpack_from("=II", self.data)
                content, self.data = self.data[8:word >> 16], self.data[word >> 16:]
                if sender == self.CALLBACK:
                    is_answered = True
                elif sender == self.DISPLAY and word & 0xFFFF == 0:
                    raise ConnectionError(self.text(content[8:]))
                elif sender == self.REGISTRY and word & 0xFFFF == 0:
                    interface = self.text(content[4:])
                    self.globals[interface] = (struct.unpack_from("=I", content)[0], struct.unpack("=I", content[-4:])[0])
                else:
                    self.event(sender, word & 0xFFFF, content)
            if not is_answered:
                data = self.socket.recv(65536)
                if not data:
                    raise ConnectionError("the compositor has closed the connection")
                self.data += data

    def event(self, sender, opcode, content):
        """Handles an event of an object of one's own."""

    @staticmethod
    def text(content):
        length = struct.unpack_from("=I", content)[0]
        return content[4:3 + length].decode(errors="replace")

    def close(self):
        self.socket.close()
