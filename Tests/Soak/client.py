"""A client of the daemon's socket."""
import json
import socket


class Client:
    """A connection that sends requests one by one."""

    def __init__(self, path, timeout=30):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(timeout)
        self.socket.connect(path)
        self.buffer = b""
        self.number = 0
        if self.line().get("event") != "hello":
            raise ConnectionError("no hello")

    def line(self):
        while b"\n" not in self.buffer:
            data = self.socket.recv(1 << 16)
            if not data:
                raise ConnectionError("the daemon closed the connection")
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return json.loads(line)

    def request(self, verb, **arguments):
        """Sends a request, and returns its reply; events before it are dropped."""
        self.number += 1
        self.socket.sendall(json.dumps({"id": self.number, "verb": verb, **arguments}).encode() + b"\n")
        while True:
            line = self.line()
            if line.get("id") == self.number:
                return line

    def pipeline(self, requests):
        """Sends requests at once, and returns the number of replies, one for each request."""
        lines = [json.dumps({"id": index, **request}).encode() + b"\n" for index, request in enumerate(requests)]
        self.socket.sendall(b"".join(lines))
        for index in range(len(lines)):
            reply = self.line()
            while "id" not in reply:
                reply = self.line()
            if reply["id"] != index:
                raise AssertionError(f"reply {reply['id']} instead of {index}")
        return len(lines)

    def close(self):
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
