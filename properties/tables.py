#!/usr/bin/env python3
"""Writes the tables of properties anew, from the files of the properties, in the order of the catalog:
the one in README.md, and the second column of "Where each rule is checked" in reference/SPEC.md.

    tables.py [--check]     with --check nothing is written, and a table that is not as it would be
                            written is named: exit code 1
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def fields(path):
    """The string fields of the Property in a file; adjacent literals are one text."""
    text = path.read_text()
    literals = r'((?:\s*"(?:[^"\\]|\\.)*")+)'
    return {name: "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', value))
            for name, value in re.findall(r"\.(slug|claim|rule) =" + literals, text)}


def catalog():
    text = (ROOT / "properties/kit/catalog.cpp").read_text()
    for name in re.findall(r"\bX\((\w+)\)", text):
        path = ROOT / f"properties/{name}.cpp"
        if path.exists():
            yield path.name, fields(path)


def readme(text, properties):
    rows = "".join(f"| [{p['slug']}](properties/{file}) | {p['claim']} | `{p['rule']}` |\n"
                   for file, p in properties)
    return re.sub(r"(?<=\| property \| claim \| rule \|\n\|---\|---\|---\|\n)(\|[^\n]*\n)+",
                  lambda _: rows, text)


def specification(text, properties):
    def row(match):
        links = ", ".join(f"[{p['slug']}](../properties/{file})" for file, p in properties
                          if p["rule"] == match[1])
        return f"| `{match[1]}` | {links or match[2]} |"
    heading = "## Where each rule is checked\n"
    head, body = text.split(heading)
    table = re.search(r"(\|[^\n]*\n)+", body)  # the first one there
    return head + heading + body[:table.start()] + re.sub(
        r"(?m)^\| `([a-z-]+)` \| ([^|]*) \|", row, table[0]) + body[table.end():]


def main():
    properties = list(catalog())
    wrong = 0
    for name, rewritten in (("README.md", readme), ("reference/SPEC.md", specification)):
        path = ROOT / name
        text = path.read_text()
        new = rewritten(text, properties)
        if new == text:
            continue
        wrong = 1
        if "--check" in sys.argv[1:]:
            print(f"{name}: a table of properties is out of date: `./run tables` writes it anew")
        else:
            path.write_text(new)
    return wrong if "--check" in sys.argv[1:] else 0


sys.exit(main())
