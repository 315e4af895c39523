/* Compile the Python files of a folder by Pyodide itself, whose Python may be newer than that of this machine.

   node compile.mjs PYODIDE/ FOLDER: each file.py becomes file.pyc, without its docstrings and its columns. */

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONNODEBUGRANGES: "1" } });
python.FS.mkdir("/folder");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/folder");
python.runPython(`
import os, py_compile
for place, _, names in os.walk("/folder"):
    for name in names:
        if name.endswith(".py"):
            file = os.path.join(place, name)
            shown = file.removeprefix("/folder/")
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile(file, file + "c", shown, doraise=True, invalidation_mode=mode, optimize=2)
            os.unlink(file)
`);
