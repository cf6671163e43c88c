"""The machine of `Benchmarks machine` on other engines: four levels, three regions, the same events.

    make peers
    .build/peers/bin/python Tests/Benchmarks/peers/machine.py [Pawl's events per second]

`Benchmarks machine` runs it in the same run as Pawl. An engine that is not installed is left out, with a notice.
"""

import sys
import time

EVENTS = ["tick", "one", "tick", "reset"]
REGIONS = ["r1", "r2", "r3"]


def rate(send):
    """How many events per second of processor time: the median of five rounds."""
    count = 1
    while True:
        start = time.thread_time()
        for _ in range(count):
            for event in EVENTS:
                send(event)
        if time.thread_time() - start > 0.1:
            break
        count *= 2
    rates = []
    for _ in range(5):
        start = time.thread_time()
        for _ in range(count):
            for event in EVENTS:
                send(event)
        rates.append(count * len(EVENTS) / (time.thread_time() - start))
    return sorted(rates)[2]


def report(name, send, leaves):
    # Two ticks and one `one` leave the first region moved; `reset` brings all back.
    for event in EVENTS[:3]:
        send(event)
    moved = leaves()
    send("reset")
    begun = leaves()
    assert moved == {"r1b", "r2a", "r3a"} and begun == {"r1a", "r2a", "r3a"}, (name, moved, begun)
    events = rate(send)
    ratio = f"; Pawl takes {float(sys.argv[1]) / events:.0f} times as many" if len(sys.argv) > 1 else ""
    print(f"machine: {name}: {events:.0f} events per second{ratio}")


def sismic():
    from sismic.interpreter import Interpreter
    from sismic.io import import_from_yaml

    def leaf(region, name, other):
        events = ["tick"] + (["one"] if region == "r1" else [])
        return {"name": region + name, "transitions": [{"event": event, "target": region + other} for event in events]}

    regions = [{"name": r, "initial": r + "a", "states": [leaf(r, "a", "b"), leaf(r, "b", "a")]} for r in REGIONS]
    run = {"name": "run", "parallel states": regions}
    on = {"name": "on", "initial": "run", "states": [run], "transitions": [{"event": "reset", "target": "on"}]}
    import json

    chart = import_from_yaml(json.dumps({"statechart": {"name": "plant", "root state": {"name": "root", "initial": "on", "states": [on]}}}))
    interpreter = Interpreter(chart)
    interpreter.execute()

    def send(event):
        interpreter.queue(event)
        interpreter.execute()

    report("sismic", send, lambda: {s for s in interpreter.configuration if len(s) == 3 and s[0] == "r" and s != "run"})


def transitions():
    from transitions.extensions import HierarchicalMachine

    regions = [{"name": r, "initial": "a", "children": ["a", "b"]} for r in REGIONS]
    rows = [["reset", "on", "on"]]
    for r in REGIONS:
        for event in ["tick"] + (["one"] if r == "r1" else []):
            rows.append([event, f"on_run_{r}_a", f"on_run_{r}_b"])
            rows.append([event, f"on_run_{r}_b", f"on_run_{r}_a"])
    states = [{"name": "on", "initial": "run", "children": [{"name": "run", "parallel": regions}]}]
    machine = HierarchicalMachine(states=states, transitions=rows, initial="on")

    def leaves():
        state = machine.state
        while isinstance(state, list) and len(state) == 1:
            state = state[0]
        return {name.replace("on_run_", "").replace("_", "") for name in state}

    report("transitions", lambda event: machine.trigger(event), leaves)


def python_statemachine():
    from statemachine import State, StateChart

    class Plant(StateChart):
        class on(State.Compound):
            class run(State.Parallel, initial=True):
                class r1(State.Compound):
                    r1a = State(initial=True)
                    r1b = State()
                    tick = r1a.to(r1b) | r1b.to(r1a)
                    one = r1a.to(r1b) | r1b.to(r1a)

                class r2(State.Compound):
                    r2a = State(initial=True)
                    r2b = State()
                    tick = r2a.to(r2b) | r2b.to(r2a)

                class r3(State.Compound):
                    r3a = State(initial=True)
                    r3b = State()
                    tick = r3a.to(r3b) | r3b.to(r3a)

        reset = on.to(on)

    machine = Plant()
    report("python-statemachine", machine.send, lambda: {s.id for s in machine.configuration if s.id[-1] in "ab"})


for engine in [python_statemachine, transitions, sismic]:
    try:
        engine()
    except ImportError as error:
        print(f"machine: {engine.__name__.replace('_', '-')} is left out: {error}")
