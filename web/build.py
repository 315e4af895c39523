"""Build the web page, `make web`: everything that `build/web` has, from this clone, npm's Pyodide and locked wheels.

    python -m web.build        needs node and npm, for Pyodide and to compile Python files for it

Each wheel has a hash of requirements.lock, and Pyodide the hash below. Downloads are kept in `build/web-parts`.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import environment
from liarsdeck import language
from liarsdeck.templates import scripted
from web.serve import POLICY

ROOT = Path(__file__).resolve().parents[1]
SOURCE, OUT, PARTS = ROOT / "web", ROOT / "build" / "web", ROOT / "build" / "web-parts"
PYODIDE = "314.0.7"
PYODIDE_SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
PLATFORM = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14")
WHEELS = (
    "anyio", "click", "confusable-homoglyphs", "idna", "jinja2", "markdown-it-py", "mdurl", "msgspec", "platformdirs",
    "pypdfium2", "python-multipart", "reportlab", "segno", "starlette", "tinycss2", "tomli-w", "typing-extensions",
    "uharfbuzz", "webencodings",
)  # fmt: skip
"""What the page needs of requirements.lock. The rest serves, reads terminals, or has no wheel for WebAssembly."""
FOR_HERE = ("markupsafe",)
"""What has no wheel for WebAssembly, but works without its compiled half: any machine's wheel has the other half."""

LEFT_OUT = re.compile(
    r"__pycache__|\.dist-info/|linux-gnu\.so$|_test\.abi3\.so$|\.(c|po|pyi|typed)$|/tests?/|"
    r"^reportlab/(fonts|graphics|platypus)/|^anyio/_backends/_trio|^(click/testing|starlette/testclient|anyio/pytest_plugin)\.|"
    r"^pypdfium2_cli/|^referee/(lab|bridge|console)/"
)
"""What the page does not need of wheels, and of ours."""
STANDARD_LEFT_OUT = re.compile(
    r"^(_pyrepl|curses|dbm|ensurepip|idlelib|lib2to3|multiprocessing|pydoc_data|test|tkinter|turtledemo|unittest|venv|"
    r"wsgiref|xmlrpc)/|^asyncio/(proactor|windows)|^http/(cookiejar|server)|^logging/(config|handlers)|"
    r"^(_ast_unparse|_pydatetime|_pydecimal|_pyio|antigravity|bdb|cProfile|configparser|doctest|fileinput|ftplib|imaplib|"
    r"mailbox|modulefinder|optparse|pdb|pickletools|plistlib|poplib|profile|pstats|pyclbr|pydoc|smtplib|socketserver|"
    r"statistics|symtable|tabnanny|this|timeit|trace|tracemalloc|turtle|wave|zipapp)\.py$|"
    r"^encodings/(big5|cp[789]|cp1[01]|euc|gb|hz|iso2022|johab|mac_|shift)"
)
"""What it does not need of Python's standard library."""
LATER = re.compile(
    r"^pypdfium2|^(segno|idna|cardgen/custom|referee/host)/|^referee/(match|story)\.|^referee/commands/(?!__init__)|"
    r"^referee/games/(?!liars_lair/|__init__)|^referee/games/[^/]+/(bots|screens)\.|"
    r"^referee/templates/(languages|art/courts)/|^referee/templates/host/(?!defs|static/(host|icon|cards/(boxes|emblems|show)))|"
    r"^factbank/(commands/|english/ready/(?!en_US))|"
    r"^reportlab/(lib/(corp|fontfinder|normalDate|pdfencrypt|randomtext|testutils|validators)|"
    r"pdfbase/(_cidfontdata|_glyphlist|acroform|cidfonts|pdfform))\."
)
"""What no first kit needs: other games and languages, tables, pictures of pages. It comes when the page is usable."""
NO_INTERPRETERS = "ExecutionFailed = create = None\n"
"""What stands for `concurrent.interpreters`, which WebAssembly lacks: anyio imports it, and never calls it here."""


