/** @module fixed-files: the read-only files of all runs of a Python, and the folders in which they are. */

/** Above every number that a program's own files get. */
const FIRST_KNOWN = 1_000_000;

/** Read-only files by absolute path. */
export class FixedFiles {
  readonly #bytes: ReadonlyMap<string, Uint8Array>;
  readonly #inodes: ReadonlyMap<string, number>;
  /** What is in each folder: name, and whether that is a folder. */
  readonly #folders = new Map<string, Map<string, boolean>>();

  /** @param known paths of files by whose number the interpreter knows them again: each gets its own */
  constructor(files: ReadonlyMap<string, Uint8Array>, known: readonly string[] = []) {
    this.#bytes = files;
    this.#inodes = new Map(known.map((path, index) => [path, FIRST_KNOWN + index]));
    for (const path of files.keys()) this.#enter(path);
  }

  inodeOf(path: string): number | undefined {
    return this.#inodes.get(path);
  }

  get(path: string): Uint8Array | undefined {
    return this.#bytes.get(path);
  }

  isFolder(path: string): boolean {
    return this.#folders.has(path);
  }

  /** Names in a folder, and whether each is a folder; none for a folder that holds no fixed file. */
  in(folder: string): ReadonlyMap<string, boolean> {
    return this.#folders.get(folder) ?? new Map();
  }

  #enter(path: string): void {
    let below = false;
    let rest = path;
    while (rest !== '') {
      const cut = rest.lastIndexOf('/');
      const folder = rest.slice(0, cut) || '/';
      const names = this.#folders.get(folder) ?? new Map<string, boolean>();
      this.#folders.set(folder, names.set(rest.slice(cut + 1), below));
      below = true;
      rest = rest.slice(0, cut);
    }
  }
}
