/* What the household keeps, in the browser's storage (IndexedDB).

   Python works on a folder of Emscripten's file system in memory. `save` writes what changed there since the last
   time, all of it or nothing, and resolves when the browser says that it lies on the disk. The worker awaits it
   before each answer, so that nothing is shown that a crash could take back. */

const FILES = "files",
  OWNER = 0; // the key of who may write; files have their paths

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export class Store {
  /** `FS` is Emscripten's file system, `root` a folder in it, `name` that of the database. */
  static async open(FS, root, name) {
    const asked = indexedDB.open(name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(FILES);
    const store = new Store(FS, root, await done(asked));
    await store.load();
    return store;
  }

  constructor(FS, root, database) {
    Object.assign(this, {
      FS,
      root,
      database,
      owner: crypto.randomUUID(),
      saved: new Map(),
      saving: Promise.resolve()
    });
    FS.mkdirTree(root);
    this.watch();
  }

  /* Emscripten's files have no number of changes: count them at each write, and at each change of their length. */
  watch() {
    const {
      FS
    } = this, probe = `${this.root}/.probe`;
    FS.writeFile(probe, "");
    const {
      stream_ops,
      node_ops
    } = FS.lookupPath(probe).node;
    const {
      write
    } = stream_ops, {
      setattr
    } = node_ops;
    stream_ops.write = (stream, ...rest) => {
      stream.node.changes = (stream.node.changes || 0) + 1;
      return write(stream, ...rest);
    };
    node_ops.setattr = (node, ...rest) => {
      node.changes = (node.changes || 0) + 1;
      return setattr(node, ...rest);
    };
    FS.unlink(probe);
  }

  async load() {
    const files = this.database.transaction(FILES, "readwrite").objectStore(FILES),
      all = IDBKeyRange.lowerBound("");
    files.put(this.owner, OWNER); // a page that slept when it was asked to end writes nothing any more
    const [paths, kept] = await Promise.all([done(files.getAllKeys(all)), done(files.getAll(all))]);
    this.isNew = !paths.length; // nothing was kept yet
    paths.forEach((path, at) => {
      const place = `${this.root}/${path}`;
      this.FS.mkdirTree(place.slice(0, place.lastIndexOf("/")));
      this.FS.writeFile(place, kept[at].data);
      this.FS.utime(place, kept[at].time, kept[at].time);
    });
    this.saved = this.marks();
  }

  /** All files below the root: path to node, without what a program has under way (`.name.1234abcd.liarsdeck`). */
  nodes() {
    const found = new Map();
    const walk = (folder, path) => {
      for (const [name, node] of Object.entries(folder.contents)) {
        if (name.endsWith(".liarsdeck")) continue;
        if (this.FS.isDir(node.mode)) walk(node, `${path}${name}/`);
        else found.set(`${path}${name}`, node);
      }
    };
    walk(this.FS.lookupPath(this.root).node, "");
    return found;
  }

  marks() {
    return new Map([...this.nodes()].map(([path, node]) => [path, `${node.id} ${node.changes || 0}`]));
  }

  /** Store what changed; one after the other, as a later one has what an earlier one has. */
  save() {
    this.saving = this.saving.catch(() => {}).then(() => this.write());
    return this.saving;
  }

  async write() {
    const now = this.marks();
    const changed = [...now].filter(([path, mark]) => this.saved.get(path) !== mark).map(([path]) => path);
    const gone = [...this.saved.keys()].filter((path) => !now.has(path));
    if (!changed.length && !gone.length) return;
    const transaction = this.database.transaction(FILES, "readwrite", {
      durability: "strict"
    });
    const files = transaction.objectStore(FILES);
    files.get(OWNER).onsuccess = ({
      target
    }) => target.result === this.owner || transaction.abort();
    for (const path of changed) {
      const place = `${this.root}/${path}`;
      files.put({
        data: this.FS.readFile(place),
        time: Number(this.FS.stat(place).mtime)
      }, path);
    }
    for (const path of gone) files.delete(path);
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error || new Error("another page has the files"));
    });
    this.saved = now;
  }
}