def main() -> int:
    """Build the page; return the exit status."""
    if not (shutil.which("node") and shutil.which("npm")):
        print("make web needs node and npm: they bring Pyodide, the Python that runs in the page")
        return 2
    PARTS.mkdir(parents=True, exist_ok=True)
    pyodide, wheels = fetched_pyodide(), fetched_wheels()
    shutil.rmtree(OUT, ignore_errors=True)
    (OUT / "py").mkdir(parents=True)
    for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"):
        shutil.copy(pyodide / name, OUT / "py" / name)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    (OUT / "py" / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}), "utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        standard, site = Path(scratch, "standard"), Path(scratch, "site")
        extract(zipfile.ZipFile(pyodide / "python_stdlib.zip"), standard, STANDARD_LEFT_OUT)
        (standard / "concurrent" / "interpreters" / "__init__.py").write_text(NO_INTERPRETERS, "utf-8")
        for wheel in wheels:
            extract(zipfile.ZipFile(wheel), site, LEFT_OUT)
        for file in ours():
            place = site / file.relative_to(ROOT)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, place)
        (site / "templates").rename(site / "referee" / "templates")
        compile_all(pyodide, (standard, site))
        (OUT / "py" / "stdlib.zip").write_bytes(zipped(standard))
        names = sorted(file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file())
        spoken = {f"{path.stem}.json" for path in site.glob("referee/templates/languages/*/facts/*")}
        later = {name for name in names if LATER.match(name) or ("packs/ready/" in name and Path(name).name in spoken)}
        (OUT / "py" / "site.tar").write_bytes(tarred(site, [name for name in names if name not in later]))
        (OUT / "py" / "later.tar").write_bytes(tarred(site, sorted(later)))
    for folder in ("host/static", "studio/static", "art"):
        shutil.copytree(ROOT / "templates" / folder, OUT / "static", dirs_exist_ok=True)
    for name in ("index.html", "shell.css", "shell.js", "worker.js", "store.js", "app.webmanifest"):
        shutil.copy(SOURCE / name, OUT / name)
    for code in (language.ENGLISH, *languages()):
        write_first(code)
    fill("index.html", "POLICY", POLICY.partition("; frame-ancestors")[0])  # which a page can't say of itself
    parts = ("pyodide.asm.wasm", "pyodide.asm.mjs", "stdlib.zip", "site.tar")
    sentences = json.dumps({code: said(code) for code in languages()}, ensure_ascii=False)
    fill("shell.js", "SAID = {}", f"SAID = {sentences}")
    fill("shell.js", "TOTAL = 1", f"TOTAL = {sum((OUT / 'py' / name).stat().st_size for name in parts)}")
    files = {file.relative_to(OUT).as_posix(): file for file in sorted(OUT.rglob("*")) if file.is_file()}
    listed = {name: [f"sha256-{digest(file, 'sha256')}", file.stat().st_size] for name, file in files.items()}
    shutil.copy(SOURCE / "sw.js", OUT / "sw.js")
    fill("sw.js", "FILES = {}", f"FILES = {json.dumps(listed, indent=1)}")
    write_sample()
    pack()
    size = sum(file.stat().st_size for file in OUT.rglob("*.br"))
    print(f"{OUT.relative_to(ROOT)}: {size / 1e6:.1f} MB to download; make web-serve shows it")
    return 0


