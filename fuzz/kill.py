#!/usr/bin/env python3
"""Fuzzes every wrong ring of properties/faults/ from an empty corpus; for fuzz/kill.sh.

kill.py BUILD SECONDS TABLE [FAULT…]: prints how long each took to be found, writes the table, and
exits with 1 where one was not found within SECONDS by any target, with 2 where none was tried.
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


def faults(root):
    """The slugs, in the order of the gallery."""
    gallery = (root / "properties/faults/gallery.cpp").read_text()
    for name in re.findall(r"^  X\((\w+)\)", gallery, re.M):
        text = (root / f"properties/faults/{name}.cpp").read_text()
        yield re.search(r'\.slug\s*=\s*"([^"]+)"', text).group(1)


def hunt(program, fault, seconds):
    """Seconds to the first finding (None: not found), and executions."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/corpus")
        begun = time.monotonic()
        process = subprocess.Popen(
            [program, f"-max_total_time={seconds}", "-seed=1", "-max_len=256", "-timeout=60",
             "-print_final_stats=1", f"-artifact_prefix={folder}/", f"{folder}/corpus"],
            env={**os.environ, "CLOCKWISE_SUBJECT": f"fault:{fault}",
                 "CLOCKWISE_FINDINGS": f"{folder}/found"},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
        found, executions, last = None, 0, 0
        for line in process.stderr:
            if line.startswith("found;") or (found is None and "ERROR: " in line):
                found = found or time.monotonic() - begun
            if match := re.match(r"#(\d+)\s", line):
                last = int(match.group(1))
            if match := re.match(r"stat::number_of_executed_units:\s*(\d+)", line):
                executions = int(match.group(1))
        if process.wait() == 2:
            sys.exit(f"{program}: does not run with the subject fault:{fault}")
        return found, executions or last


def main():
    build, seconds, table = sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3])
    root = pathlib.Path(__file__).resolve().parent.parent
    known = list(faults(root))
    chosen = [fault for fault in known if not sys.argv[4:] or fault in sys.argv[4:]]
    if not chosen:
        print("kill: expected names of wrong rings, found none that is known", file=sys.stderr)
        sys.exit(2)
    times, survivors = {target: [] for target in TARGETS}, []
    rows = [f"# time to the first finding, from an empty corpus, one core, seed 1",
            f"# date {datetime.date.today()}, budget {seconds} s a ring and target",
            "fault\ttarget\tseconds\texecutions"]
    print(f"{'wrong ring':<32}" + "".join(f"{target:>12}" for target in TARGETS))
    for fault in chosen:
        line, caught = f"{fault:<32}", False
        for target in TARGETS:
            took, executions = hunt(f"{build}/fuzz_{target}", fault, seconds)
            rows.append(f"{fault}\t{target}\t{'-' if took is None else f'{took:.2f}'}\t{executions}")
            line += f"{'-' if took is None else f'{took:.2f} s':>12}"
            times[target].append(seconds if took is None else took)
            caught |= took is not None
        print(line, flush=True)
        if not caught:
            survivors.append(fault)
    print(f"{'median':<32}" + "".join(f"{statistics.median(times[t]):>10.2f} s" for t in TARGETS))
    table.write_text("\n".join(rows) + "\n")
    for fault in survivors:
        print(f"NOT FOUND  {fault}")
    sys.exit(1 if survivors else 0)


main()
