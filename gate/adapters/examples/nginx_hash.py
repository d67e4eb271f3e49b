"""nginx with `hash … consistent` (Debian's nginx): a control that holds.

nginx is started anew for each state and asked over one connection, many requests at a time. A node
is a server of the upstream, a Unix socket of its name on which nobody listens: what counts is whom
nginx turns to for a request, which it says in a header. No other server is tried, and none is held
to be down.
"""
import atexit
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from urllib.parse import quote

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from clockwise_adapter import Refused, serve

FOLDER = tempfile.mkdtemp(prefix="clockwise-nginx-")
SOCKET = os.path.join(FOLDER, "socket")
NGINX = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
AT_ONCE = 100  # requests
CONFIGURATION = """
daemon off; master_process off; pid nginx.pid; error_log stderr emerg;
events {}
http {
  access_log off; keepalive_requests 1000000000;
  client_body_temp_path temp; proxy_temp_path temp; fastcgi_temp_path temp; uwsgi_temp_path temp;
  scgi_temp_path temp;
  upstream nodes { hash $request_uri consistent; %s }
  server {
    listen unix:socket;
    location / {
      proxy_pass http://nodes; proxy_next_upstream off; add_header Owner $upstream_addr always;
    }
  }
}
"""


class Nginx:
    running = None

    def __init__(self, servers):
        listed = " ".join('server "unix:%s" weight=%d max_fails=0;' %
                          (name.replace("\\", "\\\\").replace('"', '\\"'), weight)
                          for name, weight in servers)
        with open(os.path.join(FOLDER, "nginx.conf"), "w", encoding="utf-8") as file:
            file.write(CONFIGURATION % listed)
        self.process = subprocess.Popen(
            [NGINX, "-p", FOLDER, "-c", "nginx.conf", "-e", "stderr"], cwd=FOLDER)
        self.connection = socket.socket(socket.AF_UNIX)
        while True:
            try:
                self.connection.connect(SOCKET)
                break
            except OSError:
                if self.process.poll() is not None:
                    sys.exit("nginx did not start")
                time.sleep(0.001)
        self.replies = self.connection.makefile("rb")

    def owners(self, keys):
        found = []
        for first in range(0, len(keys), AT_ONCE):
            some = keys[first:first + AT_ONCE]
            self.connection.sendall(b"".join(
                b"HEAD /%s HTTP/1.1\r\nHost: x\r\n\r\n" % quote(key, safe="").encode()
                for key in some))
            while len(found) < first + len(some):
                line = self.replies.readline()
                if line.startswith(b"Owner: unix:"):
                    found.append(line[12:-2].decode())
        return found

    def stop(self):
        self.connection.close()
        self.process.kill()
        self.process.wait()
        if os.path.exists(SOCKET):
            os.remove(SOCKET)

    @classmethod
    def restart(cls, servers):
        if cls.running:
            cls.running.stop()
        cls.running = cls(servers)


class Upstream:
    def build(self, nodes, _):
        self.servers = []
        self.join(nodes)

    def join(self, nodes):
        self.servers += [(node["node"], node.get("weight", 1)) for node in nodes]
        Nginx.restart(self.servers)

    def weigh(self, node):
        at = [name for name, _ in self.servers].index(node["node"])
        self.servers[at] = (node["node"], node["weight"])
        Nginx.restart(self.servers)

    def leave(self, node):
        stay = [server for server in self.servers if server[0] != node]
        if len(stay) == len(self.servers):
            raise Refused("unknown-node")
        if not stay:
            raise Refused("last-node")  # nginx refuses an upstream without a server
        self.servers = stay
        Nginx.restart(self.servers)

    def owners(self, keys):
        return Nginx.running.owners(keys)


@atexit.register
def clean_up():
    if Nginx.running:
        Nginx.running.stop()
    shutil.rmtree(FOLDER)


serve(Upstream, {
    "name": "nginx-hash", "version": "1.22.1", "level": "placement", "supports": ["join", "leave"],
    "conventions": {"rejoin": "ignore", "weights": "absolute"}})
