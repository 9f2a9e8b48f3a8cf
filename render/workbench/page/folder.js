// The files of the engine: a folder in the memory of its worker. The engine reads them by the calls of Node's fs that Go makes
// (wasm_exec.js), so that it opens a document, its pictures and a returned file as the command line does.

const kinds = {file: 0o100000, folder: 0o040000};

/** An error as Go expects it: it knows the code. */
function failure(code, path) {
  return Object.assign(new Error(`${code}: ${path}`), {code});
}

export class Folder {
  #files = new Map(); // path → {data, ino}
  #open = new Map();  // descriptor → {path, data, at}
  #next = 100;        // descriptor or inode

  /** Paths that were asked for and are not there. @type {Set<string>} */
  missing = new Set();

  constants = {O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536};

  /** Puts a file into the folder. @param {string} path absolute @param {Uint8Array} data */
  put(path, data) {
    this.#files.set(path, {data, ino: this.#next++});
  }

  /** Takes a file out. @param {string} path */
  take(path) {
    this.#files.delete(path);
  }

  #later = []; // {below, fill, filled}: folders that are filled when a file in them is opened

  /** Has a folder filled when a file in it is opened. @param {string} below its path @param {() => Promise<void>} fill */
  late(below, fill) {
    this.#later.push({below, fill});
  }

  #below(path) {
    return path === "/" ? "/" : path + "/";
  }

  #isFolder(path) {
    const below = this.#below(path);
    return path === "/" || [...this.#files.keys()].some(p => p.startsWith(below));
  }

  #stat(path) {
    const file = this.#files.get(path);
    if (!file && !this.#isFolder(path)) {
      this.missing.add(path);
      throw failure("ENOENT", path);
    }
    return {
      dev: 1, ino: file ? file.ino : 1, mode: file ? kinds.file | 0o444 : kinds.folder | 0o555, nlink: 1, uid: 0, gid: 0, rdev: 0,
      size: file ? file.data.length : 0, blksize: 4096, blocks: 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => !file,
    };
  }

  #read(fd, buffer, offset, length, position) {
    const from = this.#open.get(fd);
    if (!from) throw failure("EBADF", fd);
    const at = position ?? from.at;
    const part = from.data.subarray(at, at + length);
    buffer.set(part, offset);
    if (position === null || position === undefined) from.at += part.length;
    return part.length;
  }

  // What Go calls. Each answers its callback before it returns, but for a file that comes late.

  open(path, flags, mode, answer) {
    path = resolve(path);
    const opened = () => answering(answer, () => this.#opened(path, flags));
    const late = this.#later.find(({below}) => path.startsWith(below));
    if (!late) opened();
    else (late.filled ??= late.fill()).then(opened, answer);
  }

  #opened(path, flags) {
    if (flags & (this.constants.O_WRONLY | this.constants.O_RDWR | this.constants.O_CREAT)) throw failure("EROFS", path);
    this.#stat(path);
    const fd = this.#next++;
    this.#open.set(fd, {path, data: this.#files.get(path)?.data ?? new Uint8Array(), at: 0});
    return fd;
  }

  close(fd, answer) {
    answering(answer, () => { this.#open.delete(fd); });
  }

  stat(path, answer) {
    answering(answer, () => this.#stat(resolve(path)));
  }

  lstat(path, answer) {
    this.stat(path, answer);
  }

  fstat(fd, answer) {
    answering(answer, () => {
      if (!this.#open.has(fd)) throw failure("EBADF", fd);
      return this.#stat(this.#open.get(fd).path);
    });
  }

  read(fd, buffer, offset, length, position, answer) {
    answering(answer, () => this.#read(fd, buffer, offset, length, position));
  }

  readdir(path, answer) {
    answering(answer, () => {
      const below = this.#below(resolve(path));
      const names = [...this.#files.keys()].filter(p => p.startsWith(below)).map(p => p.slice(below.length).split("/")[0]);
      return [...new Set(names)].sort();
    });
  }

  readlink(path, answer) {
    answer(failure("EINVAL", path)); // there are no links
  }

  // What the engine prints, such as where it broke.
  writeSync(fd, data) {
    console.error(new TextDecoder().decode(data));
    return data.length;
  }

  write(fd, data, offset, length, position, answer) {
    answer(null, this.writeSync(fd, data.subarray(offset, offset + length)));
  }
}

// Whatever else Go could call changes files, which the engine does not.
for (const name of ["chmod", "chown", "fchmod", "fchown", "fsync", "ftruncate", "lchown", "link", "mkdir", "rename", "rmdir", "symlink", "truncate", "unlink", "utimes"]) {
  Folder.prototype[name] = (...given) => given.at(-1)(failure("EROFS", name));
}

/** Calls back with the value of a function, or with its error. */
function answering(answer, work) {
  let value;
  try {
    value = work();
  } catch (err) {
    answer(err);
    return;
  }
  answer(null, value);
}

/** The absolute path without dots. */
export function resolve(path) {
  const out = [];
  for (const part of path.split("/")) {
    if (part === "..") out.pop();
    else if (part !== "" && part !== ".") out.push(part);
  }
  return "/" + out.join("/");
}