def fetched_pyodide() -> Path:
    """Return the folder of npm's package of Pyodide, fetched once and checked."""
    file, folder = PARTS / f"pyodide-{PYODIDE}.tgz", PARTS / f"pyodide-{PYODIDE}"
    if not file.exists():
        subprocess.run(["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], cwd=PARTS, check=True)
    if digest(file, "sha512") != PYODIDE_SHA512:
        raise SystemExit(f"{file} is not the Pyodide {PYODIDE} that web/build.py names: delete it, and try again")
    if not folder.exists():
        with tarfile.open(file) as pack:
            pack.extractall(folder, filter="data")
    return folder / "package"


def fetched_wheels() -> list[Path]:
    """Return the wheels, fetched once by pip, which checks their hashes."""
    rows = {row.partition("==")[0]: row for row in environment.rows("requirements.lock")[0]}
    found = []
    for names, words in ((WHEELS, PLATFORM), (FOR_HERE, ())):
        text = "\n".join(rows[name] for name in names)
        folder = PARTS / hashlib.sha256(text.encode()).hexdigest()[:12]
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=PARTS) as scratch:
                (asked := Path(scratch, "asked.txt")).write_text(text, "utf-8")
                pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
                pip += ["--require-hashes", "--only-binary", ":all:", *words, "-r", str(asked), "-d", f"{scratch}/got"]
                subprocess.run(pip, check=True)
                Path(scratch, "got").rename(folder)
        found += sorted(folder.glob("*.whl"))
    return found


def extract(pack: zipfile.ZipFile, folder: Path, left_out: re.Pattern[str]) -> None:
    """Unpack an archive into a folder, without what the page does not need."""
    for name in pack.namelist():
        if not left_out.search(name):
            pack.extract(name, folder)


def ours() -> Iterator[Path]:
    """Yield the files of our packages and templates that the page needs."""
    for top in ("liarsdeck", "factbank", "referee", "cardgen", "templates"):
        for file in sorted((ROOT / top).rglob("*")):
            name = file.relative_to(ROOT).as_posix()
            served = name.startswith("templates/") and "/static/" in name and file.suffix == ".woff2"
            if file.is_file() and not LEFT_OUT.search(name) and not served:
                yield file


def compile_all(pyodide: Path, folders: Sequence[Path]) -> None:
    """Compile the Python files of folders, at the same time."""
    words = [["node", str(SOURCE / "compile.mjs"), str(pyodide), str(folder)] for folder in folders]
    at_work = [subprocess.Popen(one) for one in words]
    if sum(one.wait() != 0 for one in at_work):
        raise SystemExit("the page's Python could not compile what it needs")


def zipped(folder: Path) -> bytes:
    """Return a folder as a ZIP that is not compressed, since the host compresses it; equal files give equal bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as pack:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            pack.writestr(zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes())
    return out.getvalue()


def tarred(folder: Path, names: Sequence[str]) -> bytes:
    """Return these files of a folder as a tar archive; equal files give equal bytes."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as pack:
        for name in names:
            data, entry = (folder / name).read_bytes(), tarfile.TarInfo(name)
            if len(entry.name) >= 100:
                raise SystemExit(f"{entry.name} is too long a name for web/worker.js")
            entry.size = len(data)
            pack.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def languages() -> list[str]:
    """Return the languages that the studio speaks, but English."""
    return [code for code in language.codes()[1:] if language.whole_for(code, "studio")]


def said(code: str) -> dict[str, str]:
    """Return the sentences of the page round the studio in a language, by the English ones."""
    with language.speaking(code):
        return {text: language.say(text) for text in scripted((SOURCE / "shell.js").read_text("utf-8"))}


FIRST = """
import asyncio, re, sys
from pathlib import Path
from liarsdeck import system
system.CURRENT_OS = system.Browser()
from cardgen.studio.webpage import WebPage
code, home, out = sys.argv[1], sys.argv[2], Path(sys.argv[3])
page = WebPage("", home, code, print, print)
async def asked(path):
    came = []
    async def reply(status, headers, body, more):
        came.append(body)
    await page.answer("GET", path, "", [], b"", reply)
    return b"".join(came)
async def write():
    text = (await asked("/studio/")).decode()
    for at, path in enumerate(dict.fromkeys(re.findall(r'/studio/show/[^"]*[.]svg', text))):
        name = f"static/cards/show/{code}-{at}.svg"
        (out / name).write_bytes(await asked(path))
        text = text.replace(path, f"/{name}")
    sys.stdout.buffer.write(text.encode())
asyncio.run(write())
"""
"""Writes the studio's first page in a language; its cards, which are drawn when they are asked for, become files."""


def write_first(code: str) -> None:
    """Write the page that is seen while the rest loads: the studio's first, without a script, as forms go nowhere."""
    with tempfile.TemporaryDirectory() as home:
        words = [sys.executable, "-c", FIRST, code, home, str(OUT)]
        page = subprocess.run(words, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    page = re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL)
    page = (
        page.replace("<html ", "<html data-first ", 1).replace('"/static/', '"static/').replace('"/studio/', '"studio/')
    )
    (OUT / ("first.html" if code == language.ENGLISH else f"first-{code}.html")).write_text(page, "utf-8")


def write_sample() -> None:
    """Write the sample kit for browsers without JavaScript; the service worker does not keep it."""
    program = (
        "import sys; from cardgen.studio.render import sample_kit as made; sys.stdout.buffer.write(made()[sys.argv[1]])"
    )
    words = [sys.executable, "-c", program, "sample.zip"]
    (OUT / "sample.zip").write_bytes(subprocess.run(words, cwd=ROOT, check=True, capture_output=True).stdout)


def fill(name: str, mark: str, text: str) -> None:
    """Replace a mark in one of the files."""
    file = OUT / name
    before = file.read_text("utf-8")
    if mark not in before:
        raise SystemExit(f"web/{name} has no {mark}")
    file.write_text(before.replace(mark, text), "utf-8")


def pack() -> None:
    """Put a copy packed by Brotli, and one by gzip, beside each file, for hosts that send it as it is."""
    files = [file for file in sorted(OUT.rglob("*")) if file.is_file() and file.suffix != ".woff2"]
    subprocess.run(["node", str(SOURCE / "pack.mjs"), *map(str, files)], check=True)


def digest(file: Path, algorithm: str) -> str:
    """Return the hash of a file as npm and browsers spell it."""
    return base64.b64encode(hashlib.new(algorithm, file.read_bytes()).digest()).decode()


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
