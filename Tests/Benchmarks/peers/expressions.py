"""The same expressions on other engines, for comparison with `Benchmarks expressions`.

`make peers` installs them; the benchmark then runs this by itself.

An engine that is not installed is left out, with a notice.
"""

import time

EXPRESSIONS = [
    "event.amount > state.limit && event.currency in ['EUR','USD']",
    "items.exists(i, i.price > 100.0)",
    r"s.matches('^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}$')",
]
VALUES = {
    "event": {"amount": 250.0, "currency": "USD"},
    "state": {"limit": 100.0},
    "items": [{"sku": f"sku-{n}", "price": 150.0 if n == 9 else 50.0} for n in range(10)],
    "s": "someone.with.a.name@mail.example.org",
}
USED = [["event", "state"], ["items"], ["s"]]


def rate(body):
    """How often a body runs in a second of processor time: the median of five rounds."""
    count = 1
    while True:
        start = time.thread_time()
        for _ in range(count):
            body()
        if time.thread_time() - start > 0.05:
            break
        count *= 2
    rates = []
    for _ in range(5):
        start = time.thread_time()
        for _ in range(count):
            body()
        rates.append(count / (time.thread_time() - start))
    return sorted(rates)[2]


def google():
    """cel-expr-python: Google's C++ engine."""
    from cel_expr_python import cel

    environment = cel.NewEnv(variables={name: cel.Type.DYN for name in VALUES})
    for text, names in zip(EXPRESSIONS, USED):
        program = environment.compile(text)
        values = {name: VALUES[name] for name in names}
        yield text, lambda: program.eval(data=values), lambda: environment.compile(text)


def rust():
    """common-expression-language: the Rust engine."""
    import cel

    for text, names in zip(EXPRESSIONS, USED):
        program = cel.compile(text)
        values = {name: VALUES[name] for name in names}
        yield text, lambda: program.execute(values), lambda: cel.compile(text)


for package, engine in (("cel-expr-python", google), ("common-expression-language", rust)):
    print(package)
    try:
        for text, run, prepare in engine():
            run()
            print(f"  {text:62} {rate(run) / 1e6:6.2f} M/s, prepared {rate(prepare) / 1e3:.1f} k/s")
    except Exception as problem:  # not installed, or another interface: the figures of the others still count
        print(f"  left out: {type(problem).__name__}: {problem}")
