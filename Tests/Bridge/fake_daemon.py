"""A daemon that speaks as much of tabshell-ipc as the bridge needs, with a tree that the test writes."""
import json
import queue
import socket
import threading

HELLO = {"event": "hello", "protocol": "1.1", "version": "0", "pid": 1, "features": ["subscribe", "press", "accessibility"]}


class FakeDaemon:
    """Serves one client at a time on a Unix socket, on its own thread."""

    def __init__(self, path, tree, hello=HELLO):
        self.tree, self.focus, self.hello = tree, None, hello
        self.requests = queue.Queue()
        self.client = None
        self.lock = threading.Lock()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with self.lock:
                self.client = client
            self.send(self.hello)
            try:
                for line in client.makefile():
                    self.answer(json.loads(line))
            except (OSError, ValueError):
                pass

    def answer(self, request):
        self.requests.put(request)
        self.send({"id": request["id"], "ok": {}})
        if request["verb"] == "subscribe":
            self.publish()

    def publish(self):
        """Sends the tree and the focus as they are now."""
        self.send({"event": "accessibility", "revision": 1, "accessibility": self.tree})
        self.send({"event": "bar", "revision": 1, "bar": {"minimized": False, "focus": self.focus}})

    def send(self, message):
        self.send_bytes(json.dumps(message).encode() + b"\n")

    def send_bytes(self, data):
        with self.lock:
            try:
                self.client.sendall(data)
            except OSError:
                pass

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        with self.lock:
            if self.client:
                self.client.shutdown(socket.SHUT_RDWR)
                self.client.close()
