#!/usr/bin/python3
"""Holds the corpus against its schemas: check_schema.py [CORPUS], by default the folder it is in.

Every vector, every regression and every command conforms; no text in vectors/malformed does, unless expected.json
says there why a schema cannot tell; and what has a byte there is not JSON. Prints how many files
conform, or the first fault and exits 1.
"""
import json
import pathlib
import sys

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
FORMS = ("case", "trace", "vector", "command")


class Fault(Exception):
    pass


def load(path):
    """The JSON value in a file, read strictly. Raises ValueError where it is not JSON."""

    def unique(members):
        value = dict(members)
        if len(value) != len(members):
            raise ValueError("a member comes twice")
        return value

    def no_number(word):
        raise json.JSONDecodeError(f"{word} is not JSON", word, 0)

    text = path.read_bytes().decode("utf-8")
    try:
        value = json.loads(text, object_pairs_hook=unique, parse_constant=no_number)
        json.dumps(value, ensure_ascii=False).encode("utf-8")  # half a surrogate pair fails here
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return value


def is_json(path):
    """Whether the text is JSON, be it with a member twice or nested too deep."""
    try:
        load(path)
    except (json.JSONDecodeError, UnicodeError):
        return False
    except ValueError:
        pass
    return True


def validators():
    schemas = {form: load(HERE / f"{form}.schema.json") for form in FORMS}
    store = {f"{HERE.as_uri()}/{form}.schema.json": schema for form, schema in schemas.items()}
    checks = {}
    for (uri, schema), form in zip(store.items(), FORMS):
        jsonschema.Draft202012Validator.check_schema(schema)
        resolver = jsonschema.RefResolver(uri, schema, store)
        checks[form] = jsonschema.Draft202012Validator(schema, resolver=resolver)
    return checks


def form_of(path, value):
    if path.parent.name == "commands":
        return "command"
    is_vector = isinstance(value, dict) and ("case" in value or "rule" in value)
    return "vector" if is_vector else "case"


def fault_in(path, checks):
    """What is wrong with a file, or None."""
    try:
        value = load(path)
    except ValueError as error:
        return str(error)
    form = form_of(path, value)
    error = jsonschema.exceptions.best_match(checks[form].iter_errors(value))
    if error is None:
        return None
    parts = [str(part).replace("~", "~0").replace("/", "~1") for part in error.absolute_path]
    return f"at {'/' + '/'.join(parts) if parts else 'the top'}: {error.message[:300]}"


def check(corpus):
    checks = validators()
    malformed = corpus / "vectors" / "malformed"
    good = [p for p in sorted(corpus.glob("vectors/**/*.json")) if malformed not in p.parents]
    good += sorted(corpus.glob("regressions/**/*.json"))
    good += sorted(corpus.glob("commands/*.json"))
    bad = {p.name: p for p in malformed.glob("*.json") if p.name != "expected.json"}
    if not good:
        raise Fault(f"{corpus}: no files")
    for path in good:
        fault = fault_in(path, checks)
        if fault is not None:
            raise Fault(f"{path}: {fault}")
    expected = load(malformed / "expected.json")
    for name in sorted(expected.keys() ^ bad.keys()):
        raise Fault(f"{malformed / name}: not both a file and in expected.json")
    if not bad:
        raise Fault(f"{malformed}: no files")
    for name, path in sorted(bad.items()):
        if is_json(path) == ("byte" in expected[name]):
            raise Fault(f"{path}: {'JSON' if is_json(path) else 'not JSON'}")
        conforms = fault_in(path, checks) is None
        if conforms != ("beyond_schema" in expected[name]):
            raise Fault(f"{path}: {'conforms' if conforms else 'does not conform'}")
    print(f"{len(good)} files conform; {len(bad)} malformed ones are as expected.json says")


if __name__ == "__main__":
    try:
        check(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
    except (Fault, OSError) as fault:
        print(fault)
        sys.exit(1)
