"""A client of pawl's control socket in a few lines: see Documentation/control.md."""

import json
import socket
import sys


class Pawl:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.file = self.socket.makefile("rwb")
        self.next = 0
        self.notices = []

    def call(self, method, **params):
        self.next += 1
        request = {"jsonrpc": "2.0", "id": self.next, "method": method, "params": params}
        self.file.write(json.dumps(request).encode() + b"\n")
        self.file.flush()
        while True:
            message = json.loads(self.file.readline())
            if "method" in message:
                self.notices.append(message)
            elif message["id"] == self.next:
                if "error" in message:
                    raise RuntimeError(message["error"])
                return message["result"]

    def notice(self):
        return self.notices.pop(0) if self.notices else json.loads(self.file.readline())


pawl = Pawl(sys.argv[1])
hello = pawl.call("engine.hello", protocol=1)
print("pawl", hello["version"], "on", hello["store"])

begun = pawl.call("instance.start", workflow="job", input={"number": 7}, ifAbsent=True, who="python")
again = pawl.call("instance.start", workflow="job", input={"number": 7}, ifAbsent=True, who="python")
assert begun["isNew"] and not again["isNew"] and begun["instance"] == again["instance"]

pawl.call("instance.follow", instance=begun["instance"], after=0)
while True:
    message = pawl.notice()
    if message["method"] != "instance.entry":
        continue
    entry = message["params"]["entry"]
    print(entry["position"], entry["kind"], ", ".join(entry["to"]))
    if entry["to"] == ["Waiting"]:
        sent = pawl.call("instance.send", instance="job/J-7", event="Go", payload={"by": "python"}, dedupe="go-7")
        assert sent["became"] == "handled", sent
        repeated = pawl.call("instance.send", instance="job/J-7", event="Go", payload={"by": "python"}, dedupe="go-7")
        assert repeated["isRepeat"] and repeated["position"] == sent["position"], repeated
    if "end" in entry:
        break

try:
    pawl.call("instance.send", instance="job/J-8", event="Go")
    sys.exit("an unknown instance was found")
except RuntimeError as error:
    assert error.args[0]["code"] == -32003, error
print("job/J-7", entry["end"]["status"])
