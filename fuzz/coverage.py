#!/usr/bin/env python3
"""How much of reference/ and optimized/ the seeds alone cover: coverage.py BUILD

Runs every target on its seeds, and those on rings also with the index that large rings have. A line
is covered where any of them comes by. Prints the lines that are not. Exit code 1 where they cover
95 % of the lines of either room, or less.
"""
import collections
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SUBJECTS = {"agree": ["optimized", "optimized-lines"],
            "properties": ["optimized", "reference"],  # it alone has each ring plan
            "history": ["optimized", "optimized-lines"], "case_json": ["optimized"],
            "adapter_reply": ["optimized"]}
ROOMS = ("reference", "optimized")


def counts(build, target):
    """(file, line, count) of the rooms' lines, as this target's program has them."""
    program, profiles = f"{build}/replay_{target}", []
    for subject in SUBJECTS[target]:
        profiles.append(f"{build}/{target}-{subject}.profraw")
        subprocess.run([program, f"{ROOT}/corpus/seeds/{target}"], check=True, env={
            **os.environ, "LLVM_PROFILE_FILE": profiles[-1], "CLOCKWISE_SUBJECT": subject})
    merged = f"{build}/{target}.profdata"
    subprocess.run(["llvm-profdata-19", "merge", *profiles, "-o", merged], check=True)
    exported = subprocess.run(
        ["llvm-cov-19", "export", "-format=lcov", program, f"-instr-profile={merged}",
         *(f"{ROOT}/{room}" for room in ROOMS)],
        check=True, stdout=subprocess.PIPE, text=True).stdout
    for line in exported.splitlines():
        if line.startswith("SF:"):
            file = line[3:]
        elif line.startswith("DA:"):
            number, count = line[3:].split(",")[:2]
            yield file, int(number), int(count)


def main():
    lines = collections.Counter()
    for target in SUBJECTS:
        for file, number, count in counts(sys.argv[1], target):
            lines[file, number] += count
    code = 0
    for room in ROOMS:
        of_room = {at: count for at, count in lines.items() if at[0].startswith(f"{ROOT}/{room}/")}
        missed = sorted(at for at, count in of_room.items() if count == 0)
        covered = len(of_room) - len(missed)
        percent = 100 * covered / len(of_room)
        print(f"{room}: {percent:.2f} % of lines ({covered} of {len(of_room)})")
        for file, number in missed:
            text = pathlib.Path(file).read_text().splitlines()[number - 1]
            print(f"  not covered: {pathlib.Path(file).relative_to(ROOT)}:{number}:{text}")
        if percent <= 95:
            code = 1
    return code


sys.exit(main())
