"""The supply chain: the list of parts that the wheel carries, and what is known against what we depend on.

``python -m tests.supply parts`` (``make lock``) writes ``liarsdeck.cdx.json`` (CycloneDX 1.6), which the wheel has in
``.dist-info/sboms`` (PEP 770). It has the fonts in the wheel, with their hashes, and the libraries that are installed
beside it, at the versions of requirements.lock and with the licences of NOTICE.

``python -m tests.supply audit [LOCK]`` (``make audit``) asks pip-audit about every version of requirements-dev.lock.
Exit status 1 where there is an advisory, 2 where it could not ask about everything, and it says so.
"""

import hashlib
import json
import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

from environment import LOCKS

ROOT = Path(__file__).parents[1]
PARTS = ROOT / "liarsdeck.cdx.json"
FONTS = {
    "cardgen/pdf/fonts/*.ttf": "",
    "templates/host/static/fonts/*.woff2": "referee/",
}  # and their place in the wheel
VALID = "import sys; from cyclonedx.validation.json import JsonStrictValidator as V; from cyclonedx.schema import *; "
VALID += "fault = V(SchemaVersion.V1_6).validate_str(open(sys.argv[1]).read()); sys.exit(fault and repr(fault))"


def parts() -> str:
    """Return the list of parts as JSON. Equal files give equal bytes."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    lock = dict(re.findall(r"^([\w.-]+)==([^\s;]+)", (ROOT / LOCKS["core"]).read_text("utf-8"), re.MULTILINE))
    direct = {re.split(r"[<>=]", line)[0] for line in project["dependencies"]}
    libraries = [
        {
            "type": "library",
            "bom-ref": (ref := f"pkg:pypi/{name}@{lock[name]}"),
            "name": name,
            "version": lock[name],
            "scope": "required",
            "licenses": [{"license": {"id": one}} for one in licences],
            "purl": ref,
        }
        for name, licences in notice().items()
        if name in lock
    ]
    fonts = [
        {
            "type": "file",
            "bom-ref": (name := place + file.relative_to(ROOT).as_posix()),
            "name": name,
            "publisher": "Adobe",
            "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(file.read_bytes()).hexdigest()}],
            "licenses": [{"license": {"id": "OFL-1.1"}}],
        }
        for files, place in FONTS.items()
        for file in sorted(ROOT.glob(files))
    ]
    ours = {
        "type": "application",
        "bom-ref": (ref := f"pkg:pypi/liarsdeck@{project['version']}"),
        "name": "liarsdeck",
        "version": project["version"],
        "licenses": [{"expression": project["license"]}],
        "purl": ref,
    }
    needs = sorted(one["bom-ref"] for one in [*libraries, *fonts] if one["type"] == "file" or one["name"] in direct)
    found = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"lifecycles": [{"phase": "build"}], "component": ours},
        "components": [*fonts, *libraries],
        "dependencies": [{"ref": ours["bom-ref"], "dependsOn": needs}],
    }
    return json.dumps(found).replace('{"type"', '\n{"type"') + "\n"  # each part on a line of its own


def notice() -> dict[str, list[str]]:
    """Return the licences of each library that is installed with us, by SPDX's names, from NOTICE."""
    text = (ROOT / "NOTICE").read_text("utf-8").partition("\nLibraries\n")[2].partition("\nPress\n")[0]
    rows = re.findall(r"^  ([\w.-]+) {2,}([^(\n]+)", text, re.MULTILINE)
    return {name: [one.strip() for one in licences.split(",")] for name, licences in rows}


def audit(lock: Path) -> int:
    """Ask what is known against the versions of a lock file, and print it; return the exit status."""
    bin_ = ROOT / ".venv-audit" / ("Scripts" if sys.platform == "win32" else "bin")
    if not any(bin_.glob("pip-audit*")):
        venv.create(bin_.parent, with_pip=True)
        tools = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]["audit"]
        if subprocess.run([bin_ / "python", "-m", "pip", "install", "--quiet", *tools], check=False).returncode:
            return _unasked("pip-audit could not be installed")
    subprocess.run([bin_ / "python", "-c", VALID, PARTS], check=True)
    asked = ["--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off", "-r", lock]
    done = subprocess.run([bin_ / "pip-audit", *asked], capture_output=True, text=True, check=False)
    return told(done.stdout, done.stderr)


def told(answer: str, errors: str) -> int:
    """Print what pip-audit answered; return the exit status."""
    try:
        found = json.loads(answer)["dependencies"]
    except ValueError:
        return _unasked(errors.strip().rpartition("\n")[2] or "pip-audit said nothing")
    known = [(one, advisory) for one in found for advisory in one.get("vulns", ())]
    for one, advisory in known:
        mended = ", ".join(advisory["fix_versions"]) or "no version yet"
        print(f"{one['name']} {one['version']}: {advisory['id']}, mended in {mended}")
    if left := [one for one in found if "skip_reason" in one]:
        _unasked(f"{len(left)} of {len(found)} libraries are not known there, {left[0]['name']} for one")
    elif not known:
        print(f"Nothing is known against the {len(found)} libraries of the lock file.")
    return 1 if known else 2 if left else 0


def _unasked(why: str) -> int:
    print(f"Not asked for advisories: {why}. This needs the network, and an index that knows advisories (pypi.org).")
    return 2


if __name__ == "__main__":
    if sys.argv[1:] == ["parts"]:
        PARTS.write_text(parts(), "utf-8")
    else:
        sys.exit(audit(Path(*sys.argv[2:]) if sys.argv[2:] else ROOT / LOCKS["dev"]))
