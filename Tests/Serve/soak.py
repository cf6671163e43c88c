#!/usr/bin/env python3
"""Runs `pawl serve` under load, and prints what it holds: memory, open files, write-ahead log.

    soak.py PAWL [MINUTES]              mixed load: starts, sends, timers, failures with retries, reloads, a follower
    soak.py PAWL [MINUTES] --overload   10,000 events a second offered, which is more than it can do

Ends with 1 when memory or files grow after the first third of the time.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

CONFIGURATION = """
store: sqlite:pawl.db
workflows: flows
plugins: [log, mock]
services:
  work.do: { use: mock.delay, with: { duration: 20ms, value: { text: done } } }
  work.fail: { use: mock.fail, with: { code: unavailable, message: "not now" } }
"""

JOB = """
workflow: job
input: { number: int }
services:
  work.do: { output: { text: string } }
  work.fail: { output: { text: string } }
events:
  Go: { by: string }
  Note: { text: string }
states:
  First: {}
  Waiting: { data: { notes: int } }
  Failing: {}
  Resting: {}
  Done: { final: true }
initial: First
feedbacks:
  - { on: First, perform: work.do }
  - { on: Failing, perform: work.fail, retry: { attempts: 3, delay: 200ms } }
transitions:
  - { from: First, on: { done: { to: Waiting, data: { notes: 0 } } } }
  - { from: Waiting, after: 30s, to: Resting }
  - { from: Waiting, on: { Go: Failing, Note: { data: { notes: "${ state.notes + 1 }" } } } }
  - { from: Failing, on: { done: Done, failed: Resting } }
  - { from: Resting, after: 1s, to: Done }
"""


class Client:
    """One connection; answers come in any order."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.input = self.socket.makefile("rb")
        self.number = 0

    def line(self, method, **params):
        self.number += 1
        return json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).encode() + b"\n"

    def call(self, method, **params):
        self.socket.sendall(self.line(method, **params))
        while True:
            message = json.loads(self.input.readline())
            if message.get("id") == self.number:
                return message


def start(pawl, folder):
    os.makedirs(folder + "/flows")
    with open(folder + "/pawl.yaml", "w") as file:
        file.write(CONFIGURATION)
    with open(folder + "/flows/job.yaml", "w") as file:
        file.write(JOB)
    log = open(folder + "/log", "w")
    program = subprocess.Popen([pawl, "serve"], cwd=folder, stdout=log, stderr=log)
    while not os.path.exists(folder + "/pawl.db.sock"):
        time.sleep(0.05)
        if program.poll() is not None:
            sys.exit(open(folder + "/log").read())
    return program


def figures(program, folder):
    with open(f"/proc/{program.pid}/status") as file:
        memory = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
    files = len(os.listdir(f"/proc/{program.pid}/fd"))
    return memory, files, os.path.getsize(folder + "/pawl.db-wal") >> 10


def watch(program, folder, end, counts):
    samples = []
    begin = time.time()
    print("   time   memory kB  files   WAL kB  store kB  so far")
    while time.time() < end and program.poll() is None:
        time.sleep(min(10, max(0.1, end - time.time())))
        memory, files, log = figures(program, folder)
        samples.append((memory, files))
        store = os.path.getsize(folder + "/pawl.db") >> 10
        so_far = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
        print(f"{time.time() - begin:6.0f} s {memory:10} {files:6} {log:8} {store:9}  {so_far}", flush=True)
    return samples


def mixed(program, folder, end, counts):
    path = folder + "/pawl.db.sock"
    waiting = []

    def starts():
        client = Client(path)
        while time.time() < end:
            answer = client.call("instance.start", workflow="job", input={"number": counts["started"]})
            waiting.append(answer["result"]["instance"])
            counts["started"] += 1
            time.sleep(0.02)

    def sends():
        client = Client(path)
        while time.time() < end:
            time.sleep(0.01)
            if len(waiting) < 200:
                continue
            instance = waiting[random.randrange(len(waiting))]
            event = random.choice(["Note", "Note", "Go"])
            payload = {"text": "x" * 100} if event == "Note" else {"by": "soak"}
            client.call("instance.send", instance=instance, event=event, payload=payload, dedupe=str(counts["sent"]))
            counts["sent"] += 1
            del waiting[:-5_000]

    def reloads():
        while time.time() < end:
            time.sleep(5)
            text = JOB + f"# {counts['reloads']}\n" if counts["reloads"] % 3 else "workflow: job\nstates: 3\n"
            with open(folder + "/flows/new", "w") as file:
                file.write(text)
            os.rename(folder + "/flows/new", folder + "/flows/job.yaml")
            counts["reloads"] += 1

    def follows():
        client = Client(path)
        client.call("instance.follow", after=0)
        while client.input.readline():
            counts["followed"] += 1

    return [starts, sends, sends, reloads, follows]


def overload(program, folder, end, counts):
    path = folder + "/pawl.db.sock"
    client = Client(path)
    instances = [client.call("instance.start", workflow="job", input={"number": number})["result"]["instance"] for number in range(500)]
    senders, rate = 20, 10_000

    def sender():
        client = Client(path)

        def reader():
            for line in client.input:
                if b'"busy"' in line or b"-32010" in line:
                    counts["told busy"] += 1
                else:
                    counts["answered"] += 1

        threading.Thread(target=reader, daemon=True).start()
        lines = [client.line("instance.send", instance=name, event="Note", payload={"text": "x" * 100}) for name in instances]
        batch = rate // senders // 20
        while time.time() < end:
            begin = time.time()
            try:
                client.socket.sendall(b"".join(random.choices(lines, k=batch)))
            except OSError:
                counts["cut off"] += 1
                return
            counts["offered"] += batch
            time.sleep(max(0, 0.05 - (time.time() - begin)))

    return [sender] * senders


def until_the_end(body, end):
    try:
        body()
    except (OSError, ValueError):
        # The engine stops at the end of the load, and takes the connections with it.
        if time.time() < end:
            raise


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    pawl = os.path.abspath(words[0])
    minutes = float(words[1]) if len(words) > 1 else 10
    is_overload = "--overload" in sys.argv
    with tempfile.TemporaryDirectory(prefix="pawl-soak-") as folder:
        program = start(pawl, folder)
        names = ["offered", "answered", "told busy", "cut off"] if is_overload else ["started", "sent", "reloads", "followed"]
        counts = {name: 0 for name in names}
        end = time.time() + minutes * 60
        for body in (overload if is_overload else mixed)(program, folder, end, counts):
            threading.Thread(target=until_the_end, args=(body, end), daemon=True).start()
        samples = watch(program, folder, end, counts)
        program.send_signal(signal.SIGTERM)
        print("serve ended with", program.wait(60))
        replayed = subprocess.run([pawl, "replay", "--all", "--verify"], cwd=folder, capture_output=True, text=True)
        print(replayed.stdout.strip() or replayed.stderr.strip())
    settled = samples[len(samples) // 3 :]
    first, last = settled[0], max(settled[-3:])
    print(f"memory from {first[0]} kB to {last[0]} kB, files from {first[1]} to {last[1]}, after the first third")
    sys.exit(1 if last[0] > first[0] * 1.3 or last[1] > first[1] + 8 or replayed.returncode else 0)


main()
