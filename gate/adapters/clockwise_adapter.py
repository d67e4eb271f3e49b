"""The adapter protocol for Python: write a class for a ring, and call serve(MyRing, hello).

A ring is made afresh for each case: `build(nodes_or_tokens, size)`, then `join`, `leave`, `weigh`,
and `owner(key)` and `replicas(key, count)` for each key, or `owners(keys)` for all at once. Raise
Refused(kind), or Refused(None) where the library does not tell the kind; any other exception is an
error, which equals nothing.
"""
import json
import sys


class Refused(Exception):
    pass


def attempt(ask):
    try:
        return ask()
    except Refused as refused:
        return {"refused": refused.args[0]} if refused.args[0] else None
    except Exception as error:  # whatever the library throws is its answer
        return {"error": repr(error)}


def trace(make, case):
    ring, states = make(), []
    size = int(case["size"]) if "size" in case else None
    members = case["tokens"] if "size" in case else case["nodes"]
    keys = [int(k) for k in case["keys"]] if size is not None else case["keys"]
    for step in [{"build": {"size": size, "tokens": members}}] + case.get("steps", []):
        (verb, what), = step.items()
        args = (what["tokens"], int(what["size"] or 0)) if verb == "build" else (what,)
        done = attempt(lambda: getattr(ring, verb)(*args) and None or True)
        state = {} if done is True else (done or {"refused": None})
        state["owners"] = (ring.owners(keys) if hasattr(ring, "owners") else
                           [attempt(lambda: ring.owner(k)) for k in keys])
        if "replicas" in case:
            state["replicas"] = [attempt(lambda: ring.replicas(k, case["replicas"])) for k in keys]
        states.append(state)
    return {"states": states}


def serve(make, hello):
    for line in sys.stdin:
        message = json.loads(line)
        reply = {"hello": dict(hello, protocol=1)} if "hello" in message else {"id": message["id"]}
        if "case" in message:
            reply["trace"] = trace(make, message["case"])
        print(json.dumps(reply), flush=True)
