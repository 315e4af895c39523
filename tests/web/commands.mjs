/* Run commands with the page's Python and print the hashes of what each writes, as JSON.

   node commands.mjs WEB COMMANDS.json: WEB is build/web; a command is a list of words. */

import { readFileSync } from "node:fs";

const [web, file] = process.argv.slice(2);
const { loadPyodide } = await import(`${web}/py/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${web}/py/`, stdLibURL: `${web}/py/stdlib.zip` });
for (const name of ["site.tar", "later.tar"]) python.FS.writeFile(`/${name}`, readFileSync(`${web}/py/${name}`));
python.FS.writeFile("/commands.json", readFileSync(file));
console.log(await python.runPythonAsync(`
import contextlib, hashlib, io, json, os, sys, tarfile, tempfile
from importlib import import_module
from pathlib import Path

sys.dont_write_bytecode = True
for name in ("/site.tar", "/later.tar"):
    tarfile.open(name).extractall("/site", filter="data")
sys.path.insert(0, "/site")
os.environ |= {"LIARSDECK_HOME": "/home/pyodide/home", "LANG": "C.UTF-8"}

def run(words):
    place = Path(tempfile.mkdtemp())
    os.chdir(place)
    out = io.StringIO()
    sys.argv = words
    with contextlib.redirect_stdout(out):
        try:
            import_module(f"{words[0]}.cli").main()
        except SystemExit as end:
            status = end.code or 0
    found = {"status": status, "stdout": out.getvalue()}
    for path in sorted(place.rglob("*")):
        if path.is_file():
            found[str(path.relative_to(place))] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found

json.dumps([run(words) for words in json.loads(Path("/commands.json").read_text())])
`));
