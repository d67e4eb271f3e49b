#!/usr/bin/python3
"""Holds reports of `clockwise check --format json` to report.schema.json: check_schema.py FILE…

Exits 1 at the first that does not conform, and says where.
"""
import json
import pathlib
import sys

import jsonschema

SCHEMA = json.loads((pathlib.Path(__file__).parent / "report.schema.json").read_text())


def main(paths):
    validator = jsonschema.Draft202012Validator(SCHEMA)
    validator.check_schema(SCHEMA)
    for path in paths:
        fault = next(validator.iter_errors(json.loads(pathlib.Path(path).read_text())), None)
        if fault:
            sys.exit(f"{path}: at /{'/'.join(map(str, fault.absolute_path))}: {fault.message[:400]}")
    if not paths:
        sys.exit(__doc__)


main(sys.argv[1:])
