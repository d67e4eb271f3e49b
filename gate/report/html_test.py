#!/usr/bin/env python3
"""Looks at HTML reports in a real browser: html_test.py CLOCKWISE [BROWSER]

Has `clockwise check` write a page on a ring that conforms, one that does not, and one that hashes by
itself; opens each in headless Chromium, in a window and on a narrow one; and asks the browser what
it made of it: the verdict, a row for each property, a drawn counterexample that is seen for each
violation, links that lead there, nothing wider than the window, nothing fetched from elsewhere.
"""
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULO = f"""
import sys, zlib
sys.path.insert(0, {str(ROOT / "gate/adapters")!r})
from clockwise_adapter import serve

class Modulo:
    def build(self, nodes, _): self.nodes = [node["node"] for node in nodes]
    def join(self, nodes): self.nodes += [node["node"] for node in nodes]
    def leave(self, node): self.nodes.remove(node)
    def owner(self, key): return self.nodes[zlib.crc32(key.encode()) % len(self.nodes)]

serve(Modulo, {{"name": "modulo", "level": "placement", "supports": ["join", "leave"]}})
"""
MEASURE = """<script>
addEventListener('load', () => {
  const seen = (e) => e !== null && e.getBoundingClientRect().height > 10;
  const rows = [...document.querySelectorAll('#properties tr')].slice(1);
  const links = [...document.querySelectorAll('#properties a')];
  const facts = {
    exit: Number(document.getElementById('verdict').dataset.exit),
    verdict: document.getElementById('verdict').innerText,
    rows: rows.length,
    violated: rows.filter((r) => r.cells[1].innerText === 'violated').length,
    drawn: links.filter((a) => seen(document.querySelector(a.hash + ' pre'))).length,
    links: links.length,
    overflow: document.documentElement.scrollWidth - innerWidth,
    fetched: performance.getEntriesByType('resource').length,
    colours: new Set(rows.map((r) => getComputedStyle(r.cells[1]).color)).size,
  };
  document.body.innerHTML = '';
  document.body.append(JSON.stringify(facts));
});
</script>"""


def facts(browser, page, width):
    """What the browser makes of the page in a window so wide."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder, "page.html")
        copy.write_text(page.replace("</body>", MEASURE + "</body>"), encoding="utf-8")
        dom = subprocess.run(
            [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={width},900",
             f"--user-data-dir={folder}/profile", "--virtual-time-budget=5000", "--dump-dom",
             copy.as_uri()],
            capture_output=True, text=True, timeout=120, check=True).stdout
    said = re.search(r"<body>(.*)</body>", dom, re.DOTALL).group(1)
    return json.loads(html.unescape(said))


def main(clockwise, browser="chromium"):
    clockwise = pathlib.Path(clockwise).resolve()
    common = ["--corpus", str(ROOT / "corpus"), "--format", "html", "--output"]
    ring = ["--engine", "corpus", "--engine", "random", "--budget", "200"]
    pages = {
        "conforms": ([*ring, "--ring", "optimized"], 0),
        "violated": ([*ring, "--ring", "fault:no-wrap"], 1),
        "placement": (["--adapter", "python3 modulo.py", "--engine", "random"], 1),
    }
    for name, (arguments, code) in pages.items():
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "modulo.py").write_text(MODULO, encoding="utf-8")
            path = pathlib.Path(folder, f"{name}.html")
            ran = subprocess.run([clockwise, "check", *arguments, *common, str(path)],
                                 capture_output=True, text=True, check=False, cwd=folder)
            assert ran.returncode == code, (name, ran)
            page = path.read_text(encoding="utf-8")
        for width in (1200, 500):
            found = facts(browser, page, width)
            assert found["exit"] == code, (name, found)
            assert f"exit code {code}" in found["verdict"], (name, found)
            assert found["rows"] >= 20 and found["fetched"] == 0, (name, width, found)
            assert found["overflow"] <= 0, (name, width, found)
            assert found["links"] == found["drawn"] == found["violated"], (name, width, found)
            assert (found["violated"] > 0) == (code == 1), (name, found)
            assert code == 0 or found["colours"] > 1, (name, found)
        print(f"{name}: {found['rows']} properties, {found['drawn']} drawn counterexamples")


if __name__ == "__main__":
    main(*sys.argv[1:])
