#!/usr/bin/env python3
"""Puts the targets to the test: each wrong ring is fuzzed from an empty corpus.

kills.py BUILD [--check] [SECONDS] [FAULT…|new]: all wrong rings of properties/faults/ (new: those
that the record does not have), for at most 60 seconds a target. Prints how long each took to be
found, and writes that into properties/engines/kills.tsv; with --check it writes nothing, and is content with the
first target that finds it. Exits with 1 where one was found by no target.
"""
import datetime
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

TARGETS = ("properties", "agree")
ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / "properties/engines/kills.tsv"
COLUMNS = ("fault", "target", "seconds", "executions", "budget", "date")


def gallery():
    """All wrong rings in their order: the slug, and the targets that may find it."""
    text = (ROOT / "properties/faults/gallery.cpp").read_text()
    for name in re.findall(r"\bX\((\w+)\)", text):
        path = ROOT / f"properties/faults/{name}.cpp"
        if path.exists():
            fault = path.read_text()
            if ".make_names = " in fault:
                continue  # the encoding has no cases of names
            # One that answers rightly, and only moves wrongly, agrees with the reference.
            may_find = TARGETS[:1] if ".mover = " in fault else TARGETS
            yield re.search(r'\.slug\s*=\s*"([^"]+)"', fault).group(1), may_find


def options(target):
    """What everyone runs the target with."""
    text = (ROOT / f"fuzz/{target}.options").read_text()
    return [f"-{name}={value}" for name, value in re.findall(r"^(\w+) = (\d+)$", text, re.M)]


def hunt(build, target, fault, seconds):
    """Seconds to the first finding (None: not found), and executions."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/corpus")
        begun = time.monotonic()
        process = subprocess.Popen(
            [f"{build}/fuzz_{target}", f"-max_total_time={seconds}", "-seed=1", "-timeout=60",
             "-print_final_stats=1", f"-artifact_prefix={folder}/", *options(target),
             f"{folder}/corpus"],
            env={**os.environ, "CLOCKWISE_SUBJECT": f"fault:{fault}",
                 "CLOCKWISE_FINDINGS": f"{folder}/found"},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
        found, executions = None, 0
        for line in process.stderr:
            if found is None and (line.startswith("found;") or "ERROR: " in line):
                found = time.monotonic() - begun
            if match := re.match(r"(?:#|stat::number_of_executed_units:\s*)(\d+)", line):
                executions = int(match.group(1))
        if process.wait() == 2:
            sys.exit(f"kills: fuzz_{target} does not run with the subject fault:{fault}")
        return found, executions


def recorded():
    rows = [line.split("\t") for line in RECORD.read_text().splitlines()[1:]]
    return {(row[0], row[1]): row[2:] for row in rows}


def main():
    build, *words = sys.argv[1:]
    check = "--check" in words
    words = [word for word in words if word != "--check"]
    seconds = int(words.pop(0)) if words and words[0].isdecimal() else 60
    record, known = recorded(), dict(gallery())
    if words == ["new"]:
        chosen = [fault for fault in known if (fault, TARGETS[0]) not in record]
    else:
        chosen = [fault for fault in known if not words or fault in words]
        if unknown := [word for word in words if word not in known]:
            print(f"kills: there is no wrong ring {unknown[0]!r}", file=sys.stderr)
            return 2
    today, times, survivors = str(datetime.date.today()), [], []
    print(f"{'wrong ring':<36}" + "".join(f"{target:>12}" for target in TARGETS))
    for fault in chosen:
        line, best = f"{fault:<36}", None
        for target in known[fault]:
            if check and best is not None:
                continue
            took, executions = hunt(build, target, fault, seconds)
            told = "-" if took is None else f"{took:.2f}"
            record[fault, target] = [told, str(executions), str(seconds), today]
            line += f"{told:>12}"
            if took is not None:
                best = took if best is None else min(best, took)
        print(line, flush=True)
        if best is None:
            survivors.append(fault)
        else:
            times.append(best)
    if times:
        print(f"\n{len(times)} of {len(chosen)} found; seconds: median "
              f"{statistics.median(times):.2f}, most {max(times):.2f}")
    if not check:
        rows = [[fault, target, *record[fault, target]]
                for fault in known for target in known[fault] if (fault, target) in record]
        RECORD.write_text("".join("\t".join(row) + "\n" for row in [COLUMNS, *rows]))
    for fault in survivors:
        print(f"NOT FOUND  {fault}")
    return 1 if survivors else 0


sys.exit(main())
